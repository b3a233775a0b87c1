"""The history of a table as people tell it: who did what, and when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Action, Session
from games.record.presenters.actions import (
    as_told,
    pending_in_words,
    players_moved,
    sellers,
    sold_after,
)
from games.record.selectors.log import By, LoggedStep
from games.rule_texts import Names

Kind = Action.Kind


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A step: how many steps back it is, what it was, who did it and when."""

    back: int
    words: str
    by: str = ""
    at: str = ""
    sequence: int = 0
    """Its first row in the log."""

    @property
    def signed(self) -> str:
        return " · ".join(filter(None, (self.by, self.at)))


def step_of(session: Session, told: LoggedStep, names: Names, back: int = 0) -> HistoryLine:
    """Return a step in the reader's language, with the club's time."""
    return HistoryLine(
        back,
        told_in_words(told, names),
        by_name(told.by, names),
        clock(session, told.at),
        told.sequence,
    )


def steps_as_told(
    standing: Sequence[LoggedStep], before: Iterable[str], sold: frozenset[str] = frozenset()
) -> tuple[LoggedStep, ...]:
    """Return steps that stand, the oldest first, as `as_told` has them.

    `before` are those who had been at the table, `sold` whose cubes had been bought; each step
    played, or put back, what it names.
    """
    found, been = [], set(before)
    for told in standing:
        if told.kind == Kind.UNDO:  # what was before the step that is taken back is not known here
            sold -= sellers(chain.from_iterable(one.actions for one in told.steps))
            undone = as_told(reversed(told.steps), (), sold)
            found.append(replace(told, steps=tuple(reversed(undone))))
            continue
        steps = as_told(reversed(told.steps), been, sold)
        sold = sold_after(chain.from_iterable(one.actions for one in steps), sold)
        been |= players_moved(told.steps)
        found.append(replace(told, steps=tuple(reversed(steps))))
    return tuple(found)


def by_name(by: By, names: Names) -> str:
    """Return the sender of a step: a name, or the scoring tablet."""
    if by.player:
        return names[by.player]
    return _("tablet") if by.is_tablet else by.name


def clock(session: Session, at: datetime) -> str:
    """Return the club's time of day in the reader's format."""
    return str(date_format(timezone.localtime(at, ZoneInfo(session.club.time_zone)), "H:i"))


def told_in_words(told: LoggedStep, names: Names) -> str:
    """Return what one step did: "Bob doubles", "“Bob doubles” is taken back".

    It reads alone as well as behind a name: whose tap it was is not told to everybody.
    """
    what = pending_in_words(told.steps[0], names) if told.steps else ""
    count = len(told.steps)
    match told.kind:
        case Kind.UNDO:
            return (
                _("“%(what)s” is taken back") % {"what": what}
                if count == 1
                else ngettext(
                    "%(count)s step is taken back", "%(count)s steps are taken back", count
                )
                % {"count": count}
            )
        case Kind.REDO:
            return (
                _("“%(what)s” is put back") % {"what": what}
                if count == 1
                else ngettext("%(count)s step is put back", "%(count)s steps are put back", count)
                % {"count": count}
            )
        case Kind.END:
            return _("the session is over")
        case Kind.REOPEN:
            return _("the session goes on")
        case Kind.VOID:
            return _("the session is void")
        case Kind.CUT:
            return _("the record is cut back to its last sound step")
    return what
