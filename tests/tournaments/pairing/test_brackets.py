"""Brackets of every size: who loses how often, who has byes, and what a correction changes."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.brackets import (
    NEITHER,
    Bracket,
    Filled,
    LoserOf,
    Nobody,
    Place,
    RoundName,
    Seed,
    WinnerOf,
    crossed,
    double,
    fill,
    groups,
    placing,
    progressive,
    round_name,
    single,
)
from tournaments.pairing.errors import PairingError
from tournaments.pairing.structure import lines, seeding_order

SIZES = [*range(2, 129), 256]
SOME = [*range(2, 18), 24, 31, 32, 33, 63, 64, 65, 100, 127, 128, 256]


def players(size: int) -> list[str]:
    return [f"p{number}" for number in range(1, size + 1)]


def changed(before: dict[str, Filled], after: dict[str, Filled]) -> tuple[str, ...]:
    """The places where others meet."""
    return tuple(
        key
        for key, now in after.items()
        if (before[key].first, before[key].second) != (now.first, now.second)
    )


def played(bracket: Bracket, number: int = 0, nobody: str = "") -> dict[str, Filled]:
    """The bracket after random results, each match played as soon as it can be.

    Neither came to `nobody`.
    """
    chance = Random(number)
    winners: dict[str, int] = {}
    while True:
        filled = fill(bracket, players(bracket.size), winners)
        ready = [key for key, node in filled.items() if node.is_ready]
        if not ready:
            assert all(node.is_settled for node in filled.values())
            return filled
        winners |= {key: NEITHER if key == nobody else chance.randint(0, 1) for key in ready}


def real(filled: dict[str, Filled]) -> dict[str, Filled]:
    return {key: one for key, one in filled.items() if not one.is_bye and one.is_needed}


def losses(filled: dict[str, Filled], size: int) -> Counter[int]:
    """How many have lost how often."""
    lost = Counter(one.loser for one in real(filled).values())
    return Counter(lost[player] for player in players(size))


def best_win(bracket: Bracket) -> dict[str, Filled]:
    """The bracket in which the better seed wins every match."""
    winners: dict[str, int] = {}
    while True:
        filled = fill(bracket, players(bracket.size), winners)
        ready = [key for key, node in filled.items() if node.is_ready]
        if not ready:
            return filled
        for key in ready:
            first, second = filled[key].first, filled[key].second
            assert first is not None
            assert second is not None
            winners[key] = int(int(first[1:]) > int(second[1:]))


def met(filled: dict[str, Filled], part: str = "") -> list[frozenset[str | None]]:
    return [
        frozenset((one.first, one.second))
        for key, one in real(filled).items()
        if key.startswith(part)
    ]


@pytest.mark.parametrize("size", SIZES)
def test_in_single_elimination_all_but_one_lose_once(size: int) -> None:
    filled = played(single(size), size)
    assert losses(filled, size) == {0: 1, 1: size - 1}
    assert len(single(size).matches) == size - 1


@pytest.mark.parametrize("size", SIZES)
def test_in_double_elimination_all_but_one_lose_twice(size: int) -> None:
    """2(n - 1) losses if the winner has none, one more if the winner has one: the reset match."""
    for number in range(2):
        filled = played(double(size), number)
        lost = losses(filled, size)
        reset = filled["final-2-1"].is_needed
        assert lost == {int(reset): 1, 2: size - 1}
        assert len(real(filled)) == 2 * (size - 1) + reset


@pytest.mark.parametrize("size", SIZES)
def test_in_progressive_consolation_everybody_loses_in_each_part_he_enters(size: int) -> None:
    """Main: all but the winner. Consolation: all who lost before the final, but its winner."""
    bracket = progressive(size, last_chance=False)
    filled = played(bracket, size)
    final = filled[bracket.part("main")[-1].key]
    consoled = {
        one.loser
        for key, one in real(filled).items()
        if key.startswith("main") and one.loser != final.loser
    }
    if len(consoled) < 2:
        assert bracket.parts == ("main",)
        return
    inside = real({key: one for key, one in filled.items() if key.startswith("consolation")})
    lost = Counter(one.loser for one in inside.values())
    assert set(lost) <= consoled
    assert lost.total() == len(lost) == len(consoled) - 1 == size - 3
    assert losses(filled, size) == Counter({0: 1}) + Counter({1: 2}) + Counter({2: size - 3})


@pytest.mark.parametrize("size", SOME)
@pytest.mark.parametrize("structure", [1, 2])
def test_the_last_chance_takes_who_leaves_the_consolation_early(size: int, structure: int) -> None:
    bracket = progressive(size, structure=structure)
    filled = played(bracket, size)
    second = bracket.part("consolation")
    first = min((node.round for node in second), default=0)
    early = {
        filled[node.key].loser
        for node in second
        if node.round <= first + 1 and not node.is_bye and (node is not second[-1] or first == 1)
    }
    inside = [one for key, one in real(filled).items() if key.startswith("last_chance")]
    if len(early) < 2:
        assert not inside
        return
    lost = Counter(one.loser for one in inside)
    assert len(inside) == len(early) - 1 == len(lost)
    assert {one.first for one in inside} | {one.second for one in inside} == early


def test_thirty_two_play_sixty_matches_in_main_and_consolation() -> None:
    """31 + 29: the final's loser does not enter the consolation; 2 to 7 matches for each."""
    bracket = progressive(32, last_chance=False)
    assert [
        len([one for one in bracket.part(part) if not one.is_bye]) for part in bracket.parts
    ] == [
        31,
        29,
    ]
    least, most = set(), set()
    for number in range(30):
        counts = Counter(key for two in met(played(bracket, number)) for key in two)
        least.add(min(counts.values()))
        most.add(max(counts.values()))
    assert min(least) == 2
    assert max(most) == 7


