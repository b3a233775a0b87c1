"""Whether the phone of a player may go on in a later season of a league."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F

from games.models import Player
from games.names.identity import sort_key
from tournaments.models import (
    Entry,
    EntryPass,
    Event,
    EventStep,
    FixtureNote,
    LeagueSeason,
    MatchStep,
)


def may_follow(holder: EntryPass, event: Event) -> bool:
    """Tell whether a pass of one season lets its phone have one of a later season.

    It does if its player plays there. Not if the director has blocked a phone of theirs in a season
    after that of the pass: then the director makes a new link.
    """
    player = holder.player.current
    granted = EntryPass.objects.filter(pk=holder.pk, state=EntryPass.State.GRANTED)
    later = LeagueSeason.objects.filter(
        event=event,
        league__seasons__event=holder.event_id,
        number__gt=F("league__seasons__number"),
    )
    entries = Entry.objects.filter(Entry.of(player), division__event=event)
    since = LeagueSeason.objects.filter(
        league__seasons__event=holder.event_id, number__gt=F("league__seasons__number")
    )
    blocked = EntryPass.objects.filter(
        event__in=since.values("event"), player__in=player.own_keys(), state=EntryPass.State.REVOKED
    )
    return (
        event.is_open
        and granted.exists()
        and later.exists()
        and entries.exclude(state=Entry.State.WITHDRAWN).exists()
        and not blocked.exists()
    )


def phones_in(event: int) -> frozenset[int]:
    """Return the keys of the players who have a phone or a link in an event, by its key: those of
    now, of who was merged.
    """
    found = EntryPass.objects.filter(event=event, state=EntryPass.State.GRANTED)
    rows = found.values_list("player", "player__merged_into")
    return frozenset(merged or player for player, merged in rows)


def season_to_follow(holder: EntryPass) -> LeagueSeason | None:
    """Return the latest season of a pass's league if its phone may go on there."""
    of_league = LeagueSeason.objects.filter(league__seasons__event=holder.event_id)
    latest = of_league.select_related("event", "league").order_by("-number").first()
    return latest if latest is not None and may_follow(holder, latest.event) else None


def unlinked_in(event: Event) -> list[Player]:
    """Return who plays in an event without an account, a phone or a link, by name."""
    entered = Entry.objects.filter(division__event=event).exclude(state=Entry.State.WITHDRAWN)
    reached = phones_in(event.pk)
    rows = entered.select_related("player__merged_into").order_by("pk")
    found = {one.player.current.pk: one.player for one in rows}
    free = (
        one
        for pk, one in found.items()
        if pk not in reached and one.current.user_id is None and one.current.is_active
    )
    return sorted(free, key=lambda one: sort_key(one.name))


def passes_used(passes: Iterable[EntryPass]) -> set[int]:
    """Return the keys of the passes by which somebody has sent something."""
    keys = [one.pk for one in passes]
    return {
        pk
        for rows in (MatchStep.objects, EventStep.objects, FixtureNote.objects)
        for pk in rows.filter(sent_by__in=keys).values_list("sent_by", flat=True).distinct()
        if pk is not None
    }
