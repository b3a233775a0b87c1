"""A season of a league as files: its tables, and its fixtures."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from games.clubs.selectors.privacy import people_seen
from games.errors import NotFound
from games.web.pages import guarded
from games.web.spreadsheets import spreadsheet
from tournaments.events.selectors.events import board_read
from tournaments.leagues.exports import fixtures_rows
from tournaments.leagues.selectors.fixtures import FixtureShown, byes_of, fixtures_of
from tournaments.leagues.selectors.heirs import heirs_in
from tournaments.leagues.selectors.places import place_reader
from tournaments.leagues.selectors.seasons import uncounted_in
from tournaments.leagues.views.seen import league_read
from tournaments.pages.actors import is_let_in, pass_of
from tournaments.pages.exports import standings_rows


def _in_order(shown: FixtureShown) -> tuple[int, int]:
    """Return by what lines are sorted: each round has its byes after its matches."""
    round = shown.match.round
    assert round is not None, "it is of a season"
    return round.division.position, round.number


@require_safe
def season_file(
    request: HttpRequest, public_id: str, number: int, what: str, kind: str
) -> HttpResponse:
    """Give a season's tables or fixtures as a spreadsheet or as text."""
    seen = league_read(request, public_id)
    season = seen.season(str(number))
    if season is None:
        raise NotFound
    if what == "tables":
        rows = standings_rows(board_read(season.event, seen.reader, None))
    else:
        found = fixtures_of(season)
        # Without byes nobody can work the tables out from the file alone.
        listed = sorted([*found, *byes_of(season)], key=_in_order)
        players = [
            one for shown in listed for one in (shown.match.first, shown.match.second) if one
        ]
        first = heirs_in(season, listed)
        people = people_seen([*players, *first.values()], seen.reader)
        names = {pk: person.name for pk, person in people.items()}
        holder = pass_of(request, season.event)
        places = place_reader(seen.reader, holder if is_let_in(holder) else None)
        heirs = {pk: names[one.pk] for pk, one in first.items()}
        rows = fixtures_rows(listed, names, places, uncounted_in(found), heirs)
    # In a league a division is called so, not as at events with several of them.
    rows = [[pgettext("league", "division"), *rows[0][1:]], *rows[1:]]
    return guarded(spreadsheet(rows, kind, f"league-{public_id}-{number}-{what}"), seen.club)
