"""What the lists of an event say about people besides their names: a rating, and a club."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

from games.clubs.selectors.players import Roster
from games.models import Club
from games.names.identity import identity
from games.names.lists import Listed, NameList, read_list

LONGEST_CLUB: Final = 80


@dataclass(frozen=True, slots=True)
class About:
    """What follows a name: a rating from elsewhere, and the player's club."""

    rating: Decimal | None = None
    home_club: str = ""

    def __bool__(self) -> bool:
        return self.rating is not None or bool(self.home_club)

    def __str__(self) -> str:
        rating = "" if self.rating is None else f"{self.rating.normalize():f}"
        return " · ".join(part for part in (rating, self.home_club) if part)


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


def named(one: Listed) -> Named:
    """Return somebody of a list with their rating and club."""
    return Named(one.name, About(one.rating, one.home_club[:LONGEST_CLUB]))


def people_in(text: str) -> list[Named]:
    """Return the people in a list, each with the rating and the club that stand beside them."""
    return [named(one) for one in read_list(text).people]


def people_once(club: Club, found: NameList) -> list[Named]:
    """Return the people of a list, who stands there twice only once."""
    roster = Roster(club)
    people: dict[int | str, Named] = {}
    for one in found.people:
        player = roster.called(one.name)
        people.setdefault(identity(one.name) if player is None else player.pk, named(one))
    return list(people.values())


def names_in(text: str) -> list[str]:
    return [one.name for one in people_in(text)]


def abouts_in(text: str) -> Abouts:
    """Return what follows the names of a list, where there is anything."""
    return abouts_of(people_in(text))


def abouts_of(people: list[Named]) -> Abouts:
    """Return what is known of people, by their names."""
    told = [one for one in people if one.about]
    return {identity(one.name): one.about for one in reversed(told)} | {
        one.name: one.about for one in reversed(told)
    }


def about_of(abouts: Abouts, name: str) -> About | None:
    """Return what is known of a player; the very name comes before other spellings."""
    return abouts.get(name) or abouts.get(identity(name))


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
