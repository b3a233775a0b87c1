"""Template tags about leagues and cups, for pages that belong to the club or to events."""

from typing import Any

from django import template
from django.db.models import Q
from django.urls import reverse

from games.models import Club
from tournaments.leagues.presenters.mine import leagues_mine
from tournaments.leagues.selectors.cups import cup_obstacle
from tournaments.models import Cup, Entry, Event
from tournaments.record.selectors.dated import dated_of

register = template.Library()


@register.inclusion_tag("tournaments/leagues/mine.html", takes_context=True)
def my_leagues(context: Any, club: Club) -> dict[str, Any]:
    """Show the leagues of a club in which the reader has a match to play, if any."""
    return {"lines": leagues_mine(club, context["request"].user)}


@register.simple_tag
def wall_address(event: Event) -> str:
    """Return where an event is on a big screen: as a season, as a cup, or by itself."""
    dated = dated_of(event)
    if dated is None:
        return reverse("event_wall", args=[event.public_id])
    if isinstance(dated, Cup):
        return reverse("cup_wall", args=[event.public_id])
    return reverse("league_wall", args=[dated.league.public_id])


@register.simple_tag
def cup_address(event: Event) -> str:
    """Return where an event becomes a cup; blank where it cannot."""
    return "" if cup_obstacle(event) else reverse("cup_of_event", args=[event.public_id])


@register.simple_tag(takes_context=True)
def only_directs(context: Any, event: Event, may_direct: bool) -> bool:
    """Tell whether the reader directs an event at dates of its own in which they do not play."""
    if not may_direct or not event.own_dates:
        return False
    mine = Entry.objects.filter(division__event=event)
    user = context["request"].user
    return not mine.filter(Q(player__user=user) | Q(player__merged_into__user=user)).exists()
