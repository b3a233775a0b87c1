"""The structure of a bracket: nodes whose players come from seeds or from other nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.pairing.errors import PairingError

LEAST: Final = 2
MOST: Final = 512
"""The most players in a bracket."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The entrant with this number, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The winner of the node with this key."""

    key: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The loser of the node with this key."""

    key: str


@dataclass(frozen=True, slots=True)
class Nobody:
    """No player ever: the other one has a bye."""


Source = Seed | WinnerOf | LoserOf | Nobody


@dataclass(frozen=True, slots=True)
class Node:
    """A future match, or a bye: its part of the bracket, round and position there, from 1.

    `repeats` names the node of which this is a second match, played only if the second side wins
    the first: the reset of a grand final.
    """

    key: str
    bracket: str
    round: int
    position: int
    sources: tuple[Source, Source]
    repeats: str | None = None

    @property
    def is_bye(self) -> bool:
        """Whether one side is nobody, so that no match is played."""
        return Nobody() in self.sources


@dataclass(frozen=True, slots=True)
class Level:
    """Nodes whose losers share places; with `is_playoff` the winners take the places just before
    them.
    """

    keys: tuple[str, ...]
    is_playoff: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """A whole elimination; each node comes after those it depends on.

    `levels` has, for every part with its own places, the nodes at which players leave it, from the
    final down.
    """

    format: str
    size: int
    nodes: tuple[Node, ...]
    levels: tuple[tuple[str, tuple[Level, ...]], ...] = field(default=())

    @property
    def matches(self) -> tuple[Node, ...]:
        """The nodes with a match, including a reset match."""
        return tuple(node for node in self.nodes if not node.is_bye)

    def node(self, key: str) -> Node:
        """Return the node with this key.

        Raises:
            KeyError: the key is unknown.
        """
        for node in self.nodes:
            if node.key == key:
                return node
        raise KeyError(key)

    def part(self, name: str) -> tuple[Node, ...]:
        """Return the nodes of one part, by round and position."""
        return tuple(node for node in self.nodes if node.bracket == name)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(node.bracket for node in self.nodes))


def group_name(number: int) -> str:
    """Return the letters of a group, from 0: A to Z, then AA, AB and so on."""
    letters = ""
    while number >= 0:
        letters = chr(ord("A") + number % 26) + letters
        number = number // 26 - 1
    return letters


def check_size(size: int) -> None:
    """Raise unless there are 2 to 512 players."""
    if not LEAST <= size <= MOST:
        raise PairingError("size_invalid", size=size, least=LEAST, most=MOST)


def seeding_order(size: int) -> tuple[int, ...]:
    """Return seeds in the order of their lines, for a power of two: 1, 8, 4, 5, 2, 7, 3, 6.

    The best two can only meet in the final, the best four in the semi-finals, and so on.
    """
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return tuple(order)


def lines(size: int) -> int:
    """Return the power of two that holds so many players."""
    return 1 << (size - 1).bit_length()


def rounds_of(part: str, entering: Sequence[Source]) -> list[Node]:
    """Return single elimination among sources, whose number is a power of two."""
    nodes: list[Node] = []
    sources = list(entering)
    number = 1
    while len(sources) > 1:
        now = paired(part, number, sources)
        nodes += now
        sources = [WinnerOf(node.key) for node in now]
        number += 1
    return nodes


def paired(part: str, number: int, sources: Sequence[Source]) -> list[Node]:
    """Return one round in which neighbours meet."""
    return [
        Node(f"{part}-{number}-{position}", part, number, position, (one, other))
        for position, (one, other) in enumerate(
            zip(sources[::2], sources[1::2], strict=True), start=1
        )
    ]


def simplified(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Carry byes through: a bye has no loser, and a node without players has no winner either.

    Nodes without players are left out.
    """
    present: dict[str, int] = {}
    kept = []
    for node in nodes:
        first, second = (_carried(source, present) for source in node.sources)
        present[node.key] = sum(source != Nobody() for source in (first, second))
        if present[node.key]:
            same = first is node.sources[0] and second is node.sources[1]
            kept.append(node if same else replace(node, sources=(first, second)))
    return tuple(kept)


def _carried(source: Source, present: dict[str, int]) -> Source:
    if isinstance(source, LoserOf) and present[source.key] < 2:
        return Nobody()
    if isinstance(source, WinnerOf) and not present[source.key]:
        return Nobody()
    return source


def levels_of(nodes: Sequence[Node]) -> tuple[Level, ...]:
    """Return the rounds of one part as levels, from the last down."""
    rounds = sorted({node.round for node in nodes}, reverse=True)
    return tuple(
        Level(tuple(node.key for node in nodes if node.round == number and not node.is_bye))
        for number in rounds
    )