@pytest.mark.parametrize("size", SOME)
@pytest.mark.parametrize("build", [single, double, progressive])
def test_nobody_plays_twice_in_a_round(build: Callable[[int], Bracket], size: int) -> None:
    bracket = build(size)
    filled = played(bracket, size)
    here: Counter[tuple[str, int, str | None]] = Counter()
    for node in bracket.nodes:
        one = filled[node.key]
        if one.is_needed:
            here.update((node.bracket, node.round, key) for key in (one.first, one.second) if key)
    assert set(here.values()) == {1}


@pytest.mark.parametrize("size", SOME)
def test_byes_go_to_the_best_seeds_and_there_are_no_more_than_needed(size: int) -> None:
    bracket = single(size)
    seeds = [
        source.number
        for node in bracket.nodes
        if node.is_bye
        for source in node.sources
        if isinstance(source, Seed)
    ]
    assert sorted(seeds) == list(range(1, lines(size) - size + 1))
    assert all(node.round == 1 for node in bracket.nodes if node.is_bye)


@pytest.mark.parametrize("build", [single, double, progressive])
@pytest.mark.parametrize("size", SOME)
def test_a_node_takes_only_from_what_stands_before_it_and_each_outcome_is_taken_once(
    build: Callable[[int], Bracket], size: int
) -> None:
    bracket = build(size)
    seen: set[str] = set()
    taken: Counter[object] = Counter()
    for node in bracket.nodes:
        for source in node.sources:
            if isinstance(source, WinnerOf | LoserOf):
                assert source.key in seen
                assert not (isinstance(source, LoserOf) and bracket.node(source.key).is_bye)
            if source != Nobody():
                taken[source] += 1
        assert node.sources != (Nobody(), Nobody())
        assert node.key not in seen
        seen.add(node.key)
    assert set(taken.values()) == {1}
    assert {source.number for source in taken if isinstance(source, Seed)} == set(
        range(1, size + 1)
    )


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128, 5, 11, 23, 47, 100])
def test_if_the_better_seed_always_wins_everybody_ends_where_he_is_seeded(size: int) -> None:
    bracket = single(size)
    for place in placing(bracket, best_win(bracket)):
        assert place.first <= int(place.player[1:]) <= place.last


@pytest.mark.parametrize(("size", "early"), [(8, 2), (16, 3), (32, 4), (64, 6), (128, 7)])
def test_in_the_lower_bracket_two_who_have_met_do_not_meet_again_early(
    size: int, early: int
) -> None:
    """Up to this round of the lower bracket; then too few sections are left to cross."""
    bracket = double(size)
    for number in range(20):
        filled = played(bracket, number)
        before = set(met(filled, "main"))
        for node in bracket.part("lower"):
            one = filled[node.key]
            if node.round <= early:
                assert frozenset((one.first, one.second)) not in before


def test_the_standard_order_of_eight_is_that_of_every_bracket_book() -> None:
    assert seeding_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)


def test_a_match_for_the_third_place_takes_the_losers_of_the_semi_finals() -> None:
    bracket = single(4, third_place=True)
    winners = {"main-1-1": 0, "main-1-2": 0, "main-2-1": 1, "third-1-1": 1}
    filled = fill(bracket, players(4), winners)
    assert (filled["third-1-1"].first, filled["third-1-1"].second) == ("p4", "p3")
    assert placing(bracket, filled) == [
        Place("p2", 1, 1),
        Place("p1", 2, 2),
        Place("p3", 3, 3),
        Place("p4", 4, 4),
    ]


