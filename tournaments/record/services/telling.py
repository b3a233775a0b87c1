"""Tells players' devices where they play next, when a table is given to them."""

from __future__ import annotations

from collections.abc import Sequence

from games.accounts.services.push import Notice
from games.models import Player, PushSubscription
from games.signals import notice_tell

Calls = Sequence[tuple[Sequence[Player], Notice]]
"""Who is called to a table, and what their devices show."""


def calls_tell(calls: Calls) -> None:
    """Tell the devices of all who are called, after the commit, with one query for all of them.

    A merged player is called under the name that remains. Who has no device with messages gets
    none.
    """
    called = [
        (user, notice)
        for players, notice in calls
        for player in players
        if (user := player.current.user_id) is not None
    ]
    if not called:
        return
    found = PushSubscription.objects.filter(user__in={user for user, _notice in called})
    reached = set(found.values_list("user", flat=True))
    for user, notice in called:
        if user in reached:
            notice_tell(user, notice.as_json())
