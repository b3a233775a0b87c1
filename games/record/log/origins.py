"""Deletes where requests came from: addresses and devices are kept for 30 days."""

import datetime
from dataclasses import dataclass

from django.db import transaction
from django.http import HttpRequest

from games.models import Origin

KEPT = datetime.timedelta(days=30)


@transaction.atomic
def origins_delete(*, now: datetime.datetime) -> int:
    """Delete the origins of actions older than 30 days, and return how many there were."""
    deleted, _ = Origin.objects.filter(created_at__lt=now - KEPT).delete()
    return deleted


@dataclass(frozen=True, slots=True)
class Sender:
    """Where a request came from; stored apart from the log, for 30 days."""

    address: str | None
    device: str = ""


def sender_of(request: HttpRequest) -> Sender:
    return Sender(request.META.get("REMOTE_ADDR"), request.headers.get("User-Agent", "")[:200])
