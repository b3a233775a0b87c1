"""How players are called to readers who neither belong to the club nor sit at the table.

Nothing is written on a player's row: who is read for a page becomes a `Person`, called as the
reader may know them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Player
from games.permissions import NOBODY, Reader

Shown = Player.Shown


@dataclass(frozen=True, slots=True)
class Person:
    """A player as one reader knows them; who is nameless has no page that the reader may open."""

    pk: int
    public_id: str
    name: str
    shown: str
    is_nameless: bool = False

    def __str__(self) -> str:
        return self.name


def people_seen(players: Iterable[Player], reader: Reader = NOBODY) -> dict[int, Person]:
    """Return players as a reader knows them, by primary key and in the order given.

    Who is called by initials that another one here has already gets a number, and so does every
    further one who is not shown: what is read of one does not seem to be another's.
    """
    rows = {player.pk: player for player in players}
    veiled = {pk: one for pk, one in rows.items() if not reader.sees_names_of(one.club_id)}
    names = called_by((pk, one.name, one.shown) for pk, one in veiled.items())
    return {
        pk: Person(pk, one.public_id, names.get(pk, one.name), one.shown, is_left_out(one, reader))
        for pk, one in rows.items()
    }


def person_seen(player: Player, reader: Reader = NOBODY) -> Person:
    """Return one player as a reader knows them, whoever else there is."""
    return people_seen([player], reader)[player.pk]


def is_left_out(player: Player, reader: Reader = NOBODY) -> bool:
    """Tell whether a reader is to find no page of a player, and no line in a list."""
    return player.shown == Shown.HIDDEN and not reader.sees_names_of(player.club_id)


def called_by(rows: Iterable[tuple[Any, str, str]]) -> dict[Any, str]:
    """Return how those are called to everybody whose key, name and wish are given."""
    found: dict[Any, str] = {}
    for key, name, shown in rows:
        found[key] = _another(called(name, shown), set(found.values()))
    return found


def called(name: str, shown: str) -> str:
    """Return how somebody is called to everybody, whoever else there is."""
    if shown == Shown.HIDDEN:
        return _("a player")
    if shown == Shown.INITIALS:
        return initials(name)
    return name


def initials(name: str) -> str:
    """Return the first letters of all parts of a name: A. M. for Ann Miller."""
    return " ".join(f"{word[0].upper()}." for word in name.split())


def _another(name: str, taken: set[str]) -> str:
    """Return the name, or with a number where it is taken."""
    if name not in taken:
        return name
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"
