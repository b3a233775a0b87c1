"""Consolation and last chance of every size: who plays where, where byes lie, who meets again."""

import os
import re
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from tournaments.pairing import brackets
from tournaments.pairing.brackets import Bracket, LoserOf, Nobody, Node, WinnerOf, fill, progressive
from tournaments.pairing.consolation import acquaintances, entered
from tournaments.pairing.spreading import spread
from tournaments.pairing.structure import lines, seeding_order

DOCS = Path(__file__).resolve().parents[3] / "docs/tournament-formats.md"
SIZES = sorted(
    {*range(4, 129), *range(129, 513, 1 if os.environ.get("ALL_TESTS") else 7), 255, 256, 257, 512}
)
SPREAD = [*range(4, 129), 160, 192, 193, 256, 257, 384, 385, 512]
"""The sizes of which the last chance is laid out, too: that takes most of the time."""
GOLDEN = {
    "single": "9e68cb6e020732497ef46b442b5c1f4346272826538fdfcf60a37e9da1e21261",
    "double": "f6e37a6efd44b8cb11d3682d3b39b92630353c0ba1fd55f8d4239b0dea23666e",
    "old": "2d89d2292d4da1b82454f22bd5df836b74fe51cb1f21eb057c312335c56d3369",
    "progressive": "64f9994f452e5ebccfccbbe2445f4e41af56842e4d445b07223210c539b76804",
}
BUILT = {
    "single": brackets.single,
    "double": brackets.double,
    "old": lambda size: progressive(size, structure=1),
    "progressive": progressive,
}


@cache
def consoled(size: int) -> Bracket:
    """Main bracket and consolation."""
    return progressive(size, last_chance=False)


@cache
def whole(size: int) -> Bracket:
    return progressive(size)


def rounds(nodes: tuple[Node, ...]) -> list[list[Node]]:
    numbers = sorted({node.round for node in nodes})
    return [[node for node in nodes if node.round == number] for number in numbers]


def byes(nodes: list[Node]) -> int:
    return sum(node.is_bye for node in nodes)


def lower_bytes(code: str) -> str:
    digest = sha256()
    for size in (*range(2, 66), 100, 127, 128, 129, 200, 256):
        bracket = BUILT[code](size)
        for node in bracket.nodes:
            row = (node.key, node.round, node.position, node.sources, node.repeats)
            digest.update(repr(row).encode())
        digest.update(repr(bracket.levels).encode())
    return digest.hexdigest()


@pytest.mark.parametrize("code", GOLDEN)
def test_a_bracket_that_runs_never_gets_another_structure(code: str) -> None:
    """Places of matches are computed anew for every page: another structure would move results."""
    assert lower_bytes(code) == GOLDEN[code]


@pytest.mark.thorough
def test_every_size_has_its_consolation() -> None:
    """Everybody who loses before the final is in it once; byes are in its first round only."""
    for size in SIZES:
        bracket = consoled(size)
        main, second = bracket.part("main"), bracket.part("consolation")
        taken = Counter(source for node in second for source in node.sources)
        final = main[-1].round
        losers = {LoserOf(node.key) for node in main if not node.is_bye and node.round < final}
        winners = {WinnerOf(node.key) for node in second[:-1]}
        empty = taken.pop(Nobody(), 0)
        assert set(taken) == losers | winners, size
        assert set(taken.values()) == {1}, size
        assert sum(not node.is_bye for node in second) == size - 3
        first, *later = rounds(second)
        assert empty == byes(first), size
        assert not any(byes(nodes) for nodes in later), size
        assert len(first) > byes(first), size
        # Once nobody comes any more, a power of two are left.
        last = max(node.round for node in second if any_loser(node))
        assert all(len(one) & (len(one) - 1) == 0 for one in rounds(second) if one[0].round >= last)


def any_loser(node: Node) -> bool:
    return any(isinstance(source, LoserOf) for source in node.sources)


