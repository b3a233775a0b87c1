"""Hears what the games app announces."""

import structlog
from django.db.models import Q
from django.dispatch import receiver
from kombu.exceptions import OperationalError

from games.models import Action, Session
from games.signals import session_changed
from tournaments.evenings import evening_stale
from tournaments.tasks import rebuild_leaderboard, refresh_ratings

logger = structlog.get_logger(__name__)


@receiver(session_changed, dispatch_uid="tournaments.leaderboard")
def results_changed(
    sender: object, *, session_id: int, club_id: int, results_changed: bool, **rest: object
) -> None:
    """Queue the leaderboards of a club whose results changed; other taps change none.

    The game has been recorded already: where no broker answers, the leaderboard is late, and the
    next game or `leaderboard_rebuild` brings it up to date.
    """
    if results_changed:
        evening_stale(session_id=session_id)
        _queue(club_id)


def _queue(club_id: int) -> None:
    try:
        rebuild_leaderboard.delay_on_commit(club_id)  # type: ignore[attr-defined]
    except OperationalError as error:
        logger.warning("leaderboard_late", club=club_id, error=str(error))


@receiver(session_changed, dispatch_uid="tournaments.ratings")
def session_counts(
    sender: object, *, session_id: int, club_id: int, kind: str, **rest: object
) -> None:
    """Queue the ratings of a club whose session counts, or has counted until now.

    One that is being played does not count yet; that it does no more was told when it was reopened.
    Where no broker answers, the ratings are late: what is stale is found by the next task, and
    every night.
    """
    if kind == Action.Kind.PLAY:
        return
    counts = ~Q(status=Session.Status.OPEN) | Q(evidence__isnull=False)
    if Session.objects.filter(counts, pk=session_id).exists():
        try:
            refresh_ratings.delay_on_commit(club_id)  # type: ignore[attr-defined]
        except OperationalError as error:
            logger.warning("ratings_late", club=club_id, error=str(error))
