"""Where somebody is entered."""

from __future__ import annotations

from games.models import Player
from tournaments.models import Entry, Event


def plays_in(player: Player) -> list[str]:
    """Return the titles of the events that are not over in which somebody plays."""
    open_ones = (Event.Status.PLANNED, Event.Status.RUNNING)
    rows = Entry.objects.filter(Entry.of(player), division__event__status__in=open_ones)
    rows = rows.exclude(state=Entry.State.WITHDRAWN).order_by("division__event")
    return list(dict.fromkeys(rows.values_list("division__event__title", flat=True)))
