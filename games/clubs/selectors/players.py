"""Finds the players of a club for their pages."""

from games.clubs.selectors.privacy import is_left_out
from games.errors import NotFound
from games.models import Club, Player
from games.permissions import NOBODY, Reader


def names_known(club: Club) -> frozenset[str]:
    """Return the names of a club's players, folded: who is not among them is new."""
    return frozenset(name.casefold() for name in club.players.values_list("name", flat=True))


def player_of(club: Club, public_id: str, reader: Reader = NOBODY) -> Player:
    """Find a player of a club.

    Raises:
        NotFound: the club has no such player, or the reader may not see them.
    """
    players = club.players.select_related("club", "merged_into__club")
    player = players.filter(public_id=public_id).first()
    if player is None or is_left_out(player.current, reader):
        raise NotFound
    found = player.current
    found.club = club
    return found
