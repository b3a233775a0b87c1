"""Reacts to this app's own signals."""

from typing import Any

import structlog
from django.dispatch import receiver
from kombu.exceptions import OperationalError

from games.files.services.jobs import jobs_forget
from games.models import Player
from games.signals import (
    delivery_waiting,
    password_asked,
    player_anonymised,
    session_changed,
)
from games.tasks import day_backup, old_traces_delete, password_mail, webhook_send, webhooks_tell
from games.webhooks.services.deliveries import deliveries_rename, deliveries_write, is_heard

logger = structlog.get_logger(__name__)


@receiver(session_changed)
def sweep_at_the_start_of_an_evening(sender: Any, *, version: int, **news: Any) -> None:
    """Delete old traces when a session is set up: `manage.py up` may run without a scheduler.

    The first evening of a day also makes the daily backup.
    """
    if version == 1:
        old_traces_delete.delay()
        day_backup.delay()


@receiver(session_changed)
def webhooks_are_told(
    sender: Any, *, session_id: int, club_id: int, version: int, **news: Any
) -> None:
    """Queue the messages of this version for a club's webhooks, if it has any.

    The tap is already recorded: without a broker the messages are stored here and sent within a
    minute after it is back.
    """
    if not is_heard(club_id):
        return
    try:
        webhooks_tell.delay(session_id, version)
    except OperationalError as error:
        logger.warning("webhooks_late", session=session_id, error=str(error))
        deliveries_write(session_id=session_id, version=version)


@receiver(player_anonymised)
def copies_lose_the_name(sender: Any, *, player: Player, former: str, **news: Any) -> None:
    """Remove a name from stored webhook messages, and delete the files of jobs that contain it."""
    deliveries_rename(player=player)
    jobs_forget(club=player.club)


@receiver(password_asked)
def password_is_mailed(sender: Any, *, email: str, language: str, path: str, **news: Any) -> None:
    """Leave the account look-up and the mail to the worker, so that the response time reveals
    nothing.
    """
    try:
        password_mail.delay(email, language, path)
    except OperationalError as error:
        logger.warning("password_mail_lost", error=str(error))


@receiver(delivery_waiting)
def delivery_is_sent(sender: Any, *, delivery_id: int, **news: Any) -> None:
    """Queue a message; without a broker it is sent within a minute after it is back."""
    try:
        webhook_send.delay(delivery_id)
    except OperationalError as error:
        logger.warning("webhooks_late", delivery=delivery_id, error=str(error))
