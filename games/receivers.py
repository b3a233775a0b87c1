"""What follows from news about sessions inside this app."""

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
    """Sweep out old traces when a session is set up: `manage.py up` has no clock of its own.

    The first evening of a day finds its backup made as well.
    """
    if version == 1:
        old_traces_delete.delay()
        day_backup.delay()


@receiver(session_changed)
def webhooks_are_told(
    sender: Any, *, session_id: int, club_id: int, version: int, **news: Any
) -> None:
    """Queue what a club's webhooks are to hear of this version, where it has any.

    The tap has been recorded already: where no broker answers, the messages are written down here
    and go out within the minute after one does.
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
    """Take a name out of what was kept for webhooks, and delete the files of jobs that hold it."""
    deliveries_rename(player=player)
    jobs_forget(club=player.club)


@receiver(password_asked)
def password_is_mailed(sender: Any, *, email: str, language: str, path: str, **news: Any) -> None:
    """Leave looking the account up, and the mail, to the worker: the answer then tells nothing."""
    try:
        password_mail.delay(email, language, path)
    except OperationalError as error:
        logger.warning("password_mail_lost", error=str(error))


@receiver(delivery_waiting)
def delivery_is_sent(sender: Any, *, delivery_id: int, **news: Any) -> None:
    """Queue a message; where no broker answers, it goes out within the minute after one does."""
    try:
        webhook_send.delay(delivery_id)
    except OperationalError as error:
        logger.warning("webhooks_late", delivery=delivery_id, error=str(error))
