"""Who reads the pages and files of a league: an account, or a player's phone."""

from django.http import HttpRequest

from games.models import Player
from tournaments.leagues.selectors.leagues import (
    LeagueSeen,
    league_find,
    league_seen,
    player_of,
    seasons_of,
)
from tournaments.models import LeagueSeason
from tournaments.pages.actors import is_let_in, pass_of, reader_held, season_held


def league_read(request: HttpRequest, public_id: str) -> LeagueSeen:
    """Return a league for an account, or for a phone with a pass of one of its seasons, which reads
    the names of all of them, in a public club, too.
    """
    found = league_find(public_id)
    seasons = seasons_of(found)
    reader = reader_held(request, found.club, seasons)
    if reader is None:
        return league_seen(public_id, request.user)
    return LeagueSeen(found, reader, seasons)


def player_reading(
    request: HttpRequest, seen: LeagueSeen, season: LeagueSeason | None
) -> Player | None:
    """Return the player who reads a season: that of the account, or of the phone, by its pass of
    this season or else of the latest that it has.
    """
    own = player_of(seen.club, request.user)
    held = season_held(request, seen.seasons) if own is None else None
    if held is None:
        return own
    holder = None if season is None else pass_of(request, season.event)
    holder = holder if is_let_in(holder) else pass_of(request, held.event)
    return None if holder is None else holder.player.current
