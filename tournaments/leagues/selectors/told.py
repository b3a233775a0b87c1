"""What accounts were told about their leagues."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from games.models import User
from tournaments.models import LeagueTold

CLAIM_TRIES: Final = 2
"""So often something is claimed that was not told: a third time it may be what kills the worker."""


def told_whats(users: Iterable[User], now: datetime.datetime) -> dict[int, set[str]]:
    """Return what accounts were told, or are being told now: not what a killed worker has left."""
    found: dict[int, set[str]] = defaultdict(set)
    left = LeagueTold.objects.filter(claimed_until__lte=now, tries__lt=CLAIM_TRIES)
    rows = LeagueTold.objects.filter(user__in=list(users)).exclude(pk__in=left.values("pk"))
    for user, what in rows.values_list("user", "what"):
        found[user].add(what)
    return found
