"""The state of a bracket: who meets whom by the results so far, and the final places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.errors import PairingError
from tournaments.pairing.structure import Bracket, LoserOf, Nobody, Node, Seed, Source, WinnerOf


@dataclass(frozen=True, slots=True)
class Filled:
    """A node by the results so far; `None` is unknown, or nobody.

    It is a bye also if nobody comes out of the match before, because neither of its two came. A
    reset match that is not played has `is_needed` false, and the final's winner and loser.
    """

    first: str | None
    second: str | None
    is_bye: bool
    winner: str | None = None
    loser: str | None = None
    is_settled: bool = False
    is_needed: bool = True

    @property
    def is_ready(self) -> bool:
        """Whether both are known and the match is still to be played."""
        return (
            self.first is not None
            and self.second is not None
            and self.is_needed
            and not self.is_settled
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A player's final places: `first` to `last`, the same unless shared."""

    player: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class RoundName:
    """A name as a code (final, semi_final, round_of, ...), with a number for some codes."""

    code: str
    number: int


NEITHER: Final = -1
"""Among the winning sides: neither of the two came, and both are out."""
NAMED: Final = {1: "final", 2: "semi_final", 4: "quarter_final"}


def fill(
    bracket: Bracket, entrants: Sequence[str | None], winners: Mapping[str, int]
) -> dict[str, Filled]:
    """Return every node by the results: `winners` has the winning side by key: 0, 1 or `NEITHER`.

    It is a pure function, so that a corrected result takes effect everywhere; results of nodes
    whose players are unknown are ignored.

    Raises:
        PairingError: the number of entrants differs from the number of places.
    """
    if len(entrants) != bracket.size:
        raise PairingError("entrants_wrong", size=bracket.size, count=len(entrants))
    filled: dict[str, Filled] = {}
    for node in bracket.nodes:
        first, second = (_who(source, entrants, filled) for source in node.sources)
        if _is_reset_needless(node, filled):
            before = filled[node.repeats or ""]
            filled[node.key] = Filled(
                None, None, False, before.winner, before.loser, is_settled=True, is_needed=False
            )
            continue
        gone = [_is_empty(source, filled) for source in node.sources]
        filled[node.key] = _filled(node, first, second, gone, winners.get(node.key))
    return filled


def _who(
    source: Source, entrants: Sequence[str | None], filled: Mapping[str, Filled]
) -> str | None:
    match source:
        case Seed(number):
            return entrants[number - 1]
        case WinnerOf(key):
            return filled[key].winner
        case LoserOf(key):
            return filled[key].loser
        case _:
            return None


def _is_empty(source: Source, filled: Mapping[str, Filled]) -> bool:
    """Tell whether it is settled that nobody comes from there."""
    match source:
        case WinnerOf(key):
            return filled[key].is_settled and filled[key].winner is None
        case LoserOf(key):
            node = filled[key]
            return node.is_bye or (node.is_settled and node.loser is None)
        case Nobody():
            return True
        case _:
            return False


def _is_reset_needless(node: Node, filled: Mapping[str, Filled]) -> bool:
    if node.repeats is None:
        return False
    before = filled[node.repeats]
    return before.is_settled and before.winner is not None and before.winner == before.first


def _filled(
    node: Node, first: str | None, second: str | None, gone: Sequence[bool], side: int | None
) -> Filled:
    if any(gone):
        present = first if second is None else second
        return Filled(
            first, second, True, winner=present, is_settled=present is not None or all(gone)
        )
    if first is None or second is None or side is None:
        return Filled(first, second, is_bye=node.is_bye)
    if side == NEITHER:
        return Filled(first, second, False, is_settled=True)
    winner, loser = (second, first) if side else (first, second)
    return Filled(first, second, False, winner, loser, is_settled=True)


def placing(bracket: Bracket, filled: Mapping[str, Filled], part: str = "main") -> list[Place]:
    """Return the places that are certain already, best first; losers of a round share theirs.

    Consolation and last chance have their own places; in double elimination all are in "main".
    Where neither came both have lost: they share the places of that round's losers, and the round
    that nobody reached has one loser less.
    """
    levels = dict(bracket.levels).get(part, ())
    if not levels:
        return []
    places = []
    absent = _absent(bracket, filled)
    top = filled[levels[0].keys[0]]
    if top.winner is not None:
        places.append(Place(top.winner, 1, 1))
    first = 1 if top.is_settled and top.winner is None else 2
    for level in levels:
        nodes = [filled[key] for key in level.keys]
        if level.is_playoff:
            count = sum(not one.is_settled or one.winner is not None for one in nodes)
            winners = [one.winner for one in nodes if one.winner is not None]
            places += [Place(one, first, first + count - 1) for one in winners]
            first += count
        out = [one for key in level.keys for one in absent.get(key, ())]
        losers = [one.loser for one in nodes if one.loser is not None]
        count = sum(_has_loser(bracket, filled, key) for key in level.keys) + len(out)
        places += [Place(one, first, first + count - 1) for one in (*losers, *out)]
        first += count
    return places


def _is_absence(node: Filled) -> bool:
    """Tell whether neither of the two came."""
    return node.is_settled and node.winner is None and not node.is_bye


def _absent(bracket: Bracket, filled: Mapping[str, Filled]) -> dict[str, list[str]]:
    """Return who did not come, by the node among whose losers they are.

    It is their own, or, if its loser would have played on for a place, the one that they missed.
    """
    placed = {key for _part, levels in bracket.levels for level in levels for key in level.keys}
    missed = {
        source.key: node.key
        for node in bracket.nodes
        for source in node.sources
        if isinstance(source, LoserOf) and source.key not in placed
    }
    found: dict[str, list[str]] = {}
    for key, node in filled.items():
        if _is_absence(node):
            both = [one for one in (node.first, node.second) if one is not None]
            found.setdefault(missed.get(key, key), []).extend(both)
    return found


def _has_loser(bracket: Bracket, filled: Mapping[str, Filled], key: str) -> bool:
    """Tell whether a node has a loser, or will have one: not if somebody was missing."""
    node = filled[key]
    return not _is_absence(node) and not (node.is_bye and not bracket.node(key).is_bye)


def round_name(bracket: Bracket, node: Node) -> RoundName:
    """Return the name of a node's round; `number` is the round, or the number of players for
    round_of.

    Codes: final, semi_final, quarter_final, round_of (main bracket and last chance); round, final
    (consolation and lower bracket, from the first round in which somebody meets); third_place,
    grand_final, reset.
    """
    if node.bracket == "third":
        return RoundName("third_place", 1)
    if node.bracket == "final":
        return RoundName("reset" if node.repeats else "grand_final", node.round)
    rounds = [one.round for one in bracket.part(node.bracket)]
    left = max(rounds) - node.round
    if node.bracket in ("main", "last_chance"):
        return RoundName(NAMED.get(2**left, "round_of"), 2 ** (left + 1))
    return RoundName("round" if left else "final", node.round - min(rounds) + 1)
