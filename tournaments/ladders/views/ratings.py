"""Pages about ratings: a player's figure, the method, and its input."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.clubs.selectors.clubs import club_seen
from games.clubs.selectors.players import player_of
from games.ledger.delimited import Cell, write_rows
from games.models import Club
from games.web.pages import guarded, page
from tournaments.ladders.presenters.game_ratings import games_page
from tournaments.ladders.presenters.ratings import method_page, rating_page
from tournaments.ladders.selectors.game_ratings import game_inputs_of, game_lists
from tournaments.ladders.selectors.match_ratings import match_inputs_of
from tournaments.ladders.selectors.ratings import inputs_of, rating_explained
from tournaments.models import RatingState
from tournaments.ratings import games as other_games
from tournaments.ratings import ladder
from tournaments.ratings.inputs import COLUMNS, rows_of


@require_safe
def player_rating(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show what a player's figure is made of."""
    club, reader = club_seen(slug, request.user)
    found = rating_page(rating_explained(player_of(club, public_id, reader)), reader)
    return page(request, "tournaments/ladders/ratings/player.html", found, reader)


@require_safe
def method(request: HttpRequest, slug: str) -> HttpResponse:
    club, reader = club_seen(slug, request.user)
    state = RatingState.objects.filter(club=club).first()
    return page(
        request, "tournaments/ladders/ratings/method.html", method_page(club, state), reader
    )


@require_safe
def games(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the lists of Dame and chess."""
    club, reader = club_seen(slug, request.user)
    found = games_page(club, game_lists(club, reader))
    return page(request, "tournaments/ladders/ratings/games.html", found, reader)


@require_safe
def inputs(request: HttpRequest, slug: str) -> HttpResponse:
    """Export the games behind the figures, as a file that `manage.py rate` reads."""
    club, reader = club_seen(slug, request.user)
    rows = (row for played in inputs_of(club, reader) for row in rows_of(played))
    return _file(club, "ratings", [COLUMNS, *rows])


@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Export the rated matches, in order, as a file that `manage.py rate` reads."""
    club, reader = club_seen(slug, request.user)
    rows = map(ladder.row_of, match_inputs_of(club, reader))
    return _file(club, "matches", [ladder.COLUMNS, *rows])


@require_safe
def game_results(request: HttpRequest, slug: str) -> HttpResponse:
    """Export the rated games of Dame and chess, as a file that `manage.py rate` reads."""
    club, reader = club_seen(slug, request.user)
    rows = (other_games.row_of(*one) for one in game_inputs_of(club, reader))
    return _file(club, "games", [other_games.COLUMNS, *rows])


def _file(club: Club, name: str, rows: Sequence[Sequence[Cell]]) -> HttpResponse:
    response = HttpResponse(write_rows(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}-{club.slug}.csv"'
    return guarded(response, club)
