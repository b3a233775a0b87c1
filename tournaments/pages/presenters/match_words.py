"""The steps of a match in words: doubles, games, reports, and who entered them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.backgammon.match_errors import MatchError
from games.rules.backgammon.match_log import Event, MatchLog
from games.rules.backgammon.match_score import LEVELS, MatchScore
from tournaments.models import EventStep, MatchStep
from tournaments.results.services.results import undone_of

Names = Sequence[str]
"""The two names, the first player's first."""

StepTold = tuple[MatchStep, str]
"""A step of a match, and its description."""

LEVEL_NAMES: Final[Mapping[str, str | Promise]] = {
    "single": gettext_lazy("Single game"),
    "gammon": gettext_lazy("Gammon"),
    "backgammon": gettext_lazy("Backgammon"),
}
"""The levels of a game as button labels."""

_WON: Final[Mapping[str, str | Promise]] = {
    "single": gettext_lazy("%(name)s wins a single game: %(points)s"),
    "gammon": gettext_lazy("%(name)s wins a gammon: %(points)s"),
    "backgammon": gettext_lazy("%(name)s wins a backgammon: %(points)s"),
}
_RESIGNED: Final[Mapping[str, str | Promise]] = {
    "single": gettext_lazy("%(name)s resigns a single game: %(points)s for %(other)s"),
    "gammon": gettext_lazy("%(name)s resigns a gammon: %(points)s for %(other)s"),
    "backgammon": gettext_lazy("%(name)s resigns a backgammon: %(points)s for %(other)s"),
}
_STEPS: Final[Mapping[str, str | Promise]] = {
    "confirm": gettext_lazy("The result is confirmed"),
    "reject": gettext_lazy("The result is rejected"),
    "reopened": gettext_lazy("To be played again: who had withdrawn is back"),
    "cleared": gettext_lazy("The result was cleared: other players meet here now"),
    "returned": gettext_lazy("The result counts again: the same two meet here"),
    "replaced": gettext_lazy("Another player took this match over"),
    "withdrawn": gettext_lazy("Forfeited: a player has withdrawn"),
    "rate": gettext_lazy("It was changed whether this match is rated"),
    "undo": gettext_lazy("The step before was taken back"),
}


def points_text(points: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", points) % {"count": points}


def event_text(event: Event, score: MatchScore, names: Names) -> str:
    """Describe an event at the board, given the `score` before it."""
    name, other = _two(event.side, names)
    cube = score.cube.value
    match event.kind:
        case "double":
            return _("%(name)s doubles to %(value)s") % {"name": name, "value": cube * 2}
        case "take" | "drop":
            return _answered(event, score, names)
        case "win":
            points = points_text(LEVELS[event.level or "single"] * cube)
            return str(_WON[event.level or "single"]) % {"name": name, "points": points}
        case "resign":
            points = points_text(LEVELS[event.level or "single"] * cube)
            said = str(_RESIGNED[event.level or "single"])
            return said % {"name": name, "other": other, "points": points}
        case "points":
            points = points_text(event.points or 0)
            return _("%(name)s wins %(points)s") % {"name": name, "points": points}
        case "penalty":
            params = {"name": name, "other": other, "points": points_text(event.points or 0)}
            return _("%(name)s is late: %(points)s for %(other)s") % params
        case "final":
            first, second = event.score or (0, 0)
            return _("Final score %(score)s") % {"score": f"{first} : {second}"}
        case "forfeit":
            return _("%(name)s forfeits") % {"name": name}
        case "no_show":
            return _("Neither came")
        case "unfinished":
            return _("Broken off, nobody wins")
        case "draw":
            return _("A draw: half a point for each.")
        case _:
            return _("The time is over")


def steps_told(steps: Sequence[MatchStep], length: int | None, names: Names) -> list[StepTold]:
    """Describe each step, in order, including whether it was undone."""
    undone = undone_of(steps)
    told = []
    score: MatchScore | None = None
    for step in steps:
        if score is None or step.kind != "play":
            score = _score_before(step, length)
        text, score = _told(step, score, names)
        if step.sequence in undone:
            text = _("%(what)s (taken back)") % {"what": text}
        told.append((step, text))
    return told


def who_did(step: EventStep | MatchStep) -> str:
    """Return who made a step: a user, the phone of a player, or the program itself."""
    if step.sender is not None:
        return step.sender.name
    if step.sent_by is not None:
        return _("%(name)s’s phone") % {"name": step.sent_by.player.current.name}
    return _("the program")


def _told(step: MatchStep, score: MatchScore, names: Names) -> tuple[str, MatchScore | None]:
    payload = step.payload
    row: dict[str, Any] | None = payload.get("event")
    if step.kind == "report":
        is_draw = score.length == 1 and not any(payload["points"])
        row = {"kind": "draw"} if is_draw else {"kind": "final", "score": payload["points"]}
    if step.kind == "penalise":
        row = {"kind": "penalty", "side": payload["side"], "points": payload["points"]}
    if row is None:
        return str(_STEPS.get(step.kind, step.kind)), None
    try:
        event = Event.from_json(row)
        text = event_text(event, score, names)
        return text, event.apply(score) if step.kind == "play" else None
    except MatchError:
        return str(_STEPS.get(step.kind, step.kind)), None


def _score_before(step: MatchStep, length: int | None) -> MatchScore:
    kept = step.payload.get("before", {}).get("score")
    try:
        return MatchLog(length).score if kept is None else MatchLog.from_json(kept).score
    except (MatchError, AttributeError):
        return MatchScore(length)


def _answered(event: Event, score: MatchScore, names: Names) -> str:
    doubler = score.cube.doubler or 0
    name, other = names[1 - doubler], names[doubler]
    if event.kind == "take":
        return _("%(name)s takes at %(value)s") % {"name": name, "value": score.cube.value * 2}
    points = points_text(score.cube.value)
    return _("%(name)s drops: %(points)s for %(other)s") % {
        "name": name,
        "points": points,
        "other": other,
    }


def _two(side: int | None, names: Names) -> tuple[str, str]:
    return (names[1], names[0]) if side == 1 else (names[0], names[1])
