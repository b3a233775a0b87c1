"""A result typed in one line: `37 7 3` for a table, `ann 7 3` for a player; which match it is."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.ledger.figures import whole_read
from games.web.input import Unreadable
from tournaments.desk.presenters.matches import MatchRow
from tournaments.models import Event, Match, Round


@dataclass(frozen=True, slots=True)
class Typed:
    """A match and its score, the first player's points first."""

    match: Match
    points: tuple[int, int]

    @property
    def is_reported(self) -> bool:
        """Whether a player has reported this very score."""
        match = self.match
        reported = (match.first_points, match.second_points)
        return match.state == Match.State.REPORTED and reported == self.points


def typed_of(event: Event, text: str) -> Typed:
    """Read a line: a table's number or part of a name, then the points of both.

    The first points are those of the player who stands first, or of the one who is named.

    Raises:
        Unreadable: it is no such line, or names no match in play, or several.
    """
    words = text.replace(":", " ").split()
    numbers = [whole_read(word) for word in words[-2:]]
    if len(words) < 3 or None in numbers:
        raise Unreadable(_("Type a table or a name, then both scores, such as 37 7 3."))
    first, second = (number or 0 for number in numbers)
    about = " ".join(words[:-2])
    table = whole_read(about)
    if table is not None:
        return Typed(_checked(_at_table(event, table), (first, second)), (first, second))
    match, is_second = _of_player(event, about)
    points = (second, first) if is_second else (first, second)
    return Typed(_checked(match, points), points)


def said_of(match: Match) -> str:
    """Return what was entered, for the director to compare with the slip."""
    first, second = _names(match)
    pair = f"{first} {MatchRow(match, first, second, ()).score or '–'} {second}"
    if match.board is None:
        return pair
    return _("Table %(number)s") % {"number": match.board} + f": {pair}"


def _checked(match: Match, points: tuple[int, int]) -> Match:
    """What a player has reported is not overruled by a slip of the finger."""
    if match.state == Match.State.REPORTED and not Typed(match, points).is_reported:
        text = _("Reported is: %(said)s. Confirm that, or tap “Change” at the match.")
        raise Unreadable(text % {"said": said_of(match)})
    return match


def _at_table(event: Event, table: int) -> Match:
    there = [*_playing(event).filter(board=table)[:2]]
    if len(there) == 1:
        return there[0]
    if there:
        raise Unreadable(_("Two matches are at table %(number)s: type a name.") % {"number": table})
    decided = _released(event).filter(board=table, state=Match.State.SETTLED)
    last = decided.order_by("round__number").last()
    if last is not None:
        text = _("Entered already: %(said)s. Tap “Change” at the match to put it right.")
        raise Unreadable(text % {"said": said_of(last)})
    raise Unreadable(_("Nobody plays at table %(number)s now.") % {"number": table})


def _of_player(event: Event, name: str) -> tuple[Match, bool]:
    of_either = Q(first__name__icontains=name) | Q(second__name__icontains=name)
    found = [*_playing(event).filter(of_either)[:2]]
    if not found:
        raise Unreadable(_("Nobody called “%(name)s” is playing now.") % {"name": name})
    sides = [name.casefold() in one.casefold() for one in _names(found[0])]
    if len(found) > 1 or all(sides):
        raise Unreadable(_("“%(name)s” fits several players: type more of it.") % {"name": name})
    return found[0], sides[1]


def _names(match: Match) -> tuple[str, str]:
    first, second = (one.name if one else "…" for one in (match.first, match.second))
    return first, second


def _released(event: Event) -> QuerySet[Match]:
    found = Match.objects.select_related("first", "second", "club", "round__division__event__club")
    return found.filter(round__division__event=event, round__state=Round.State.RELEASED)


def _playing(event: Event) -> QuerySet[Match]:
    return _released(event).filter(state__in=Match.UNDECIDED)
