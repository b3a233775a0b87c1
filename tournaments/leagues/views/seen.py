"""Who reads the pages and files of a league: an account, or a player's phone."""

from contextlib import suppress

from django.http import HttpRequest

from games.errors import NotFound, ServiceError
from tournaments.leagues.selectors.leagues import LeagueSeen, league_find, league_seen, seasons_of
from tournaments.pages.actors import event_for


def league_read(request: HttpRequest, public_id: str) -> LeagueSeen:
    """Return a league for an account, or for a phone with the pass of one of its last seasons."""
    try:
        return league_seen(public_id, request.user)
    except NotFound:
        found = league_find(public_id)
        seasons = seasons_of(found)
        for season in seasons[:2]:
            with suppress(ServiceError):
                reader = event_for(request, season.event.public_id)[1]
                return LeagueSeen(found, reader, seasons)
        raise