def test_of_three_the_semi_finals_only_loser_is_third_without_a_match() -> None:
    bracket = single(3, third_place=True)
    assert len(bracket.matches) == 2
    filled = fill(bracket, players(3), {"main-1-2": 0, "main-2-1": 0})
    assert placing(bracket, filled)[-1] == Place("p3", 3, 3)


def test_the_grand_final_is_played_again_only_if_the_lower_side_wins_it() -> None:
    bracket = double(2)
    once = fill(bracket, players(2), {"main-1-1": 0, "final-1-1": 0})
    assert not once["final-2-1"].is_needed
    assert (once["final-2-1"].winner, once["final-2-1"].loser) == ("p1", "p2")
    again = fill(bracket, players(2), {"main-1-1": 0, "final-1-1": 1})
    assert again["final-2-1"].is_ready
    assert placing(bracket, again) == []
    done = fill(bracket, players(2), {"main-1-1": 0, "final-1-1": 1, "final-2-1": 0})
    assert placing(bracket, done) == [Place("p1", 1, 1), Place("p2", 2, 2)]


@pytest.mark.parametrize("size", SOME)
@pytest.mark.parametrize("build", [single, double])
def test_in_the_end_every_place_is_given_once(build: Callable[[int], Bracket], size: int) -> None:
    bracket = build(size)
    places = placing(bracket, played(bracket, size))
    assert sorted(place.player for place in places) == sorted(players(size))
    shared = Counter((place.first, place.last) for place in places)
    assert all(count == last - first + 1 for (first, last), count in shared.items())
    assert sorted(rank for first, last in shared for rank in range(first, last + 1)) == list(
        range(1, size + 1)
    )


@pytest.mark.parametrize("key", ["main-1-1", "main-2-1", "main-3-1"])
@pytest.mark.parametrize("build", [single, double])
def test_where_neither_came_every_place_is_given_once_all_the_same(
    build: Callable[[int], Bracket], key: str
) -> None:
    bracket = build(8)
    places = placing(bracket, played(bracket, 8, nobody=key))
    assert sorted(place.player for place in places) == sorted(players(8))
    shared = Counter((place.first, place.last) for place in places)
    assert all(count == last - first + 1 for (first, last), count in shared.items())
    assert min(first for first, _last in shared) == 1


def test_who_did_not_come_to_the_quarter_final_shares_the_places_of_those_who_lost_there() -> None:
    bracket = single(8)
    winners = {"main-1-1": NEITHER, "main-1-2": 0, "main-1-3": 0, "main-1-4": 0, "main-2-2": 0}
    places = placing(bracket, fill(bracket, players(8), {**winners, "main-3-1": 0}))
    assert [(one.first, one.last) for one in places] == [(1, 1), (2, 2), (3, 3)] + 5 * [(4, 8)]


def test_a_final_to_which_neither_came_has_no_winner() -> None:
    bracket = single(4, third_place=True)
    winners = {"main-1-1": 0, "main-1-2": 0, "main-2-1": NEITHER, "third-1-1": 0}
    places = placing(bracket, fill(bracket, players(4), winners))
    assert [(one.first, one.last) for one in places] == [(1, 2), (1, 2), (3, 3), (4, 4)]
    winners = {"main-1-1": NEITHER, "main-1-2": 0}
    places = placing(bracket, fill(bracket, players(4), winners))
    assert [(one.first, one.last) for one in places] == [(1, 1), (2, 2), (3, 4), (3, 4)]


def test_a_place_is_certain_before_the_end() -> None:
    bracket = single(8)
    filled = fill(bracket, players(8), {"main-1-1": 0})
    assert placing(bracket, filled) == [Place("p8", 5, 8)]


def test_the_consolation_has_places_of_its_own() -> None:
    bracket = progressive(8, last_chance=False)
    filled = played(bracket)
    places = placing(bracket, filled, "consolation")
    assert [place.first for place in places] == [1, 2, 3, 3, 5, 5]
    assert placing(bracket, filled, "last_chance") == []


def test_a_correction_takes_effect_in_everything_that_follows() -> None:
    bracket = double(4)
    winners = {"main-1-1": 0, "main-1-2": 0, "main-2-1": 0, "lower-1-1": 0}
    before = fill(bracket, players(4), winners)
    after = fill(bracket, players(4), winners | {"main-1-1": 1})
    assert changed(before, after) == ("main-2-1", "lower-1-1", "lower-2-1", "final-1-1")
    assert changed(before, before) == ()


