"""What the lists of an event say about people besides their names: rating, club, and who a
federation knows them as.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.clubs.selectors.players import Roster
from games.models import Club
from games.names.identity import ByName, identity, spellings
from games.names.lists import Listed, NameList
from tournaments.errors import EventRefused
from tournaments.models import Division, Entry

LONGEST_CLUB: Final = 80


@dataclass(frozen=True, slots=True)
class About:
    """What follows a name: a rating from elsewhere, the player's club, their country, and the
    number under which a federation knows them. The first two are the entry's, the others theirs.
    """

    rating: Decimal | None = None
    home_club: str = ""
    federation_number: str = ""
    country: str = ""

    @classmethod
    def of(cls, entry: Entry) -> About:
        """Return what is noted about an entry and its player."""
        player = entry.player.current
        return cls(entry.rating, entry.home_club, player.federation_number, player.country)

    def __bool__(self) -> bool:
        return self.rating is not None or bool(self.home_club) or bool(self.of_player)

    def __str__(self) -> str:
        rating = "" if self.rating is None else f"{self.rating.normalize():f}"
        parts = rating, self.home_club, self.country, self.federation_number
        return " · ".join(filter(None, parts))

    @property
    def of_player(self) -> dict[str, str]:
        """What is said of the player, wherever they play."""
        said = {"federation_number": self.federation_number, "country": self.country}
        return {name: text for name, text in said.items() if text}


NOTHING: Final = About()
Abouts = Mapping[str, About]
"""What follows each name, by its `identity`, or by the very name of a player."""
NO_ABOUTS: Final[Abouts] = {}


@dataclass(frozen=True, slots=True)
class Named:
    """A line of a list."""

    name: str
    about: About = NOTHING

    def __str__(self) -> str:
        return f"{self.name} · {self.about}" if self.about else self.name


def named(listed: Listed) -> Named:
    """Return somebody of a list with what stands beside their name."""
    club = listed.home_club[:LONGEST_CLUB]
    return Named(listed.name, About(listed.rating, club, listed.federation_number, listed.country))


def people_once(
    club: Club, name_list: NameList, entered: Container[int] = frozenset()
) -> list[Named]:
    """Return the people of a list, who stands there twice only once; nobody who is `entered`.

    Raises:
        Refused: two of one name have different federation numbers: they are two people.
    """
    for listed, other in name_list.namesakes:
        numbers = {"number": listed.federation_number, "other": other.federation_number}
        raise EventRefused("namesakes", name=other.name, line=other.line, **numbers)
    roster = Roster(club)
    people: dict[int, Named] = {}
    new = ByName[Named]()
    for number, listed in enumerate(name_list.people):
        player = roster.called(listed.name)
        if player is None and listed.name not in new:
            people[-1 - number] = named(listed)
            new.add(listed.name, named(listed))
        elif player is not None and player.pk not in entered:
            people.setdefault(player.pk, named(listed))
    return list(people.values())


def entered_in(division: Division) -> frozenset[int]:
    """Return the keys of the players who are entered in a division and have not withdrawn."""
    found = division.entries.exclude(state=Entry.State.WITHDRAWN)
    now = Coalesce("player__merged_into_id", "player_id")
    return frozenset(found.values_list(now, flat=True))


def abouts_of(people: list[Named]) -> Abouts:
    """Return what is known of people, by their names."""
    told = [one for one in people if one.about]
    return {key: one.about for one in reversed(told) for key in spellings(one.name)} | {
        one.name: one.about for one in reversed(told)
    }


def about_of(abouts: Abouts, name: str) -> About | None:
    """Return what is known of a player; the very name comes before other spellings."""
    found = (abouts[key] for key in (name, identity(name), *spellings(name)) if key in abouts)
    return next(found, None)


def rating_in(text: str) -> Decimal | None:
    """Return a rating, with a point or a comma; None if there is none.

    Raises:
        ValueError: it is not a rating.
    """
    if not text.strip():
        return None
    found = re.fullmatch(r"\d{1,4}(?:[.,]\d{1,2})?", text.strip())
    if found is None:
        raise ValueError(_("“%(text)s” is not a rating.") % {"text": text.strip()})
    return Decimal(found.group().replace(",", "."))
