"""Parses lists of names as people paste them: with numbers before them, ratings and clubs after
them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

NUMBERED: Final = re.compile(r"^\s*(?:\d{1,3}\s*[.):]|[-*•])\s*")
"""What people put before names in a list: a number or a dash."""
RATING: Final = re.compile(r"(?<![\w.,])(\d{3,4}(?:[.,]\d{1,2})?)(?!\w|[.,]\d)")
BRACKETED: Final = re.compile(r"[(\[]([^)\]]*)[)\]]")
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
"""What follows each name, by the name in lower case."""
NO_ABOUTS: Final[Abouts] = {}


@dataclass(frozen=True, slots=True)
class Named:
    """A line of a list."""

    name: str
    about: About = NOTHING

    def __str__(self) -> str:
        return f"{self.name} · {self.about}" if self.about else self.name


def people_in(text: str) -> list[Named]:
    """Return the people in a list, one per line, with the rating and the club after each name.

    A tab, a semicolon, brackets or a rating separates a name from what follows; a comma does too,
    except in "Berg, Anna": with one word on each side it belongs to the name.
    """
    found = [_named(NUMBERED.sub("", line)) for line in text.splitlines()]
    return [one for one in found if one.name]


def names_in(text: str) -> list[str]:
    return [one.name for one in people_in(text)]


def abouts_in(text: str) -> Abouts:
    """Return what follows the names of a list, where there is anything."""
    return {one.name.casefold(): one.about for one in people_in(text) if one.about}


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


def _named(line: str) -> Named:
    marked = BRACKETED.sub(lambda found: f"\t{found.group(1)}\t", line).replace(";", "\t")
    ratings = RATING.findall(marked)
    rating = ratings[0] if ratings else None
    if rating is not None:
        # Only the first number is a rating: others belong to the club, like "BC 1904".
        marked = RATING.sub("\t", marked, count=1)
    name, *behind = [" ".join(part.split()) for part in marked.split("\t")] or [""]
    if not _is_turned(name):
        name, *more = [" ".join(part.split()) for part in name.split(",")]
        behind = [*more, *behind]
    club = ", ".join(part.strip(" ,·|-–") for part in behind if part.strip(" ,·|-–"))
    kept = None if rating is None else rating_in(rating)
    return Named(name.strip(" ,·|-–"), About(kept, club[:LONGEST_CLUB]))


def _is_turned(name: str) -> bool:
    """Tell whether the surname comes first: "Berg, Anna"."""
    parts = [part.split() for part in name.split(",")]
    return len(parts) == 2 and all(len(part) == 1 for part in parts)
