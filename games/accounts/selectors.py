"""Reads on which devices a user is signed in."""

import datetime
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils import timezone

from games.models import BoardSeat, Membership, Player, SignIn, User


@dataclass(frozen=True, slots=True)
class Device:
    """A device as its owner sees it; `seen_at` is the hour, `is_this` marks the current one."""

    id: str
    name: str
    seen_at: datetime.datetime | None
    is_this: bool


def device_id(session_key: str) -> str:
    """Return a sign-in's identifier for pages. The session key itself is a secret and stays out of
    them.
    """
    return hashlib.sha256(f"device {session_key}".encode()).hexdigest()[:24]


def live_tokens(user: User) -> int:
    """Return the number of a user's valid tokens."""
    live = user.api_tokens.filter(revoked_at__isnull=True, expires_at__gt=timezone.now())
    return live.count()


def devices_of(user: User, session_key: str | None) -> list[Device]:
    """Return where a user is signed in, this device first, in one query."""
    rows = SignIn.objects.filter(user=user, expire_date__gt=timezone.now()).order_by(
        "-seen_at", "session_key"
    )
    found = [
        Device(device_id(row.pk), row.device, row.seen_at, row.pk == session_key) for row in rows
    ]
    return sorted(found, key=lambda device: not device.is_this)


@dataclass(frozen=True, slots=True)
class PushDevice:
    """A browser that messages go to; `mark` is a digest by which it recognises itself."""

    id: str
    name: str
    created_at: datetime.datetime
    mark: str


def push_devices_of(holder: User | BoardSeat) -> Sequence[PushDevice]:
    """Return the browsers that somebody gets messages in, the latest first, in one query."""
    rows = holder.push_subscriptions.order_by("-created_at", "-pk")
    return [
        PushDevice(
            row.public_id,
            row.device,
            row.created_at,
            hashlib.sha256(row.endpoint.encode()).hexdigest(),
        )
        for row in rows
    ]


def memberships_of(user: User) -> list[Membership]:
    """Return a user's clubs, with their player in each, in two queries."""
    own = Prefetch("club__players", Player.objects.filter(user=user), to_attr="own_players")
    found = user.memberships.select_related("club").prefetch_related(own)
    return list(found.order_by("club__name", "club__pk"))
