"""Deletes where requests came from: addresses and devices are kept for 30 days."""

import datetime

from django.db import transaction

from games.models import Origin

KEPT = datetime.timedelta(days=30)


@transaction.atomic
def origins_delete(*, now: datetime.datetime) -> int:
    """Delete the origins of actions older than 30 days, and return how many there were."""
    deleted, _ = Origin.objects.filter(created_at__lt=now - KEPT).delete()
    return deleted
