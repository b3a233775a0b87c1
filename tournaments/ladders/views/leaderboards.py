"""Pages of leaderboards, records and players."""

import datetime

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.clubs.selectors.clubs import club_seen
from games.clubs.selectors.players import player_of
from games.ledger.figures import whole_read
from games.web.kept_pages import kept
from games.web.limits import too_often, within_limit
from games.web.pages import guarded, page, page_number
from games.web.spreadsheets import spreadsheet
from tournaments.ladders.exports import leaderboard_rows, player_rows
from tournaments.ladders.presenters.clubs import records_page
from tournaments.ladders.presenters.comparing import compare_page
from tournaments.ladders.presenters.leaderboards import leaderboard_page
from tournaments.ladders.presenters.people import player_page
from tournaments.ladders.selectors.clubs import club_record
from tournaments.ladders.selectors.comparing import comparison_get, players_to_compare
from tournaments.ladders.selectors.leaderboards import SIZES, LeaderboardQuery, leaderboard_asked
from tournaments.ladders.selectors.people import record_get
from tournaments.ladders.selectors.player_list import players_with_totals
from tournaments.ladders.selectors.ratings import rating_explained

LARGEST_LEAST = 100_000
MINUTE = datetime.timedelta(minutes=1)
LISTS_A_MINUTE = 60
"""Lists of one's own making that one address may ask for: each is worked out for its reader."""


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a page of a club's leaderboard: over any period, in any order."""
    club, reader = club_seen(slug, request.user)
    template = "tournaments/ladders/leaderboards/leaderboard.html"

    asked, who = leaderboard_query(request), request.META["REMOTE_ADDR"]
    if asked.least and not within_limit(what="lists", who=who, most=LISTS_A_MINUTE, lasts=MINUTE):
        return too_often(request, MINUTE.total_seconds())

    def shown() -> HttpResponse:
        found = leaderboard_page(leaderboard_asked(club, asked, reader))
        return page(request, template, found, reader)

    return kept(request, reader, shown)


@require_safe
def leaderboard_table(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Export the whole leaderboard for spreadsheets."""
    club, reader = club_seen(slug, request.user)
    leaderboard = leaderboard_asked(club, leaderboard_query(request), reader, whole=True)
    key = leaderboard.stretch.key.replace(":", "-")
    name = f"leaderboard-{club.slug}-{key}-{leaderboard.order}"
    return guarded(spreadsheet(leaderboard_rows(leaderboard), kind, name), club)


@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponse:
    club, reader = club_seen(slug, request.user)
    found = records_page(club_record(club, reader))
    return page(request, "tournaments/ladders/leaderboards/records.html", found, reader)


@require_safe
def player_list(request: HttpRequest, slug: str) -> HttpResponse:
    club, reader = club_seen(slug, request.user)
    found = players_with_totals(club, max(page_number(request) or 1, 1), reader)
    return page(request, "tournaments/ladders/players/list.html", found, reader)


@require_safe
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Show two players side by side; first whom to choose from."""
    club, reader = club_seen(slug, request.user)
    people = players_to_compare(club, reader)
    first, second = chosen = (request.GET.get("first", ""), request.GET.get("second", ""))
    known = {one.public_id for one in people}
    found = None
    if {first, second} <= known and first != second:
        one, other = (player_of(club, key, reader) for key in chosen)
        found = comparison_get(one, other, reader)
    shown = compare_page(club, people, chosen, found, reader)
    return page(request, "tournaments/ladders/players/compare.html", shown, reader)


@require_safe
def player(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show a player's record."""
    club, reader = club_seen(slug, request.user)
    found = player_page(record_get(player_of(club, public_id, reader), reader), reader)
    return page(request, "tournaments/ladders/players/player.html", found, reader)


@require_safe
def player_table(request: HttpRequest, slug: str, public_id: str, kind: str) -> HttpResponse:
    """Export a player's figures for spreadsheets."""
    club, reader = club_seen(slug, request.user)
    found = player_of(club, public_id, reader)
    rows = player_rows(record_get(found, reader), rating_explained(found), reader)
    return guarded(spreadsheet(rows, kind, f"player-{club.slug}-{public_id}"), club)


def leaderboard_query(request: HttpRequest) -> LeaderboardQuery:
    """Read the leaderboard's parameters; invalid ones take their default."""
    least, size = request.GET.get("least", ""), request.GET.get("size", "")
    return LeaderboardQuery(
        over=request.GET.get("over") or request.GET.get("season"),
        order=request.GET.get("order"),
        page=page_number(request),
        least=min(whole_read(least) or 0, LARGEST_LEAST),
        is_active=bool(request.GET.get("active")),
        official=request.GET.get("official"),
        size=int(size) if size in map(str, SIZES) else 0,
    )
