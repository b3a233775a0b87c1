"""Who may read where two meet: often it is somebody's home, so only the two and directors do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.permissions import Capability, Limited, Reader
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.models import EntryPass
from tournaments.record.services.access import players_of


@dataclass(frozen=True, slots=True)
class PlaceReader:
    """Somebody who reads fixtures: a director of the club, or who is some of its players."""

    is_director: bool = False
    players: frozenset[int] = frozenset()

    def place(self, shown: FixtureShown) -> str:
        """Return where two meet, to one of them or to a director; blank for all others."""
        two = {shown.match.first_id, shown.match.second_id}
        return shown.place if self.is_director or not self.players.isdisjoint(two) else ""


READS_ALL: Final = PlaceReader(is_director=True)
"""For what only the two of a match and directors are let in to."""


def place_reader(reader: Reader, phone: EntryPass | None = None) -> PlaceReader:
    """Return who reads places of a club: an account, or a phone with a pass let into an event.

    A token for another club reads none.
    """
    if reader.may(Capability.DIRECT):
        return READS_ALL
    players = set() if phone is None else {phone.player_id}
    user, club, actor = reader.user, reader.club_id, reader.actor
    is_here = not isinstance(actor, Limited) or actor.club_id == club
    if user is not None and user.is_active and club is not None and is_here:
        players |= players_of(user, club)
    return PlaceReader(players=frozenset(players))
