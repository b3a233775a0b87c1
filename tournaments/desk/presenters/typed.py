"""A result typed in one line: `37 7 3` for a table, `ann 7 3` for a player; which match it is.

A table or a player alone names the match, too: the desk opens it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.ledger.figures import whole_read
from games.models.names import plain
from games.web.input import Unreadable
from tournaments.desk.presenters.matches import MatchRow
from tournaments.models import Division, Event, Match, Round

TOLD: Final[Mapping[str, str | Promise]] = {
    "match_reject": gettext_lazy("Not confirmed: %(said)s"),
    "match_move": gettext_lazy("Moved: %(said)s"),
    "penalise": gettext_lazy("Penalty saved: %(said)s"),
    "rate": gettext_lazy("Rating saved: %(said)s"),
    "undo": gettext_lazy("Taken back: %(said)s"),
}
"""What is told after a button of a match; after the others: what was saved."""


BETWEEN_SCORES: Final = re.compile(r"(?<=\d)\s*[-–:]\s*(?=\d)")
"""7-3 and 7:3 are 7 3."""


class Entered(Unreadable):
    """A line for a match that has a result already; the director can open it from there."""

    def __init__(self, text: str, match: Match) -> None:
        super().__init__(text)
        self.match = match


@dataclass(frozen=True, slots=True)
class Typed:
    """A match and its score, the first player's points first; without a score it was only named."""

    match: Match
    points: tuple[int, int] | None

    @property
    def is_reported(self) -> bool:
        """Whether a player has reported this very score."""
        match = self.match
        reported = (match.first_points, match.second_points)
        return match.state == Match.State.REPORTED and reported == self.points


def typed_of(division: Division, text: str) -> Typed:
    """Read a line: a table's number or part of a name, then the points of both.

    The first points are those of the player who stands first, or of the one who is named. A table
    is first looked for in the division that the desk shows.

    Raises:
        Unreadable: it is no such line, or names no match, or several.
    """
    words = BETWEEN_SCORES.sub(" ", text).split()
    numbers = [whole_read(word) for word in words[-2:]]
    is_named = len(words) == 1 or (bool(words) and numbers[-1] is None)
    if not is_named and (len(words) < 3 or None in numbers):
        raise Unreadable(_("Type a table or a name, then both scores, such as 37 7 3."))
    about = " ".join(words if is_named else words[:-2])
    table = whole_read(about)
    match, is_second = (
        _of_player(division.event, about) if table is None else (_at_table(division, table), False)
    )
    if is_named:
        return Typed(match, None)
    first, second = (number or 0 for number in numbers)
    points = (second, first) if is_second else (first, second)
    return Typed(_checked(match, points), points)


def told_of(do: str, match: Match, shown: Division) -> str:
    """Return what a button has done to a match."""
    text = str(TOLD.get(do, _("Saved: %(said)s")))
    return text % {"said": said_of(match, shown)}


def said_of(match: Match, shown: Division | None = None) -> str:
    """Return what was entered, for the director to compare with the slip.

    A division is named where it is another one than the desk shows.
    """
    first, second = _names(match)
    parts = [f"{first} {MatchRow(match, first, second, ()).score or '–'} {second}"]
    if match.board is not None:
        parts.insert(0, _("Table %(number)s") % {"number": match.board})
    played = match.round.division if match.round else None
    if shown is not None and played is not None and played.pk != shown.pk:
        parts.insert(0, str(played))
    return ": ".join(parts)


def _checked(match: Match, points: tuple[int, int]) -> Match:
    """Neither is more than the match written down, nor overruled what was entered or reported."""
    if match.is_settled:
        raise Entered(_("Entered already: %(said)s.") % {"said": said_of(match)}, match)
    if match.length and max(points) > match.length:
        text = _("%(said)s is played to %(length)s points.")
        raise Unreadable(text % {"said": _pair(match), "length": match.length})
    if match.state == Match.State.REPORTED and not Typed(match, points).is_reported:
        text = _("Reported is: %(said)s. Confirm that, or change it.")
        raise Entered(text % {"said": said_of(match)}, match)
    return match


def _at_table(division: Division, table: int) -> Match:
    event = division.event
    there = [*_playing(event).filter(board=table)[:3]]
    own = [one for one in there if one.round and one.round.division_id == division.pk]
    if len(own) == 1:
        return own[0]
    if len(there) > 1:
        raise Unreadable(_("Two matches are at table %(number)s: type a name.") % {"number": table})
    decided = _released(event).filter(round__division=division, board=table)
    last = decided.filter(state=Match.State.SETTLED).order_by("round__number").last()
    if there and (last is None or last.round_id != _newest(division)):
        return there[0]
    if last is not None:
        return last
    raise Unreadable(_("Nobody plays at table %(number)s now.") % {"number": table})


def _newest(division: Division) -> int | None:
    """Return the key of the round that was released last."""
    released = division.rounds.filter(state=Round.State.RELEASED)
    return released.order_by("number").values_list("pk", flat=True).last()


def _of_player(event: Event, name: str) -> tuple[Match, bool]:
    """Return a player's match in play, else their latest, and whether they stand second."""
    decided = _released(event).filter(state=Match.State.SETTLED).exclude(outcome=Match.Outcome.BYE)
    found = _fitting(_playing(event), name)
    if len({match.pk for match, _side in found}) > 1:
        raise Unreadable(
            _("“%(name)s” has several matches to play: type the table.") % {"name": name}
        )
    found = found or _fitting(decided.order_by("-round__number", "-pk"), name)
    if not found:
        raise Unreadable(_("Nobody called “%(name)s” is playing now.") % {"name": name})
    match, side = found[0]
    return match, side == 1


def _fitting(matches: Iterable[Match], name: str) -> list[tuple[Match, int]]:
    """Return the matches of the one whose name it is, or part of whose name; and their side."""
    typed = plain(name)
    sides = [(one, side, each) for one in matches for side, each in enumerate(_names(one))]
    fits = [(one, side) for one, side, each in sides if typed in plain(each)]
    found = [(one, side) for one, side, each in sides if typed == plain(each)] or fits
    if len({(one.first_id, one.second_id)[side] for one, side in found}) > 1:
        raise Unreadable(_("“%(name)s” fits several players: type more of it.") % {"name": name})
    return found


def _pair(match: Match) -> str:
    return " – ".join(_names(match))


def _names(match: Match) -> tuple[str, str]:
    first, second = (one.name if one else "…" for one in (match.first, match.second))
    return first, second


def _released(event: Event) -> QuerySet[Match]:
    found = Match.objects.select_related("first", "second", "club", "round__division__event__club")
    return found.filter(round__division__event=event, round__state=Round.State.RELEASED)


def _playing(event: Event) -> QuerySet[Match]:
    return _released(event).filter(state__in=Match.UNDECIDED)
