"""Background tasks of this app; every task may run twice without harm."""

import structlog
from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.accounts.services.accounts import links_delete_expired
from games.accounts.services.passwords import password_mail_send
from games.api.creations import creations_delete_old
from games.errors import Refused
from games.files.services.jobs import job_run, jobs_delete_old
from games.files.services.kept_backups import backup_keep
from games.record.log.origins import origins_delete
from games.table.services.passes import passes_delete_old
from games.webhooks.services.deliveries import (
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
    links_delete_expired(now=timezone.now())
    jobs_delete_old(now=timezone.now())
    deliveries_delete_old(now=timezone.now())
    creations_delete_old(now=timezone.now())


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
def webhook_send(delivery_id: int) -> None:
    """Try a delivery; `webhooks_send_due` retries failures."""
    delivery_send(delivery_id=delivery_id)


@shared_task
def webhooks_send_due() -> None:
    """Try what is due; runs every minute, so that a restart loses nothing."""
    for delivery_id in deliveries_due():
        delivery_send(delivery_id=delivery_id)


@shared_task(autoretry_for=(OSError,), retry_backoff=30, max_retries=3)
def password_mail(email: str, language: str, path: str) -> None:
    """Mail a link for a new password; retried if the mail server does not answer."""
    password_mail_send(email=email, language=language, path=path)
