"""Questions before a step: what it changes, and the fields to be sent again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.clubs.selectors.players import Roster
from games.models import Club
from games.web.input import Input
from tournaments.leagues.services.trials import TableChange
from tournaments.models import Entry
from tournaments.pages.presenters.events_words import score_title

SURE = "sure"
"""The field that says that the question was answered."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question before a step: what it changes, and the fields to be sent again."""

    sentence: str
    effects: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    yes: str
    note: str = ""


def again(ask: Input) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form with a yes, to be sent again."""
    left_out = ("csrfmiddlewaretoken", "once", SURE)
    fields = ((name, ask.one(name)) for name in ask.values if name not in left_out)
    return (*fields, (SURE, "1"))


def mistyped_told(club: Club, names: Iterable[str]) -> dict[str, str]:
    """Return a sentence for each name that resembles one of the club and may be mistyped."""
    roster = Roster(club)
    near = [(name, roster.resembling(name)) for name in names]
    return {
        name: _("%(name)s: the club has nobody of this name, but %(player)s.")
        % {"name": name, "player": other.name}
        for name, other in near
        if other is not None
    }


def mistyped_asked(club: Club, names: Sequence[str], text: str, ask: Input) -> Asked | None:
    """Return the question whether names that resemble others of the club are new; None of none.

    `text` is the list with whom the director has ticked.
    """
    found = mistyped_told(club, names)
    if not found or ask.has(SURE):
        return None
    values = [(name, said) for name, said in again(ask) if name not in ("names", "known")]
    return Asked(
        sentence=_("Are they new in the club?"),
        effects=tuple(found.values()),
        values=(*values, ("names", text)),
        yes=_("Enter them as new players"),
        note=_("If a name is mistyped, correct it under “Who plays”."),
    )


def changes_told(entry: Entry, changes: Sequence[TableChange], newcomer: str = "") -> list[str]:
    """Return a table's changes in words; `newcomer` is who comes new by the step that is tried."""
    names, column = _names(entry), score_title(entry.division)
    return [
        _change_told(change, names.get(change.number) or newcomer or _("Who comes new"), column)
        for change in changes
    ] or [_("The table stays as it is.")]


def _change_told(change: TableChange, name: str, column: str) -> str:
    """Say a change with the place and the figure that the table has, under the name of its column;
    a ladder has no figures.
    """
    (was, now), (before, after) = change.places, change.figures
    if not was and after:
        text = _("%(name)s is new in the table: place %(now)s, %(column)s: %(after)s")
    elif not was:
        text = _("%(name)s is new in the table: place %(now)s")
    elif not now:
        text = _("%(name)s does not stand in the table any more: was place %(was)s")
    elif not after:
        text = _("%(name)s: place %(was)s → %(now)s")
    else:
        text = _("%(name)s: place %(was)s → %(now)s, %(column)s %(before)s → %(after)s")
    said = {"name": name, "was": was, "now": now, "column": column}
    return text % {**said, "before": before, "after": after}


def _names(entry: Entry) -> Mapping[int, str]:
    rows = Entry.objects.filter(division=entry.division_id).select_related("player__merged_into")
    return {one.number: one.player.current.name for one in rows}
