"""Template tags about leagues and cups, for pages that belong to the club or to events."""

from typing import Any

from django import template
from django.urls import reverse

from games.models import Club
from games.permissions import Reader
from tournaments.leagues.presenters.mine import leagues_mine
from tournaments.leagues.presenters.unread import leagues_directed
from tournaments.leagues.selectors.cups import cup_obstacle
from tournaments.models import Cup, Event, Match
from tournaments.pages.actors import is_let_in, may_be_in, pass_of
from tournaments.pages.presenters.match_texts import beside_board_text
from tournaments.record.selectors.dated import dated_of

register = template.Library()


@register.inclusion_tag("tournaments/leagues/mine.html", takes_context=True)
def my_leagues(context: Any, club: Club) -> dict[str, Any]:
    """Show what the leagues of a club ask of the reader: as their director, and as who plays."""
    user = context["request"].user
    directs = leagues_directed(club, Reader.of(user, club))
    return {"lines": leagues_mine(club, user), "directs": directs}


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
def beside_board(match: Match) -> str:
    """Say that the board of a match does not count, where it was decided otherwise."""
    return beside_board_text(match)


@register.simple_tag
def cup_address(event: Event) -> str:
    """Return where an event becomes a cup; blank where it cannot."""
    return "" if cup_obstacle(event) else reverse("cup_of_event", args=[event.public_id])


@register.simple_tag(takes_context=True)
def may_play_in(context: Any, event: Event) -> bool:
    """Tell whether the reader is offered their own page of an event: not if they are known and do
    not play in it.
    """
    request = context["request"]
    holder = pass_of(request, event)
    return may_be_in(request, event, holder if is_let_in(holder) else None)
