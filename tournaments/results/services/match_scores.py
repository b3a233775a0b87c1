"""What a match's log makes of its columns, and what it has to be for that."""

import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.rules.backgammon.match_log import Event as MatchEvent
from games.rules.backgammon.match_log import MatchLog
from games.sessions.services.sessions import today
from tournaments.errors import Conflict, Refused
from tournaments.models import Match


def log_of(match: Match) -> MatchLog:
    """Return what has happened in a match."""
    return MatchLog(match.length) if match.score is None else MatchLog.from_json(match.score)


def played_of(match: Match) -> tuple[MatchEvent, ...]:
    """Return what was played, without how the match ended."""
    log = log_of(match)
    while log.events and log.score.is_over:
        log = log.undo()
    return log.events


def penalties_of(match: Match) -> tuple[MatchEvent, ...]:
    """Return the penalties a match was given: they stay whatever its result is."""
    return tuple(event for event in log_of(match).events if event.kind == "penalty")


def added(match: Match, event: MatchEvent) -> MatchLog:
    """Return a match's log with one more event.

    Raises:
        MatchError: the match does not allow it.
    """
    return log_of(match).add(event)


def score_put(match: Match, log: MatchLog | None, side: int | None) -> None:
    """Make the columns of a match what its log says; `side` is who ended it, None the director."""
    score = (log or MatchLog(match.length)).score
    match.score = None if log is None else log.to_json()
    match.first_points, match.second_points = score.shown
    match.first_penalty, match.second_penalty = score.penalties
    match.reason = "" if score.end is None else score.end.reason
    match.outcome, match.winner, match.reported_by = "", None, None
    match.state, match.settled_at = Match.State.OPEN, None
    if not score.is_over:
        return
    kind = "" if score.end is None else score.end.kind
    outcomes = {"forfeit": Match.Outcome.FORFEIT, "unfinished": Match.Outcome.UNFINISHED}
    match.outcome, match.winner = outcomes.get(kind, Match.Outcome.PLAYED), score.winner
    if side is None:
        match_settle(match)
    else:
        match.state, match.reported_by = Match.State.REPORTED, side


def match_settle(match: Match) -> None:
    """Let a result count, for ratings too unless its kind speaks against that."""
    match.state, match.settled_at = Match.State.SETTLED, timezone.now()
    reason = never_rated(match) or _unrated(match)
    if reason:
        match.is_rated, match.unrated_reason = False, reason
    elif match.unrated_reason in {"forfeit", "unfinished", "draw"}:
        match.is_rated, match.unrated_reason = True, ""


def played_day(match: Match) -> datetime.date:
    """Return the day of a match whose result has just come in: today, where the club is.

    In an event that is written down on a later day than its own, that day is not known better
    than by the event.
    """
    day = today(match.club)
    event = None if match.round is None else match.round.division.event
    if event is None:
        return match.played_on
    written_on = timezone.localdate(event.created_at, ZoneInfo(match.club.time_zone))
    return event.starts_on if event.starts_on < written_on == day else day


def never_rated(match: Match) -> str:
    """Return why a decided match counts for no ratings, whatever the director says."""
    if match.outcome in {Match.Outcome.FORFEIT, Match.Outcome.UNFINISHED}:
        return str(match.outcome)
    if match.winner is None:
        return "draw"
    return "unlimited" if match.length is None else ""


def _unrated(match: Match) -> str:
    """Return why a match does not count for ratings, as far as its event says so."""
    event = None if match.round is None else match.round.division.event
    if event is not None and not event.is_rated:
        return "event"
    if event is not None and match.length == 1 and not event.rates_single_points:
        return "single_point"
    return ""


def require_open(match: Match) -> None:
    """Let a match pass that can be played.

    Raises:
        Conflict: it is decided.
        Refused: it is a bye, or waits for its players.
    """
    require_known(match)
    if match.is_settled:
        raise Conflict("match_settled")


def require_known(match: Match) -> None:
    """Let a match of two players pass.

    Raises:
        Refused: it is a bye, or waits for its players.
    """
    if match.outcome == Match.Outcome.BYE:
        raise Refused("match_bye")
    if match.first_id is None or match.second_id is None:
        raise Refused("match_waiting")