@pytest.mark.thorough
def test_every_size_has_its_last_chance() -> None:
    """Of all who lose in the first two rounds of the consolation, but never in its final."""
    for size in SPREAD:
        bracket = whole(size)
        third, seconds = bracket.part("last_chance"), rounds(bracket.part("consolation"))
        losers = {
            LoserOf(node.key) for nodes in seconds[:-1][:2] for node in nodes if not node.is_bye
        }
        if len(losers) < 2:
            assert not third, size
            continue
        taken = Counter(source for node in third for source in node.sources)
        assert taken.pop(Nobody(), 0) == lines(len(losers)) - len(losers), size
        assert set(taken) == losers | {WinnerOf(node.key) for node in third[:-1]}, size
        assert set(taken.values()) == {1}, size
        first, *later = rounds(third)
        assert not any(byes(nodes) for nodes in later), size
        assert not any(node.sources == (Nobody(), Nobody()) for node in first), size
        # Byes go to those who came furthest.
        alone = [bracket.node(one.sources[0].key).round for one in first if one.is_bye]
        others = [
            bracket.node(one.key).round for node in first for one in node.sources if not node.is_bye
        ]
        assert min(alone, default=99) >= max(others) or max(others) == min(alone), size


def test_who_loses_at_once_in_main_bracket_and_consolation_plays_the_last_chance() -> None:
    for size in range(7, 129):
        bracket = whole(size)
        entering = {LoserOf(one.key) for one in bracket.part("main") if one.round <= 2}
        third = {source for node in bracket.part("last_chance") for source in node.sources}
        for node in bracket.part("consolation"):
            if not node.is_bye and entering & set(node.sources):
                assert LoserOf(node.key) in third, size


def meets_again(bracket: Bracket) -> int | None:
    """How many are left in the consolation when two who met in the main bracket may meet first."""
    bits, known = acquaintances(bracket.part("main"))
    came: dict[str, tuple[int, int]] = {}
    second = bracket.part("consolation")
    for node in second:
        sides = []
        for source in node.sources:
            if isinstance(source, LoserOf):
                sides.append((bits[source.key], known[source.key]))
            else:
                sides.append(came.get(getattr(source, "key", ""), (0, 0)))
        if sides[0][0] & sides[1][1]:
            return 2 * sum(one.round == node.round for one in second)
        came[node.key] = sides[0][0] | sides[1][0], sides[0][1] | sides[1][1]
    return None


@pytest.mark.thorough
def test_nobody_meets_in_the_consolation_whom_they_met_before_few_are_left() -> None:
    for size in SIZES[1:]:
        allowed = 2 if size <= 8 else 4 if size <= 32 else 8
        again = meets_again(consoled(size))
        assert again is not None, size
        assert again <= allowed, size


def test_acquaintances_are_those_one_can_have_met() -> None:
    """Held against 200 played main brackets: nobody met a loser that the table does not know."""
    size = 13
    bracket = consoled(size)
    main = bracket.part("main")
    bits, known = acquaintances(main)
    field = [str(number) for number in range(size)]
    seen: dict[str, int] = dict.fromkeys(bits, 0)
    for number in range(200):
        chance = Random(number)
        filled = fill(bracket, field, {node.key: chance.randint(0, 1) for node in main})
        lost = {filled[key].loser: key for key in bits if filled[key].loser}
        for key in bits:
            one = filled[key]
            for player, other in ((one.first, one.second), (one.second, one.first)):
                if player in lost and other in lost and lost[player] != lost[other]:
                    seen[lost[player]] |= bits[lost[other]]
    assert seen == {key: mask & played_in(main, bits) for key, mask in known.items()} | {
        node.key: 0 for node in main if node.is_bye
    }


def played_in(main: tuple[Node, ...], bits: dict[str, int]) -> int:
    return sum(bits[node.key] for node in main if not node.is_bye)


