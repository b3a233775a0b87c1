"""Pages of leagues: all of a club, the tables of one, on paper and on the screen."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clubs.selectors.clubs import club_seen
from games.permissions import Capability
from games.web.pages import LOOKS, guarded, page
from tournaments.events.selectors.events import board_read
from tournaments.leagues.presenters.leagues import league_page
from tournaments.leagues.presenters.rules import rules_said
from tournaments.leagues.presenters.wall import WEEK, league_wall, wall_beat
from tournaments.leagues.selectors.cups import cups_of
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.selectors.leagues import (
    leagues_of,
    player_asked,
    season_running,
    tables_read,
)
from tournaments.leagues.selectors.playoffs import playoffs_open
from tournaments.leagues.selectors.progress import on_wall, recent_of
from tournaments.leagues.views.seen import league_read, player_reading
from tournaments.models import League


@require_safe
def league_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List the leagues and cups of a club."""
    club, reader = club_seen(slug, request.user)
    context = {
        "club": club,
        "leagues": leagues_of(club),
        "cups": cups_of(club),
        "may_direct": reader.may(Capability.DIRECT),
    }
    return page(request, "tournaments/leagues/list.html", context, reader)


NO_CONTENT: Final = 204


@require_safe
def league(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the tables of all divisions of a season, and the champions of the others."""
    seen = league_read(request, public_id)
    season = seen.season(request.GET.get("season", ""))
    player, division = player_reading(request, seen, season), request.GET.get("division", "")
    board = None if season is None else tables_read(season, seen.reader, player, division)
    is_ladder = seen.league.shape == League.Shape.LADDER
    found = []
    if season is not None:
        found = fixtures_of(season) if is_ladder else playoffs_open(season)
    recent = [] if season is None else recent_of(season)
    asked = None if board is None else player_asked(board, request.GET.get("player", ""))
    theirs = [] if season is None or asked is None else fixtures_of(season, asked.current)
    shown = league_page(seen, season, board, player, found, recent, theirs, asked)
    context = {"page": shown, "club": seen.club, "rules": rules_said(seen.league, season)}
    return page(request, "tournaments/leagues/league.html", context, seen.reader)


@require_safe
def league_print(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the tables of all divisions of a season, as they go on paper."""
    seen = league_read(request, public_id)
    season = seen.season(request.GET.get("season", ""))
    board = None if season is None else board_read(season.event, seen.reader, None)
    shown = league_page(seen, season, board, player=None, is_paper=True)
    return page(request, "tournaments/leagues/print.html", shown, seen.reader)


@never_cache
@require_safe
def league_wall_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a league on the screen of its club; `look` suits the light of the room."""
    look = request.GET.get("look", "")
    context = {"look": look if look in LOOKS else LOOKS[0]}
    return _wall(request, public_id, "tournaments/pages/events/wall.html", context)


@never_cache
@require_safe
def league_wall_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the slides of a league; empty if nothing has changed."""
    return _wall(request, public_id, "tournaments/pages/events/slides.html", {})


def _wall(
    request: HttpRequest, public_id: str, template: str, context: dict[str, Any]
) -> HttpResponse:
    seen = league_read(request, public_id)
    season = season_running(seen)
    found = on_wall(season, timezone.now(), WEEK)
    if request.GET.get("beat", "") == wall_beat(season, found):
        return guarded(HttpResponse(status=NO_CONTENT), seen.club)
    tables = board_read(season.event, seen.reader, None)
    wall = league_wall(season, tables, found, seen.reader)
    return page(request, template, {"wall": wall, "club": seen.club, **context}, seen.reader)
