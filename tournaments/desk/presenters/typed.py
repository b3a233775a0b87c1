"""A result typed in one line, `37 7 3` for a table or `ann 7 3` for a player: read, and told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.ledger.figures import whole_read
from games.web.input import Unreadable
from tournaments.desk.presenters.matches import MatchRow
from tournaments.models import Division, Match

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


@dataclass(frozen=True, slots=True)
class Line:
    """What a line says: a table or a part of a name, and the points, those of the one who is named
    or stands first in front. Without points a match is only named.
    """

    about: str
    table: int | None
    points: tuple[int, int] | None


def line_of(text: str) -> Line:
    """Read a line: a table's number or part of a name, then the points of both.

    Raises:
        Unreadable: it is no such line.
    """
    words = BETWEEN_SCORES.sub(" ", text).split()
    numbers = [whole_read(word) for word in words[-2:]]
    is_named = len(words) == 1 or (bool(words) and numbers[-1] is None)
    if not is_named and (len(words) < 3 or None in numbers):
        raise Unreadable(_("Type a table or a name, then both scores, such as 37 7 3."))
    about = " ".join(words if is_named else words[:-2])
    if is_named:
        return Line(about, whole_read(about), None)
    first, second = (number or 0 for number in numbers)
    return Line(about, whole_read(about), (first, second))


def told_of(do: str, match: Match, shown: Division) -> str:
    """Return what a button has done to a match."""
    text = str(TOLD.get(do, _("Saved: %(said)s")))
    return text % {"said": said_of(match, shown)}


def said_of(
    match: Match, shown: Division | None = None, points: tuple[int, int] | None = None
) -> str:
    """Return what was entered, for the director to compare with the slip.

    A division is named where it is another one than the desk shows. `points` stand for its own.
    """
    first, second = match.names
    score = MatchRow(match, first, second, ()).score
    if points is not None:
        score = f"{points[0]} : {points[1]}"
    parts = [f"{first} {score or '–'} {second}"]
    if match.board is not None:
        parts.insert(0, _("Table %(number)s") % {"number": match.board})
    played = match.round.division if match.round else None
    if shown is not None and played is not None and played.pk != shown.pk:
        parts.insert(0, str(played))
    return ": ".join(parts)


def pair_of(match: Match) -> str:
    """Return who meets in a match."""
    return " – ".join(match.names)
