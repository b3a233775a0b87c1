"""Presence: who is connected to the live stream of a table."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence
from typing import Final

from django.utils import timezone

from games.models import Presence
from games.table.live.topics import SESSION
from games.table.selectors.rights import HOLDER, USER

FORGOTTEN: Final = datetime.timedelta(minutes=10)
"""The silence after which the presence left by a killed server is deleted."""


def presence_write(connections: Sequence[tuple[str, str, str]]) -> None:
    """Record that these are connected: topic, who, and the connection's id."""
    now = timezone.now()
    names = [name for _topic, _who, name in connections]
    Presence.objects.filter(session__isnull=False, seen_at__lt=now - FORGOTTEN).delete()
    known = Presence.objects.filter(connection__in=names)
    known.update(seen_at=now)
    known_names = set(known.values_list("connection", flat=True))
    Presence.objects.bulk_create(
        [
            _presence(topic, who, name, now)
            for topic, who, name in connections
            if name not in known_names and topic.startswith(SESSION)
        ],
        ignore_conflicts=True,
    )


def _presence(topic: str, who: str, name: str, now: datetime.datetime) -> Presence:
    number = int(who[len(USER) :])
    return Presence(
        session_id=int(topic.partition(":")[2]),
        user_id=number if who.startswith(USER) else None,
        holder_id=number if who.startswith(HOLDER) else None,
        connection=name,
        seen_at=now,
    )


def presence_delete(connections: Collection[str]) -> None:
    """Record that these are no longer connected."""
    Presence.objects.filter(session__isnull=False, connection__in=connections).delete()
