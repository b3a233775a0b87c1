"""Finds the players of a club, for their pages and by their names."""

from __future__ import annotations

from collections import defaultdict

from games.clubs.selectors.privacy import is_left_out
from games.errors import NotFound
from games.models import Club, Player
from games.names.identity import fitting, identity
from games.permissions import NOBODY, Reader


class Roster:
    """The players of a club by their names, in whatever spelling; read once, for many names."""

    def __init__(self, club: Club) -> None:
        self._rows: defaultdict[str, list[tuple[str, Player]]] = defaultdict(list)
        for player in club.players.select_related("merged_into").order_by("pk"):
            self._rows[identity(player.name)].append((player.name, player))

    def fitting(self, name: str) -> list[Player]:
        """Return who may be meant, the closest spelling before all others: mostly one or nobody."""
        found = fitting(name, self._rows.get(identity(name), ()))
        return list({player.current.pk: player.current for player in found}.values())

    def called(self, name: str) -> Player | None:
        """Return the one player of a name; None if there is nobody, or several fit equally."""
        found = self.fitting(name)
        return found[0] if len(found) == 1 else None

    def add(self, player: Player) -> None:
        """Know somebody who was added to the club since."""
        self._rows[identity(player.name)].append((player.name, player))


def names_opened(club: Club, visibility: str) -> list[str]:
    """Return the full names that strangers would see if a club that is closed becomes public."""
    if visibility != Club.Visibility.PUBLIC or club.visibility == visibility:
        return []
    shown = club.players.filter(shown=Player.Shown.FULL, merged_into=None).order_by("name")
    return list(shown.values_list("name", flat=True))


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
