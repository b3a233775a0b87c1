"""Derives a match's columns from its log, and checks its state."""

import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Board
from games.rules.backgammon.match_log import Event as MatchEvent
from games.rules.backgammon.match_log import MatchLog
from games.sessions.services.sessions import today
from tournaments.errors import EventConflict, EventRefused
from tournaments.models import Fixture, Match

ENDED: Final = Board.Status.ENDED
OF_A_GAME: Final = frozenset({"win", "resign", "draw", "final", "forfeit", "no_show", "unfinished"})
"""What can be entered where each match is one game without a cube."""


def log_of(match: Match) -> MatchLog:
    return MatchLog(match.length) if match.score is None else MatchLog.from_json(match.score)


def played_of(match: Match) -> tuple[MatchEvent, ...]:
    """Return the games played, without how the match ended."""
    log = log_of(match)
    while log.events and log.score.is_over:
        log = log.undo()
    return log.events


def penalties_of(match: Match) -> tuple[MatchEvent, ...]:
    """Return the penalties of a match: they stay whatever its result is."""
    return tuple(event for event in log_of(match).events if event.kind == "penalty")


def added(match: Match, event: MatchEvent) -> MatchLog:
    """Return a match's log with one more event.

    Raises:
        MatchError: the match does not allow it.
        Refused: its game does not know that.
    """
    _require_kind(match, event)
    return log_of(match).add(event)


def final_of(match: Match, points: tuple[int, int]) -> MatchEvent:
    """Return the event of a final score: where games are drawn, nobody's point is a draw.

    Raises:
        Refused: it is no result of a single game.
    """
    if not match.has_draws:
        return MatchEvent("final", score=points)
    if sum(points) > 1:
        raise EventRefused("game_single")
    return MatchEvent("final", score=points) if any(points) else MatchEvent("draw")


def _require_kind(match: Match, event: MatchEvent) -> None:
    if not match.has_draws:
        if event.kind == "draw":
            raise EventRefused("draw_impossible")
        return
    is_plain = event.level in (None, "single") and (event.score is None or sum(event.score) == 1)
    if event.kind not in OF_A_GAME or not is_plain:
        raise EventRefused("game_single")


def score_put(match: Match, log: MatchLog | None, side: int | None) -> None:
    """Set the columns from the log; `side` is the side that ended the match, None for the
    director.
    """
    score = (log or MatchLog(match.length)).score
    match.score = None if log is None else log.to_json()
    match.first_points, match.second_points = score.shown
    match.first_penalty, match.second_penalty = score.penalties
    match.reason = "" if score.end is None else score.end.reason
    match.outcome, match.winner, match.reported_by = "", None, None
    match.goes_on = None
    match.state, match.settled_at = Match.State.OPEN, None
    if not score.is_over:
        return
    kind = "" if score.end is None else score.end.kind
    ended = kind if kind in Match.NOT_PLAYED_OUT else Match.Outcome.PLAYED
    match.outcome, match.winner = ended, score.winner
    if side is None:
        match_settle(match)
    else:
        match.state, match.reported_by = Match.State.REPORTED, side


def match_settle(match: Match) -> None:
    """Settle a match, and rate it unless its kind excludes that."""
    match.state, match.settled_at = Match.State.SETTLED, timezone.now()
    reason = never_rated(match) or _unrated(match)
    if reason:
        match.is_rated, match.unrated_reason = False, reason
    elif match.unrated_reason in Match.NOT_PLAYED_OUT | {"draw"}:
        match.is_rated, match.unrated_reason = True, ""


def played_day(match: Match) -> datetime.date:
    """Return the day of a match whose result has just come in: the club's date today.

    If an event is recorded on a later day, the event's date is used; but matches at dates of their
    own are played on many days: each has the day of its board's end, or the one agreed on.
    """
    day = today(match.club)
    event = None if match.round is None else match.round.division.event
    if event is None:
        return match.played_on
    zone = ZoneInfo(match.club.time_zone)
    if event.own_dates:
        known = _known_moment(match)
        return day if known is None else timezone.localdate(known, zone)
    written_on = timezone.localdate(event.created_at, zone)
    return event.starts_on if event.starts_on < written_on == day else day


def _known_moment(match: Match) -> datetime.datetime | None:
    """Return when a match at a date of its own was played, if the program knows."""
    if match.online is not None and match.online.ended_at and match.online.status == ENDED:
        return match.online.ended_at
    past = Fixture.objects.filter(match=match, agreed_at__lte=timezone.now())
    if match.known_at is not None:
        # Before a correction of the bracket others may have agreed on it.
        past = past.filter(agreed_at__gte=match.known_at)
    return past.values_list("agreed_at", flat=True).first()


def never_rated(match: Match) -> str:
    """Return why a decided match is never rated, whatever the director says."""
    if match.outcome in Match.NOT_PLAYED_OUT:
        return str(match.outcome)
    if match.winner is None and not match.has_draws:
        return "draw"
    return "unlimited" if match.length is None else ""


def _unrated(match: Match) -> str:
    """Return why a match is not rated, as far as its event determines it."""
    event = None if match.round is None else match.round.division.event
    if event is not None and not event.is_rated:
        return "event"
    if (
        event is not None
        and match.length == 1
        and not match.has_draws
        and not event.rates_single_points
    ):
        return "single_point"
    return ""


def require_open(match: Match) -> None:
    """Check that a match can be played.

    Raises:
        Conflict: it is decided.
        Refused: it is a bye, or waits for its players.
    """
    require_known(match)
    if match.is_settled:
        raise EventConflict("match_settled")


def require_known(match: Match) -> None:
    """Check that both players of a match are known.

    Raises:
        Refused: it is a bye, or waits for its players.
    """
    if match.outcome == Match.Outcome.BYE:
        raise EventRefused("match_bye")
    if match.first_id is None or match.second_id is None:
        raise EventRefused("match_waiting")
