"""Matches that are given up by who leaves, and what of them is played again by who comes back."""

from collections.abc import Set

from django.db import models
from django.utils import timezone

from games.rules.backgammon.match_log import Event as MatchEvent
from games.rules.backgammon.match_log import MatchLog
from tournaments.models import Division, Match, Round
from tournaments.results.reasons import GONE, LEFT_LADDER
from tournaments.results.selectors.leaving import given_up_in, to_be_returned
from tournaments.results.services.match_scores import played_day
from tournaments.results.services.own_steps import step_write
from tournaments.results.services.reach import SETTLED_BY_OTHERS, Reach

GIVEN_UP = "withdrawn"
"""The kind of step with which a match is given up by who leaves."""


def withdrawn_return(division: Division, reach: Reach) -> None:
    """Let be played again what was given up by somebody who has come back."""
    for match in to_be_returned(division):
        reach.touch(match)
        give_back(match)
        match.version += 1
        match.save(update_fields=SETTLED_BY_OTHERS)
        step_write(match, "reopened", {}, reach)


def walkovers_keep(division: Division, *players: int) -> None:
    """Let stand what players have given up by leaving, although they come back: it is decided."""
    given_up_in(division, *players).update(reason=LEFT_LADDER)


def give_back(match: Match) -> None:
    """Let a match that was given up be played on: its games and points are as they were."""
    if match.score is not None:
        log = MatchLog.from_json(match.score).undo()
        match.score = log.to_json() if log.events else None
    match.state, match.outcome, match.winner = Match.State.OPEN, "", None
    match.reason, match.is_rated, match.unrated_reason = "", True, ""
    match.settled_at = None


def withdrawn_forfeit(division: Division, gone: Set[int | None], reach: Reach) -> bool:
    """Settle matches that cannot be played because players have withdrawn; return whether any."""
    if not gone:
        return False
    waiting = Match.objects.filter(
        round__division=division,
        round__state=Round.State.RELEASED,
        state=Match.State.OPEN,
        first__isnull=False,
        second__isnull=False,
    ).filter(models.Q(first__in=gone) | models.Q(second__in=gone))
    found = list(waiting)
    for match in found:
        reach.touch(match)
        _give_up(match, gone, reach)
    return bool(found)


def _give_up(match: Match, gone: Set[int | None], reach: Reach) -> None:
    """Settle a match of a withdrawn player; its log has no sender for this.

    If both have withdrawn, nobody wins; in a bracket one of them goes on, and forfeits the next
    match.
    """
    log = MatchLog.from_json(match.score) if match.score else MatchLog(match.length)
    if {match.first_id, match.second_id} <= gone and not match.is_of_bracket:
        event = MatchEvent("unfinished", reason=GONE)
        match.outcome, match.winner = Match.Outcome.UNFINISHED, None
    else:
        loser = 0 if match.first_id in gone else 1
        event = MatchEvent("forfeit", side=loser, reason=GONE)
        match.outcome, match.winner = Match.Outcome.FORFEIT, 1 - loser
    match.score = log.add(event).to_json()
    match.state, match.reason = Match.State.SETTLED, GONE
    match.is_rated, match.unrated_reason = False, str(match.outcome)
    match.settled_at, match.played_on = timezone.now(), played_day(match)
    match.version += 1
    match.save(update_fields=SETTLED_BY_OTHERS)
    step_write(match, GIVEN_UP, {"event": event.to_json()}, reach)
