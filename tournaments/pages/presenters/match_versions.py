"""A disputed result as the two players say it: both versions side by side, who said it and when."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Match
from tournaments.pages.presenters.events_words import clock_time, step_time
from tournaments.pages.presenters.match_words import Names, who_did
from tournaments.results.selectors.versions import Version, Versions


@dataclass(frozen=True, slots=True)
class VersionLine:
    """What one of the two says: in words, and as points in the order of the match.

    `points` is None where a player only says that the other's result is wrong. `score` is the
    same as `points`, written; `at` is a time of day, `by` who sent it, blank for who may not know.
    """

    side: int
    name: str
    text: str
    score: str
    points: tuple[int, int] | None
    at: str
    by: str

    @property
    def key(self) -> str:
        """What names its button."""
        return f"version-{self.side}"


def version_lines(
    match: Match, versions: Versions, names: Names, *, tells_who: bool = False
) -> tuple[VersionLine, ...]:
    """Return both versions of a disputed result, the first player's first; none without one."""
    if match.state != Match.State.DISPUTED:
        return ()
    return tuple(
        _line(match, version, side, names, tells_who=tells_who)
        for side, version in enumerate(versions)
    )


def differ(lines: tuple[VersionLine, ...]) -> bool:
    """Tell whether the two have reported different results, not only said that one is wrong."""
    return bool(lines) and all(line.points is not None for line in lines)


def opponents(lines: tuple[VersionLine, ...], side: int | None) -> VersionLine | None:
    """Return the result that the opponent of a side says, which that side may accept."""
    if side is None or not lines or lines[1 - side].points is None:
        return None
    return lines[1 - side]


def _line(
    match: Match, version: Version | None, side: int, names: Names, *, tells_who: bool
) -> VersionLine:
    if version is None:
        return VersionLine(side, names[side], _("has said nothing"), "", None, "", "")
    at = version.step.created_at
    score, text = "", _("says that it is wrong")
    if version.points is not None:
        score, text = _written(match, version, names)
    return VersionLine(
        side=side,
        name=names[side],
        text=text,
        score=score,
        points=version.points,
        at=clock_time(at, match.club.time_zone)
        if match.round is None
        else step_time(at, match.round.division.event),
        by=who_did(version.step) if tells_who else "",
    )


def _written(match: Match, version: Version, names: Names) -> tuple[str, str]:
    """Return the points of a version in the order of the match, and in a sentence."""
    first, second = version.points or (0, 0)
    winner = version.kept.get("winner")
    if match.has_draws and winner is None:
        return "½ : ½", _("A draw")
    if winner not in (0, 1):
        return f"{first} : {second}", f"{first} : {second}"
    points = (first, second) if winner == 0 else (second, first)
    text = _("%(name)s wins %(score)s") % {
        "name": names[winner],
        "score": f"{points[0]} : {points[1]}",
    }
    return f"{first} : {second}", text
