"""Seasons of leagues and cups together: all whose matches are played at dates of their own."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.urls import reverse

from games.models import Player
from tournaments.models import Cup, Dated, Event, LeagueSeason


def dated_in(events: QuerySet[Event]) -> list[Dated]:
    """Return the seasons and cups that some events are, in one query."""
    found = events.filter(own_dates=True).select_related("club", "league_season__league", "cup")
    return [
        one
        for event in found.order_by("pk")
        for one in (getattr(event, "league_season", None) or getattr(event, "cup", None),)
        if one is not None
    ]


def dated_playing(player: Player) -> list[Dated]:
    """Return the seasons and cups that are running in which somebody is entered."""
    entries = Q(divisions__entries__player=player) | Q(
        divisions__entries__player__merged_into=player
    )
    running = Event.objects.filter(club=player.club_id, status=Event.Status.RUNNING)
    mine = running.filter(entries).values("pk")
    return dated_in(Event.objects.filter(pk__in=mine))


def name_of(dated: Dated) -> str:
    """Return what players call it: the league by its name, a cup by its title."""
    return dated.event.title if isinstance(dated, Cup) else dated.league.name


def own_page(dated: Dated) -> str:
    """Return the address of a player's own page in it."""
    if isinstance(dated, LeagueSeason):
        return reverse("league_me", args=[dated.league.public_id])
    return reverse("cup_me", args=[dated.event.public_id])


def directors_page(dated: Dated) -> str:
    """Return the address of the page on which directors decide."""
    if isinstance(dated, LeagueSeason):
        return reverse("league_direct", args=[dated.league.public_id])
    return reverse("cup_direct", args=[dated.event.public_id])
