"""Template tags about leagues and cups, for pages that belong to the club or to events."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse

from games.clubs.selectors.privacy import people_seen
from games.models import Club
from games.names.lists import in_a_row
from games.permissions import Capability
from tournaments.leagues.presenters.fixtures import FixtureCard, card_of, with_taken_back
from tournaments.leagues.presenters.mine import leagues_mine
from tournaments.leagues.presenters.unread import leagues_directed
from tournaments.leagues.selectors.confirming import confirming_of
from tournaments.leagues.selectors.cups import cup_obstacle
from tournaments.leagues.selectors.fixtures import decided_in, fixture_of
from tournaments.leagues.selectors.leagues import seasons_of
from tournaments.models import Cup, Event, League, LeagueSeason, Match, Round
from tournaments.pages.actors import (
    holds_some,
    is_let_in,
    match_for,
    may_be_in,
    pass_of,
    season_held,
)
from tournaments.pages.presenters.match_texts import beside_board_text
from tournaments.pages.presenters.matches import looker_of
from tournaments.pages.selectors.matches import decided_beside
from tournaments.record.selectors.dated import cup_of, dated_of, dated_of_match

register = template.Library()
register.filter("in_a_row", in_a_row)


@register.inclusion_tag("tournaments/leagues/mine.html", takes_context=True)
def my_leagues(context: Any, club: Club) -> dict[str, Any]:
    """Show what the leagues of a club ask of the reader: as their director, and as who plays."""
    reader = context["page"].reader
    lines = leagues_mine(club, context["request"].user, reader)
    return {"lines": lines, "directs": leagues_directed(club, reader)}


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
def home_of(event: Event) -> dict[str, str]:
    """Return what kind of event it is, "league", "cup" or "", and the address of its own page."""
    dated = dated_of(event)
    if isinstance(dated, LeagueSeason):
        return {"kind": "league", "url": reverse("league", args=[dated.league.public_id])}
    kind = "" if dated is None else "cup"
    return {"kind": kind, "url": reverse("event", args=[event.public_id])}


@register.simple_tag(takes_context=True)
def way_home(context: Any, of: League | Event | None) -> str:
    """Return where the name of the program leads on a page of a league or an event: a phone without
    an account to its player's own page, for to that the first page of the program has no way.
    """
    request = context["request"]
    if of is None or request.user.is_authenticated or not holds_some(request):
        return reverse("home")
    dated = dated_of(of) if isinstance(of, Event) else None
    league = of if isinstance(of, League) else getattr(dated, "league", None)
    if league is not None and season_held(request, seasons_of(league)) is not None:
        return reverse("league_me", args=[league.public_id])
    if isinstance(of, Event) and is_let_in(pass_of(request, of)):
        return reverse("event_me", args=[of.public_id])
    return reverse("home")


@register.simple_tag
def beside_board(match: Match) -> str:
    """Say that the board of a match does not count, where it was decided otherwise."""
    return beside_board_text(match)


@register.simple_tag
def boards_beside(*lists: Iterable[Any]) -> frozenset[int]:
    """Return the keys of boards whose match was decided otherwise meanwhile, of those on cards."""
    return decided_beside([card.board.pk for cards in lists for card in cards])


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


@register.simple_tag(takes_context=True)
def cup_to_enter(context: Any, event: Event) -> str:
    """Return where a member enters a cup, until it is drawn; else blank."""
    reader = context.get("reader")
    if reader is None or not reader.may(Capability.SEE_NAMES) or cup_of(event) is None:
        return ""
    if event.status != Event.Status.PLANNED or Round.objects.filter(division__event=event).exists():
        return ""
    return reverse("cup_me", args=[event.public_id])


@register.simple_tag(takes_context=True)
def fixture_card(context: Any, match: Match) -> FixtureCard | None:
    """Return a match with what was said about it, for its two players and the director."""
    request = context["request"]
    match, reader, actor = match_for(request, match.public_id)
    dated, looker = dated_of_match(match), looker_of(match, actor, reader)
    if dated is None or (looker.side is None and not looker.is_director):
        return None
    found = fixture_of(dated, match.public_id)
    if found is None:
        return None
    two = [one for one in (found.match.first, found.match.second) if one is not None]
    names = {pk: one.name for pk, one in people_seen(two, reader).items()}
    player = None if looker.side is None else two[looker.side].current
    decided, is_director = decided_in([found]), looker.is_director
    said: dict[str, Any] = {"decided": decided, "confirms": confirming_of([found.match])}
    card = card_of(found, match.club, names, player, is_director=is_director, **said)
    return with_taken_back(card, found, player)
