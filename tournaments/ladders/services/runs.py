"""Runs of the ratings: request, progress, duration and errors."""

import datetime
from collections.abc import Sequence
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Count, F
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import Club, User
from games.models.locks import rows_locked
from games.permissions import Capability, require
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import RatingRun, RatingState

logger = structlog.get_logger(__name__)

KEPT_FOR: Final = datetime.timedelta(days=30)
LONGEST_ERROR: Final = 500
LOST_AFTER: Final = datetime.timedelta(minutes=15)
"""A run without a sign of life for this long has lost its workers: the largest club takes
seconds.
"""
LOST: Final = "lost: no worker has been at it since %s"

State = RatingRun.State


def ratings_follow(*, club_id: int) -> None:
    """Update a club's ratings after a change, and record the run."""
    began = timezone.now()
    try:
        done = ratings_refresh(club_id=club_id)
    except Exception as error:
        _note(club_id, began, State.FAILED, error=_told(error))
        raise
    if done.sessions:
        _note(club_id, began, State.DONE, sessions=done.sessions, games=done.games)


def matches_follow(*, club_id: int) -> None:
    """Update a club's match ratings after a result, and record the run."""
    began = timezone.now()
    try:
        done = match_ratings_refresh(club_id=club_id)
    except Exception as error:
        _note(club_id, began, State.FAILED, error=_told(error))
        raise
    if done:
        _note(club_id, began, State.DONE, matches=done)


def rebuilding_ask(*, clubs: Sequence[Club], by: User | None) -> RatingRun:
    """Record that some clubs' ratings are to be rebuilt; `rebuild` does the work.

    Without `by` the request came from the command line.

    Raises:
        NotAllowed: the user may not do this in one of the clubs.
    """
    for club in clubs:
        if by is not None:
            require(by, Capability.USE_ADMIN, club)
    return RatingRun.objects.create(
        club=clubs[0] if len(clubs) == 1 else None,
        kind=RatingRun.Kind.REBUILD,
        state=State.QUEUED,
        asked_by=by,
        total=len(clubs),
    )


def rebuild(*, run_id: int, club_id: int) -> None:
    """Rebuild one club's ratings as part of a run; repeating it is harmless and counts once."""
    _begin(run_id)
    run = RatingRun.objects.filter(pk=run_id).first()
    if run is None or RatingState.objects.filter(pk=club_id, rebuilt_in=run).exists():
        return
    try:
        matches = match_ratings_refresh(club_id=club_id, everything=True)
        # Last, because it records that this run has been here.
        done = ratings_refresh(club_id=club_id, everything=True, run=run)
    except Exception as error:
        logger.exception("rebuild_failed", club=club_id)
        _count(run_id, error=f"{club_id}: {_told(error)}")
        raise
    _count(run_id, sessions=done.sessions, games=done.games, matches=matches)


def runs_mark_lost(*, now: datetime.datetime) -> int:
    """Mark runs without a worker as failed; return how many.

    A killed run cannot report itself. If its work is resumed after all, the run goes on. A waiting
    run has not begun, and its state says so.
    """
    since = now - LOST_AFTER
    seen = Coalesce("seen_at", "started_at", "asked_at")
    lost = RatingRun.objects.filter(state=State.RUNNING).annotate(seen=seen).filter(seen__lt=since)
    for run in lost:
        error = "\n".join(filter(None, [run.error, LOST % f"{run.seen:%Y-%m-%d %H:%M} UTC"]))
        RatingRun.objects.filter(pk=run.pk, state=State.RUNNING, seen_at=run.seen_at).update(
            state=State.FAILED, finished_at=now, error=error
        )
    return len(lost)


def runs_delete_old(*, now: datetime.datetime) -> None:
    """Delete runs older than a month."""
    RatingRun.objects.filter(asked_at__lt=now - KEPT_FOR).delete()


@transaction.atomic
def _begin(run_id: int) -> None:
    """Give a sign of life at the start of a club; a run thought lost goes on."""
    now = timezone.now()
    runs = RatingRun.objects.filter(pk=run_id)
    runs.filter(state=State.QUEUED).update(state=State.RUNNING, started_at=now)
    runs.filter(state=State.RUNNING).update(seen_at=now)
    run = rows_locked(runs.filter(state=State.FAILED, done__lt=F("total"))).first()
    if run is not None:
        lines = run.error.splitlines()
        run.error = "\n".join(line for line in lines if not line.startswith(LOST.partition("%")[0]))
        run.state, run.finished_at, run.seen_at = State.RUNNING, None, now
        run.save(update_fields=["error", "state", "finished_at", "seen_at"])


@transaction.atomic
def _count(
    run_id: int, *, sessions: int = 0, games: int = 0, matches: int = 0, error: str = ""
) -> None:
    """Count a club as done; the last one ends the run."""
    RatingRun.objects.filter(pk=run_id).update(
        done=F("done") + 1,
        sessions=F("sessions") + sessions,
        games=F("games") + games,
        matches=F("matches") + matches,
        seen_at=timezone.now(),
    )
    run = rows_locked(RatingRun.objects).get(pk=run_id)
    if error:
        run.error = "\n".join(filter(None, [run.error, error]))
        run.save(update_fields=["error"])
    if run.done >= run.total:
        run.state = State.FAILED if run.error else State.DONE
        run.finished_at = timezone.now()
        run.save(update_fields=["state", "finished_at"])


def _note(
    club_id: int,
    began: datetime.datetime,
    state: str,
    *,
    sessions: int = 0,
    games: int = 0,
    matches: int = 0,
    error: str = "",
) -> None:
    RatingRun.objects.create(
        club_id=club_id,
        kind=RatingRun.Kind.CHANGE,
        state=state,
        asked_at=began,
        started_at=began,
        finished_at=timezone.now(),
        sessions=sessions,
        games=games,
        matches=matches,
        done=1,
        error=error,
    )


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST_ERROR]


def largest_first(clubs: Sequence[Club]) -> list[Club]:
    """Sort clubs by how much they have played: the longest work begins first."""
    counts = dict(
        Club.objects.filter(pk__in=[club.pk for club in clubs])
        .order_by()
        .values_list("pk")
        .annotate(Count("sessions"))
    )
    return sorted(clubs, key=lambda club: (-counts[club.pk], club.pk))