def last_chance_again(bracket: Bracket) -> int | None:
    """How many are left in the last chance when two who met before may meet."""
    bits, known = acquaintances(bracket.part("main"))
    came: dict[str, tuple[int, int]] = {}
    for node in bracket.part("consolation"):
        here = there = 0
        for source in node.sources:
            if isinstance(source, LoserOf):
                here, there = here | bits[source.key], there | known[source.key]
            elif isinstance(source, WinnerOf):
                here, there = here | came[source.key][0], there | came[source.key][1]
        came[node.key] = here, there
    third = bracket.part("last_chance")
    inside: dict[str, set[str]] = {}
    for node in third:
        one, other = (
            {source.key}
            if isinstance(source, LoserOf)
            else inside.get(getattr(source, "key", ""), set())
            for source in node.sources
        )
        inside[node.key] = one | other
        for first in one:
            for second in other:
                lost = bracket.node(first).sources + bracket.node(second).sources
                in_it = WinnerOf(first) in lost or WinnerOf(second) in lost
                if in_it or came[first][0] & came[second][1]:
                    return 2 * sum(last.round == node.round for last in third)
    return None


@pytest.mark.thorough
def test_nobody_meets_in_the_last_chance_whom_they_met_before_few_are_left() -> None:
    for size in SPREAD:
        bracket = whole(size)
        number = len(
            {s for n in bracket.part("last_chance") for s in n.sources if isinstance(s, LoserOf)}
        )
        allowed = 2 if number == 2 else 4 if number <= 8 else 8 if number <= 32 else 16
        assert (last_chance_again(bracket) or 0) <= allowed, size


def test_a_late_entry_changes_first_rounds_only() -> None:
    """One more takes a bye: from the third round on all places of the consolation are the same."""
    for size in SIZES[:-1]:
        if size & (size - 1) == 0:
            continue
        now, then = (
            {node.key: node.sources for node in consoled(one).part("consolation") if node.round > 2}
            for one in (size, size + 1)
        )
        assert now == then, size


@pytest.mark.parametrize("size", [12, 16, 23, 41])
def test_who_withdraws_gives_one_walkover_in_each_part_and_none_in_a_final(size: int) -> None:
    """Somebody loses everything from their first match on: that is what a withdrawal does."""
    bracket = whole(size)
    field = [str(number) for number in range(1, size + 1)]
    for gone in field[:: 1 + size // 16]:
        chance = Random(int(gone))
        winners: dict[str, int] = {}
        while True:
            filled = fill(bracket, field, winners)
            ready = [key for key, node in filled.items() if node.is_ready]
            if not ready:
                break
            for key in ready:
                two = (filled[key].first, filled[key].second)
                winners[key] = 1 - two.index(gone) if gone in two else chance.randint(0, 1)
        met = Counter(
            bracket.node(key).bracket
            for key, one in filled.items()
            if gone in (one.first, one.second) and not one.is_bye
        )
        assert set(met.values()) == {1}
        finals = [bracket.part(part)[-1].key for part in bracket.parts]
        assert not any(gone in (filled[key].first, filled[key].second) for key in finals)


def test_losers_enter_in_the_round_of_the_same_number_or_one_later() -> None:
    assert entered(5) == (1, 2, 3, 4)  # 32 players: 60 matches, 2 to 7 for each
    assert entered(6) == (1, 2, 4, 5, 6)  # 64 players
    assert entered(9) == (1, 2, 3, 4, 5, 6, 7, 8)


def test_spreading_keeps_two_who_met_in_different_halves() -> None:
    held = spread([[1], [0], [3], [2], [5], [4]], [2, 2, 2, 2, 1, 1])
    assert all(held[one] >> 2 != held[one + 1] >> 2 for one in (0, 2, 4))
    order = seeding_order(8)
    assert {order[held[one] ^ 1] > 6 for one in (4, 5)} == {False}


def test_the_table_of_the_docs_says_what_is_computed() -> None:
    rows = re.findall(
        r"^\| (\d+) to (\d+) \| ([\d, ]+) \| (\d+) − n \| (?:n − (\d+)|none) \| (\d+) \|$",
        DOCS.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert rows
    covered = []
    for least, most, left, full, less, again in rows:
        for size in {int(least), int(most)}:
            nodes = rounds(consoled(size).part("consolation"))
            assert [2 * len(one) for one in nodes] == [int(one) for one in left.split(", ")]
            assert byes(nodes[0]) == int(full) - size
            early = sum(not node.is_bye for one in nodes[:-1][:2] for node in one)
            assert early == size - int(less), size
            assert (meets_again(consoled(size)) or 0) <= int(again)
        covered += range(int(least), int(most) + 1)
    assert covered == list(range(5, 513))
