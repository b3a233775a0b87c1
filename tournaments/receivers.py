"""Hears what the games app announces."""

import structlog
from django.dispatch import receiver
from kombu.exceptions import OperationalError

from games.signals import club_changed, session_changed
from tournaments.tasks import rebuild_leaderboard

logger = structlog.get_logger(__name__)


@receiver(session_changed, dispatch_uid="tournaments.leaderboard")
def results_changed(sender: object, *, club_id: int, results_changed: bool, **rest: object) -> None:
    """Queue the leaderboards of a club whose results changed; other taps change none.

    The game has been recorded already: where no broker answers, the leaderboard is late, and the
    next game or `leaderboard_rebuild` brings it up to date.
    """
    if results_changed:
        _queue(club_id)


@receiver(club_changed, dispatch_uid="tournaments.minimum_games")
def settings_changed(
    sender: object, *, club_id: int, fields: frozenset[str], **rest: object
) -> None:
    """Queue the leaderboards of a club that asks for more games now, or for fewer."""
    if "minimum_games" in fields:
        _queue(club_id)


def _queue(club_id: int) -> None:
    try:
        rebuild_leaderboard.delay_on_commit(club_id)  # type: ignore[attr-defined]
    except OperationalError as error:
        logger.warning("leaderboard_late", club=club_id, error=str(error))
