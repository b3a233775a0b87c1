"""Words of leagues that several pages use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.leagues.selectors.seasons import Stage, stage_of
from tournaments.models import LeagueSeason
from tournaments.standings.promotion import Move
from tournaments.standings.tiebreaks import in_wins

REASONS: Final[Mapping[str, str | Promise]] = {
    "up": _("goes up"),
    "up_instead": _("goes up: somebody placed higher leaves or has played too little"),
    "up_extra": _("goes up: a place was free"),
    "joined": _("goes up: two divisions become one"),
    "stays": _("stays"),
    "stays_spared": _(
        "stays: the place that goes down is used up by somebody who leaves or has played too little"
    ),
    "down": _("goes down"),
    "few_down": _("goes down: has played too little"),
    "few_stays": _("stays: has played too little, but there is no division below"),
    "few_out": _("is out: has played too little"),
    "withdrawn": _("does not play next season"),
    "new": _("is new"),
    "hand": _("put here by the director"),
}
"""Why somebody plays where they play next season, by the code of the move."""
BY_SCORE: Final = ("up", "up_extra", "stays", "down")
"""The reasons that follow from a score, where the league moves by wins."""
STAYS_BY_HAND: Final = _("stays, as the director has decided")
STAGES: Final[Mapping[Stage, str | Promise]] = {
    Stage.ANNOUNCED: _("open for entries"),
    Stage.DRAWN: _("drawn"),
    Stage.RUNNING: _("running"),
    Stage.CLOSED: _("closed"),
    Stage.DRAFTED: _("closed, the next one is drafted"),
    Stage.ENDED: _("over"),
    Stage.CANCELLED: _("cancelled"),
}


def move_said(move: Move) -> str:
    """Say why somebody plays where they play next season, and by how many wins if these decide."""
    is_staying = move.reason == "hand" and move.to == move.was
    said = str(STAYS_BY_HAND if is_staying else REASONS[move.reason])
    if move.score is None or move.reason not in BY_SCORE:
        return said
    return str(_("%(reason)s (wins: %(wins)s)")) % {"reason": said, "wins": in_wins(move.score)}


def stage_said(season: LeagueSeason, latest: int) -> str:
    """Say how far a season has come; one before the latest is open only to be corrected."""
    stage = stage_of(season)
    if season.number < latest and stage in (Stage.RUNNING, Stage.CLOSED, Stage.DRAFTED):
        return str(_("open again"))
    return str(STAGES[stage])


def bye_said(number: int) -> str:
    """Say that somebody has no opponent in a round."""
    text = str(_("You have the bye in round %(number)s: no opponent, and the points of a win."))
    return text % {"number": number}


def waiting_said() -> str:
    """Say that who is through in a cup waits for their next opponent."""
    text = _("You wait for your next opponent: they stand here as soon as their match is decided.")
    return str(text)
