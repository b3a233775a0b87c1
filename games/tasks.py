"""Background tasks of this app; every task may run twice without harm."""

from typing import Any

import structlog
from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.accounts.services.accounts import links_delete_expired, sign_ins_delete_old
from games.accounts.services.passwords import password_mail_send
from games.accounts.services.push import (
    Notice,
    PushLater,
    push_devices,
    push_send,
    pushes_delete_old,
)
from games.api.creations import creations_delete_old
from games.boards.services.assistant import assistant_move, assistants_due
from games.boards.services.invitation_mails import invitation_mail_send
from games.boards.services.news import news_send
from games.boards.services.presence import seats_sweep
from games.chouetteboards.services.assistant import chouette_assist
from games.errors import Refused
from games.files.services.jobs import job_run, jobs_delete_old
from games.files.services.kept_backups import backup_keep
from games.record.log.origins import origins_delete
from games.table.services.passes import passes_delete_old
from games.web.limits import limits_delete_old
from games.webhooks.services.deliveries import (
    board_deliveries_write,
    boards_untold,
    deliveries_delete_old,
    deliveries_due,
    deliveries_write,
    delivery_send,
)

logger = structlog.get_logger(__name__)

__all__ = ["job_run"]  # the task for files is in the module of its services


@shared_task
def old_traces_delete() -> None:
    """Delete addresses, devices and webhooks' logs after 30 days, and expired links."""
    origins_delete(now=timezone.now())
    passes_delete_old(now=timezone.now())
    limits_delete_old(now=timezone.now())
    links_delete_expired(now=timezone.now())
    jobs_delete_old(now=timezone.now())
    deliveries_delete_old(now=timezone.now())
    creations_delete_old(now=timezone.now())
    pushes_delete_old()


@shared_task(name="chouette.tasks.old_sign_ins_delete")
def old_sign_ins_delete() -> None:
    """Delete sign-ins that have expired, and failed ones with the addresses they came from."""
    sign_ins_delete_old(now=timezone.now())


@shared_task
def day_backup() -> None:
    """Make the daily backup, if it does not exist yet."""
    if settings.BACKUPS_BY_THEMSELVES:
        try:
            backup_keep(now=timezone.now())
        except (Refused, OSError) as error:
            logger.exception("backup_failed", error=str(error))


@shared_task
def webhooks_tell(session_id: int, version: int) -> None:
    """Store the messages of a session's version for webhooks, and try each once."""
    for delivery_id in deliveries_write(session_id=session_id, version=version):
        webhook_send.delay(delivery_id)


@shared_task
def board_webhooks_tell(board_id: int) -> None:
    """Store the end of a board for webhooks, and try each once."""
    for delivery_id in board_deliveries_write(board_id=board_id):
        webhook_send.delay(delivery_id)


@shared_task
def webhook_send(delivery_id: int) -> None:
    """Try a delivery; `webhooks_send_due` retries failures."""
    delivery_send(delivery_id=delivery_id)


@shared_task
def webhooks_send_due() -> None:
    """Try what is due, ends of boards included; every minute, so that a restart loses nothing."""
    for board_id in boards_untold(now=timezone.now()):
        board_deliveries_write(board_id=board_id)
    for delivery_id in deliveries_due():
        delivery_send(delivery_id=delivery_id)


@shared_task(autoretry_for=(OSError,), retry_backoff=30, max_retries=3)
def password_mail(email: str, language: str, path: str) -> None:
    """Mail a link for a new password; retried if the mail server does not answer."""
    password_mail_send(email=email, language=language, path=path)


@shared_task
def push_tell(user_id: int | None, notice: dict[str, Any], seat_id: int | None = None) -> None:
    """Tell all devices of a user or a guest's seat; `notice` is `Notice.as_json()`."""
    for subscription_id in push_devices(user_id, seat_id):
        push_tell_device.delay(subscription_id, notice)


@shared_task(autoretry_for=(PushLater,), retry_backoff=30, max_retries=4)
def push_tell_device(subscription_id: int, notice: dict[str, Any]) -> None:
    """Tell one device; tried again while its push service is busy."""
    push_send(subscription_id=subscription_id, notice=Notice.of(notice))


@shared_task
def assistant_plays(board_id: int) -> None:
    """Make the assistant's turn at a board; at a chouette for a box that has gone."""
    assistant_move(board_id=board_id)
    chouette_assist(board_id=board_id)


@shared_task
def assistants_wake() -> None:
    """Queue the assistant's turns again that a lost broker or a killed worker has left."""
    for board_id in assistants_due():
        assistant_plays.delay(board_id)


@shared_task(autoretry_for=(OSError,), retry_backoff=30, max_retries=3)
def board_invitation_mail(invitation_id: int, link: str, language: str) -> None:
    """Mail an invitation to a board; retried if the mail server does not answer."""
    invitation_mail_send(invitation_id=invitation_id, link=link, language=language)


@shared_task
def seats_left() -> None:
    """Note who is gone from boards whose server was killed, where no server notes it."""
    seats_sweep()


@shared_task
def board_news() -> None:
    """Mail reminders and digests of boards that wait; runs every ten minutes."""
    news_send()
