"""The tags at the head of a file: players, rules, stakes, and any others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from games.rules.chouette.errors import ChouetteError
from games.rules.chouette.notation.tokens import escaped, unescaped
from games.rules.chouette.options import HouseRules
from games.rules.chouette.state import repeated

_TAG: Final = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*(?:#.*)?')
_ITEM: Final = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"([^,]*)|([^,]*))(?:,|$)')
_STAKE: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,4})?)\s+([^\s0-9]{1,12})", re.ASCII)
_WHOLE: Final = re.compile(r"[1-9][0-9]{0,6}", re.ASCII)
_ONCE: Final = frozenset({"Rules", "Players", "Stakes"})


@dataclass(frozen=True, slots=True)
class Stake:
    """What one point is worth."""

    amount: Decimal
    currency: str

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


@dataclass(slots=True)
class Header:
    """What the tags say. ``tags`` keeps all of them, in order."""

    tags: list[tuple[str, str]] = field(default_factory=list)
    rules: HouseRules = field(default_factory=HouseRules)
    players: tuple[str, ...] = ()
    stakes: dict[str, int] = field(default_factory=dict)
    stake: Stake | None = None

    def read(self, line: str) -> None:
        """Read one tag line.

        Raises:
            ChouetteError: the tag is malformed, given twice, or its content is invalid.
        """
        found = _TAG.fullmatch(line.strip())
        if found is None:
            raise ChouetteError("tag_malformed")
        name, content = found.group(1), unescaped(found.group(2))
        if name in _ONCE and any(name == given for given, _ in self.tags):
            raise ChouetteError("tag_twice", tag=name)
        if name == "Rules":
            self.rules = HouseRules.parse(content)
        elif name == "Players":
            self.players = _players(content)
        elif name == "Stakes":
            self.stakes = _stakes(content)
        elif name == "Stake":
            self.stake = _stake(content)
        self.tags.append((name, content))

    def tag(self, name: str) -> str:
        """Return the content of a tag, or an empty string."""
        return next((content for given, content in self.tags if given == name), "")


def tag_line(name: str, content: str) -> str:
    """Return a tag as a line; line breaks become blanks."""
    return f'[{name} "{escaped(" ".join(content.split()))}"]'


def players_text(names: Iterable[str]) -> str:
    return ", ".join(_listed(name) for name in names)


def stakes_text(stakes: Mapping[str, int]) -> str:
    return ", ".join(f"{_listed(name)} {stake}" for name, stake in stakes.items())


def _listed(name: str) -> str:
    return f'"{escaped(name)}"' if re.search(r'[,"\\]', name) else name


def _items(content: str) -> list[tuple[str | None, str]]:
    """Yield the items between the commas: a quoted name (or None) and the unquoted text."""
    items, at = [], 0
    while at <= len(content):
        found = _ITEM.match(content, at)
        if found is None:
            raise ChouetteError("tag_malformed")
        quoted, after, plain = found.groups()
        items.append(
            (None if quoted is None else unescaped(quoted), (after or plain or "").strip())
        )
        if not found.group().endswith(","):
            break
        at = found.end()
    return items


def _players(content: str) -> tuple[str, ...]:
    names = []
    for quoted, text in _items(content):
        if quoted is not None and text:
            raise ChouetteError("tag_malformed")
        names.append(" ".join((text if quoted is None else quoted).split()))
    if not all(names):
        raise ChouetteError("name_empty")
    for name in repeated(names):
        raise ChouetteError("name_twice", name=name)
    return tuple(names)


def _stakes(content: str) -> dict[str, int]:
    stakes: dict[str, int] = {}
    for quoted, text in _items(content):
        name, _, number = text.rpartition(" ")
        name = " ".join((name if quoted is None else quoted).split())
        if not name or not _WHOLE.fullmatch(number):
            raise ChouetteError("stakes_malformed")
        if name in stakes:
            raise ChouetteError("name_twice", name=name)
        stakes[name] = int(number)
    return stakes


def _stake(content: str) -> Stake:
    found = _STAKE.fullmatch(content.strip())
    if found is None:
        raise ChouetteError("stake_malformed")
    return Stake(Decimal(found.group(1)), found.group(2))
