"""Lists of names as people paste them: with numbers before them, ratings and clubs behind them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

NUMBERED: Final = re.compile(r"^\s*(?:\d{1,3}\s*[.):]|[-*•])\s*")
"""What people put before the names of a list: a number or a dash."""
RATING: Final = re.compile(r"(?<![\w.,])(\d{3,4}(?:[.,]\d{1,2})?)(?!\w|[.,]\d)")
BRACKETED: Final = re.compile(r"[(\[]([^)\]]*)[)\]]")
LONGEST_CLUB: Final = 80


@dataclass(frozen=True, slots=True)
class About:
    """What stood behind a name: a rating from elsewhere, and the club somebody comes from."""

    rating: Decimal | None = None
    home_club: str = ""

    def __bool__(self) -> bool:
        return self.rating is not None or bool(self.home_club)

    def __str__(self) -> str:
        rating = "" if self.rating is None else f"{self.rating.normalize():f}"
        return " · ".join(part for part in (rating, self.home_club) if part)


NOTHING: Final = About()
Abouts = Mapping[str, About]
"""What stood behind each name, by the name in lower case."""
NO_ABOUTS: Final[Abouts] = {}


@dataclass(frozen=True, slots=True)
class Named:
    """A line of a list."""

    name: str
    about: About = NOTHING

    def __str__(self) -> str:
        return f"{self.name} · {self.about}" if self.about else self.name


def people_in(text: str) -> list[Named]:
    """Return whom a list names, one on each line, with the rating and the club behind each name.

    A tab, a semicolon, brackets or a rating part a name from what is behind it; a comma does too,
    but for "Berg, Anna": with one word on each side it belongs to the name.
    """
    found = [_named(NUMBERED.sub("", line)) for line in text.splitlines()]
    return [one for one in found if one.name]


def names_in(text: str) -> list[str]:
    """Return the names of a list."""
    return [one.name for one in people_in(text)]


def abouts_in(text: str) -> Abouts:
    """Return what stood behind the names of a list, where anything did."""
    return {one.name.casefold(): one.about for one in people_in(text) if one.about}


def rating_in(text: str) -> Decimal | None:
    """Return a rating, with a point or a comma; None where there is none.

    Raises:
        ValueError: it is no rating.
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
        # Only the first is a rating: what else has digits belongs to the club, like "BC 1904".
        marked = RATING.sub("\t", marked, count=1)
    name, *behind = [" ".join(part.split()) for part in marked.split("\t")] or [""]
    if not _is_turned(name):
        name, *more = [" ".join(part.split()) for part in name.split(",")]
        behind = [*more, *behind]
    club = ", ".join(part.strip(" ,·|-–") for part in behind if part.strip(" ,·|-–"))
    kept = None if rating is None else rating_in(rating)
    return Named(name.strip(" ,·|-–"), About(kept, club[:LONGEST_CLUB]))


def _is_turned(name: str) -> bool:
    """Tell whether the surname stands first: "Berg, Anna"."""
    parts = [part.split() for part in name.split(",")]
    return len(parts) == 2 and all(len(part) == 1 for part in parts)
