"""Finds the players of a club, for their pages and by their names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from django.db.models import Count, Q

from games.clubs.selectors.privacy import is_left_out
from games.errors import NotFound
from games.models import Club, Player, Session
from games.names.identity import ByName, identity
from games.names.lists import Listed, NameList, read_list
from games.names.resembling import Known
from games.permissions import NOBODY, Reader


class Roster:
    """The players of a club by their names, in whatever spelling; read once, for many names."""

    def __init__(self, club: Club) -> None:
        players = club.players.select_related("merged_into").order_by("pk")
        self._players = list(players)
        self._rows = ByName((player.name, player) for player in self._players)
        self._known: Known | None = None

    def fitting(self, name: str) -> list[Player]:
        """Return who may be meant, the closest spelling before all others: mostly one or nobody."""
        found = self._rows.fitting(name)
        return list({player.current.pk: player.current for player in found}.values())

    def called(self, name: str) -> Player | None:
        """Return the one player of a name; None if there is nobody, or several fit equally."""
        found = self.fitting(name)
        return found[0] if len(found) == 1 else None

    def resembling(self, name: str) -> Player | None:
        """Return who may be meant by a name that nobody has, because it was mistyped."""
        if name in self._rows:
            return None
        self._known = self._known or Known(identity(player.name) for player in self._players)
        near = self._known.resembling(name)
        if near is None:
            return None
        return next(one for one in self._players if identity(one.name) == near).current

    def add(self, player: Player) -> None:
        """Know somebody who was added to the club since."""
        self._rows.add(player.name, player)
        self._players.append(player)
        if self._known is not None:
            self._known.add(identity(player.name))


def people_listed(club: Club, text: str) -> NameList:
    """Read a list of people who come to a club.

    “Cid, Dee” are two where the club has both, and nobody who is called Dee Cid: what could be a
    surname with a first name behind it is not, if the club knows better.
    """
    found = read_list(text)
    if not any(one.is_turned for one in found.people):
        return found
    roster = Roster(club)
    return replace(found, people=tuple(two for one in found.people for two in _two(one, roster)))


def _two(listed: Listed, roster: Roster) -> tuple[Listed, ...]:
    names = [part.strip() for part in listed.name.split(",")]
    are_two = listed.is_turned and listed.is_name and not roster.fitting(listed.name)
    if are_two and all(roster.called(name) for name in names):
        return tuple(replace(listed, name=name, is_turned=False) for name in names)
    return (listed,)


def names_opened(club: Club, visibility: str) -> list[str]:
    """Return the full names that strangers would see if a club that is closed becomes public."""
    if visibility != Club.Visibility.PUBLIC or club.visibility == visibility:
        return []
    shown = club.players.filter(shown=Player.Shown.FULL, merged_into=None).order_by(
        "name_key", "pk"
    )
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


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a player: they were merged with who had it; `evenings` were played as it."""

    player: Player
    evenings: int


@dataclass(frozen=True, slots=True)
class Reach:
    """What a change of a player reaches: evenings, running tables among them, other names."""

    evenings: int
    running: int
    aliases: tuple[Alias, ...]


def reach_of(player: Player) -> Reach:
    """Read what a change of a player reaches, in three queries."""
    seats = player.seats.order_by()
    found = seats.aggregate(
        all=Count("pk"), running=Count("pk", filter=Q(session__status=Session.Status.OPEN))
    )
    played = Counter(seats.values_list("logged_as", flat=True))
    aliases = player.merged.order_by("name_key", "pk")
    return Reach(
        found["all"],
        found["running"],
        tuple(Alias(one, played[one.public_id]) for one in aliases),
    )


def alias_of(player: Player, public_id: str) -> Player:
    """Find another name of a player.

    Raises:
        NotFound: it is none of theirs.
    """
    found = player.merged.select_related("club").filter(public_id=public_id).first()
    if found is None:
        raise NotFound
    return found