@given(st.integers(2, 40), st.integers(0, 2**32), st.sampled_from([single, double, progressive]))
def test_a_correction_changes_nothing_that_does_not_depend_on_it(
    size: int, number: int, build: Callable[[int], Bracket]
) -> None:
    bracket = build(size)
    chance = Random(number)
    winners = {node.key: chance.randint(0, 1) for node in bracket.nodes}
    before = fill(bracket, players(size), winners)
    key = chance.choice(bracket.matches).key
    after = fill(bracket, players(size), winners | {key: 1 - winners[key]})
    depending = {key}
    for node in bracket.nodes:
        if any(getattr(source, "key", None) in depending for source in node.sources):
            depending.add(node.key)
    assert set(changed(before, after)) <= depending - {key}
    assert fill(bracket, players(size), winners) == before


def test_results_of_matches_whose_players_are_not_known_are_passed_over() -> None:
    filled = fill(single(4), players(4), {"main-2-1": 1, "main-1-1": 0})
    assert filled["main-2-1"] == Filled("p1", None, is_bye=False)


def test_rounds_have_names_from_the_end() -> None:
    bracket = single(16, third_place=True)
    names = {key: round_name(bracket, bracket.node(key)) for key in ("main-1-1", "third-1-1")}
    assert names == {
        "main-1-1": RoundName("round_of", 16),
        "third-1-1": RoundName("third_place", 1),
    }
    codes = [round_name(bracket, bracket.node(f"main-{number}-1")).code for number in (2, 3, 4)]
    assert codes == ["quarter_final", "semi_final", "final"]
    two = double(4)
    assert [round_name(two, node).code for node in two.part("lower")] == ["round", "final"]
    assert [round_name(two, node).code for node in two.part("final")] == ["grand_final", "reset"]


def test_groups_are_dealt_back_and_forth() -> None:
    assert groups(10, 3) == ((1, 6, 7), (2, 5, 8), (3, 4, 9, 10))


@given(st.integers(1, 16), st.integers(2, 128))
def test_groups_are_of_one_size_but_for_one_and_have_everybody(count: int, size: int) -> None:
    if size < 2 * count:
        with pytest.raises(PairingError):
            groups(size, count)
        return
    dealt = groups(size, count)
    assert sorted(seed for group in dealt for seed in group) == list(range(1, size + 1))
    assert {len(group) for group in dealt} <= {size // count, size // count + 1}


def test_four_groups_cross_into_the_knockout() -> None:
    """A1-B2 and C1-D2 above, B1-A2 and D1-C2 below, or the same mirrored."""
    order = crossed(4, 2)
    assert order[:4] == ((1, 1), (2, 1), (3, 1), (4, 1))
    first_round = {
        frozenset((order[one - 1], order[other - 1]))
        for one, other in ((1, 8), (4, 5), (2, 7), (3, 6))
    }
    assert first_round == {
        frozenset({(1, 1), (2, 2)}),
        frozenset({(2, 1), (1, 2)}),
        frozenset({(3, 1), (4, 2)}),
        frozenset({(4, 1), (3, 2)}),
    }


@pytest.mark.parametrize("count", range(2, 17))
@pytest.mark.parametrize("qualifiers", [2, 3, 4])
def test_those_of_one_group_meet_as_late_as_possible(count: int, qualifiers: int) -> None:
    """Two in the final only, three or four not before the semi-final."""
    order = crossed(count, qualifiers)
    size = lines(count * qualifiers)
    line = {seed: place for place, seed in enumerate(seeding_order(size))}
    meetings = [
        (line[one] ^ line[other]).bit_length()
        for (one, mine), (other, his) in combinations(enumerate(order, start=1), 2)
        if mine[0] == his[0]
    ]
    assert min(meetings) >= size.bit_length() - 1 - (qualifiers > 2)


@pytest.mark.parametrize("size", [-1, 0, 1, 513])
@pytest.mark.parametrize("build", [single, double, progressive])
def test_a_bracket_for_so_many_is_refused(build: Callable[[int], Bracket], size: int) -> None:
    with pytest.raises(PairingError) as refused:
        build(size)
    assert refused.value.code == "size_invalid"


def test_as_many_are_entered_as_there_are_places() -> None:
    with pytest.raises(PairingError, match="4 places for 3"):
        fill(single(4), players(3), {})


@pytest.mark.parametrize(("count", "qualifiers"), [(1, 1), (0, 4), (300, 2)])
def test_a_knockout_after_groups_has_two_players_or_more(count: int, qualifiers: int) -> None:
    with pytest.raises(PairingError):
        crossed(count, qualifiers)
