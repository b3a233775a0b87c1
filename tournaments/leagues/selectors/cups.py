"""Cups as their club sees them."""

from __future__ import annotations

from typing import Any, Final

from games.errors import NotFound
from games.models import Club, Player
from games.models.ids import is_public_id
from tournaments.models import Cup, Entry, Event

SHAPES: Final = ("single", "progressive", "double")
"""The brackets that can be played over weeks."""


def cups_of(club: Club) -> list[Cup]:
    """Return a club's cups, the latest first."""
    found = Cup.objects.filter(event__club=club).exclude(event__status=Event.Status.TEMPLATE)
    return list(found.select_related("event").order_by("-event__starts_on", "-pk"))


def cup_find(public_id: str) -> Cup:
    """Return the cup that an event is, without checking who may see it.

    Raises:
        NotFound: there is no such event, or it is none.
    """
    found = Cup.objects.select_related("event__club").filter(event__public_id=public_id)
    cup = found.first() if is_public_id(public_id) else None
    if cup is None:
        raise NotFound
    return cup


def cup_obstacle(event: Event) -> str:
    """Return why an event cannot become a cup now, as the code of a sentence; blank if it can.

    One that was a cup may become one again although it has begun.
    """
    if event.own_dates:
        return "cup_already"
    if event.status != Event.Status.PLANNED and not (
        event.status == Event.Status.RUNNING and event.log.filter(kind="cup_end").exists()
    ):
        return "cup_begun"
    formats = set(event.divisions.values_list("format", flat=True))
    return "" if formats and formats <= set(SHAPES) else "cup_shape"


def cup_before(event: Event) -> dict[str, Any]:
    """Return the plan and the rules of the cup that an event was, if it was one."""
    last = event.log.filter(kind="cup_end").order_by("-sequence").first()
    return {} if last is None else dict(last.payload["before"])


def entry_of(cup: Cup, player: Player) -> Entry | None:
    """Return where somebody is entered in a cup."""
    return Entry.objects.filter(Entry.of(player), division__event=cup.event_id).first()


def entry_named(cup: Cup, public_id: str) -> Entry:
    """Return an entry of a cup.

    Raises:
        NotFound: there is none.
    """
    found = Entry.objects.filter(division__event=cup.event_id, public_id=public_id)
    entry = found.select_related("division__event__club", "player__merged_into").first()
    if entry is None:
        raise NotFound
    return entry
