"""What the background worker does for this app; every task may run twice without harm."""

from celery import shared_task
from django.utils import timezone

from games.services.accounts import links_delete_expired
from games.services.origins import origins_delete


@shared_task
def old_traces_delete() -> None:
    """Delete addresses and devices after 30 days, and links that nobody can use any more."""
    origins_delete(now=timezone.now())
    links_delete_expired(now=timezone.now())
