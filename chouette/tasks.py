"""Background tasks of the project itself."""

from datetime import timedelta

from axes.models import AccessAttempt
from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from chouette.health import heartbeat_write

# As long as the record keeps the address that an action came from.
ATTEMPTS_KEPT = timedelta(days=30)


@shared_task(ignore_result=True)
def heartbeat() -> None:
    """Record that the scheduler and a worker are running."""
    heartbeat_write()


@shared_task
def old_sign_ins_delete() -> None:
    """Delete sign-ins that have expired, and failed ones with the addresses they came from."""
    call_command("clearsessions")
    AccessAttempt.objects.filter(attempt_time__lt=timezone.now() - ATTEMPTS_KEPT).delete()
