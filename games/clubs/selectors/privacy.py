"""The names under which players appear to readers outside the club and the player's tables.

Player rows stay unchanged: a page shows each player as a `Person`, named as the reader may know
them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from games.models import Club, Player
from games.permissions import NOBODY, Reader

Shown = Player.Shown


@dataclass(frozen=True, slots=True)
class Person:
    """A player as one reader knows them; a nameless person has no page for this reader."""

    pk: int
    public_id: str
    name: str
    shown: str
    is_nameless: bool = False

    def __str__(self) -> str:
        return self.name


def people_seen(players: Iterable[Player], reader: Reader = NOBODY) -> dict[int, Person]:
    """Return players as a reader knows them, by primary key and in the order given.

    Who was merged into somebody else is shown as whom they count as, read at once where that is
    not known yet. Equal initials get a number, and so do nameless players, so that two people are
    not taken for one.
    """
    given = {player.pk: player for player in players}
    merged = [one for one in given.values() if one.merged_into_id is not None]
    prefetch_related_objects(merged, "merged_into")
    rows = {pk: one.current for pk, one in given.items()}
    veiled = {one.pk: one for one in rows.values() if not reader.sees_names_of(one.club_id)}
    names = called_by((pk, one.name, one.shown) for pk, one in veiled.items())
    return {
        key: Person(
            one.pk,
            one.public_id,
            names.get(one.pk, one.name),
            one.shown,
            is_left_out(one, reader),
        )
        for key, one in rows.items()
    }


def names_seen(club: Club, reader: Reader = NOBODY) -> dict[int, str]:
    """Return the names of a club's players as a reader knows them, by primary key."""
    people = people_seen(club.players.order_by("pk"), reader)
    return {pk: one.name for pk, one in people.items()}


def person_seen(player: Player, reader: Reader = NOBODY) -> Person:
    """Return one player as a reader knows them, without regard to others."""
    return people_seen([player], reader)[player.pk]


def is_left_out(player: Player, reader: Reader = NOBODY) -> bool:
    """Tell whether pages and lists must omit a player for this reader."""
    return player.shown == Shown.HIDDEN and not reader.sees_names_of(player.club_id)


def called_by(rows: Iterable[tuple[Any, str, str]]) -> dict[Any, str]:
    """Return everybody's public name; rows are key, name and privacy choice."""
    found: dict[Any, str] = {}
    for key, name, shown in rows:
        found[key] = _another(called(name, shown), set(found.values()))
    return found


def called(name: str, shown: str) -> str:
    """Return a player's public name, without regard to others."""
    if shown == Shown.HIDDEN:
        return _("a player")
    if shown == Shown.INITIALS:
        return initials(name)
    return name


def initials(name: str) -> str:
    """Return the first letters of all parts of a name: A. M. for Ann Miller."""
    return " ".join(f"{word[0].upper()}." for word in name.split())


def _another(name: str, taken: set[str]) -> str:
    """Return the name, with a number if it is taken."""
    if name not in taken:
        return name
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"
