"""The history of a table as people tell it: who did what, and when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from games.language import gettext as _
from games.language import ngettext
from games.record.presenters.actions import (
    as_told,
    pending_in_words,
    players_moved,
    sellers,
    sold_after,
    sold_in,
)
from games.record.values import By, LoggedStep, Pending, StepKind
from games.rule_texts import FewNames, Names
from games.rules.chouette import Automatic, Open, RollOrder, Table
from games.table.buttons.question import MOST_NAMED
from games.table.presenters.values import HistoryLine


def step_of(told: LoggedStep, names: Names, at: str, back: int = 0) -> HistoryLine:
    """Return a step in the reader's language; `at` is the club's time of day."""
    return HistoryLine(back, told_in_words(told, names), by_name(told.by, names), at, told.sequence)


def steps_as_told(
    standing: Sequence[LoggedStep], before: Iterable[str], sold: frozenset[str] = frozenset()
) -> tuple[LoggedStep, ...]:
    """Return steps that stand, the oldest first, as `as_told` has them.

    `before` are those who had been at the table, `sold` whose cubes had been bought; each step
    played, or put back, what it names.
    """
    found, been = [], set(before)
    for told in standing:
        if told.kind == StepKind.UNDO:
            # What was before the step that is taken back is not known here.
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


def told_in_words(told: LoggedStep, names: Names) -> str:
    """Return what one step did: "Bob doubles", "“Bob doubles” is taken back".

    It reads alone as well as behind a name: whose tap it was is not told to everybody.
    """
    what = pending_in_words(told.steps[0], names) if told.steps else ""
    count = len(told.steps)
    match told.kind:
        case StepKind.UNDO:
            return (
                _("“%(what)s” is taken back") % {"what": what}
                if count == 1
                else ngettext(
                    "%(count)s step is taken back", "%(count)s steps are taken back", count
                )
                % {"count": count}
            )
        case StepKind.REDO:
            return (
                _("“%(what)s” is put back") % {"what": what}
                if count == 1
                else ngettext("%(count)s step is put back", "%(count)s steps are put back", count)
                % {"count": count}
            )
        case StepKind.END:
            return _("the evening is over")
        case StepKind.REOPEN:
            return _("the evening goes on")
        case StepKind.VOID:
            return _("the evening is void")
        case StepKind.CUT:
            return _("the record is cut back to its last sound step")
    return _("%(what)s (the phone’s dice)") % {"what": what} if told.rolled_by_phone else what


def of_the_board(step: Pending | None) -> bool:
    """Tell whether a step is about dice that a board rolled: they are not taken back."""
    return step is not None and any(isinstance(one, Open | Automatic) for one in step.actions)


def words_of(step: Pending | None, table: Table, names: Names, been: frozenset[str]) -> str:
    """Return what a step did, short enough for a button; who joins after having `been` at the table
    returns.
    """
    if step is None:
        return ""
    told = as_told([step], been, sold_in(table))[0]
    return pending_in_words(told, FewNames(names, MOST_NAMED))


def dice_of(step: Pending | None) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the dice for the order, if they were the last step."""
    if step is None or len(step.actions) != 1:
        return ()
    action = step.actions[0]
    return action.dice if isinstance(action, RollOrder) else ()
