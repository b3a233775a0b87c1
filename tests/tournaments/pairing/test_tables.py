"""Drawing tables: sizes, no repeated table-mates while possible, late arrivals, split and merge."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from string import Formatter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.seating import EXACT_UP_TO
from tournaments.pairing.table_remarks import MESSAGES, REMARKS, Remark, TablesError
from tournaments.pairing.tables import (
    MOST,
    Seat,
    TableDraw,
    draw_tables,
    merge,
    met_at,
    place_late,
    sizes_for,
    split,
)

Met = Mapping[frozenset[str], int]


def seats(names: Sequence[str]) -> list[Seat]:
    return [Seat(name) for name in names]


def names(number: int) -> list[str]:
    return [f"p{index}" for index in range(number)]


def repeats(tables: Sequence[Sequence[str]], met: Met) -> int:
    """The sum of squares of how often those at one table have met."""
    return sum(
        met.get(frozenset(pair), 0) ** 2 for table in tables for pair in combinations(table, 2)
    )


def all_draws(players: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to fill tables of these sizes, some more than once."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        left = tuple(player for player in players if player not in table)
        for rest in all_draws(left, sizes[1:]):
            yield [table, *rest]


@st.composite
def meetings(draw: st.DrawFn, players: Sequence[str]) -> dict[frozenset[str], int]:
    pairs = [frozenset(pair) for pair in combinations(players, 2)]
    return draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 3), max_size=len(pairs)))


def codes(draw: TableDraw) -> list[str]:
    return [remark.code for remark in draw.remarks]


# Sizes


@pytest.mark.parametrize(
    ("number", "tables"),
    [(number, 1) for number in (3, 4, 5)]
    + [(number, 2) for number in (6, 7, 8, 9, 10)]
    + [(number, 3) for number in (11, 12, 13, 14, 15)],
)
def test_as_many_tables_as_published(number: int, tables: int) -> None:
    sizes = sizes_for(number)
    assert (len(sizes), sum(sizes)) == (tables, number)


@given(st.integers(0, 200), st.integers(3, 7), st.integers(3, 7), st.none() | st.integers(1, 20))
def test_sizes_are_balanced_and_within_their_limits(
    number: int, one: int, other: int, available: int | None
) -> None:
    minimum, limit = sorted((one, other))
    sizes = sizes_for(number, minimum=minimum, limit=limit, available=available)
    assert sum(sizes) <= number
    if number < minimum:
        assert sizes == ()
        return
    assert max(sizes) - min(sizes) <= 1
    assert list(sizes) == sorted(sizes, reverse=True)
    assert minimum <= min(sizes)
    assert max(sizes) <= (limit if available is None else MOST)
    assert available is None or len(sizes) <= available


@given(st.integers(3, 200), st.integers(5, 7))
def test_with_tables_for_five_and_more_nobody_waits(number: int, limit: int) -> None:
    assert sum(sizes_for(number, limit=limit)) == number


def test_few_boards_make_larger_tables_and_then_somebody_waits() -> None:
    drawn = draw_tables(seats(names(16)), seed="s", round_number=1, available=2)
    assert [len(table) for table in drawn.tables] == [7, 7]
    assert len(drawn.sitting_out) == 2
    assert codes(drawn) == ["drawn_random", "boards_short", "sits_out"]


def test_the_director_may_choose_the_sizes() -> None:
    drawn = draw_tables(seats(names(10)), seed="s", round_number=1, sizes=[4, 3, 3])
    assert [len(table) for table in drawn.tables] == [4, 3, 3]
    assert "sizes_by_hand" in codes(drawn)


# Drawing


@settings(deadline=None)
@given(st.data(), st.integers(0, 20), st.text(max_size=6), st.sampled_from(["random", "level"]))
def test_everyone_is_drawn_exactly_once_or_waits(
    data: st.DataObject, number: int, seed: str, by: str
) -> None:
    players = names(number)
    met = data.draw(meetings(players)) if number > 1 else {}
    levels = data.draw(st.lists(st.integers(0, 3), min_size=number, max_size=number))
    entrants = [Seat(player, level) for player, level in zip(players, levels, strict=True)]
    drawn = draw_tables(entrants, seed=seed, round_number=1, met=met, by=by)
    drawn_players = [player for table in drawn.tables for player in table]
    assert sorted([*drawn_players, *drawn.sitting_out]) == sorted(players)
    assert tuple(len(table) for table in drawn.tables) == sizes_for(number)
    assert met_at(drawn.tables).keys() & met.keys() == {
        frozenset(remark.players) for remark in drawn.remarks if remark.code == "met_before"
    }


@settings(deadline=None, max_examples=60)
@given(st.data(), st.integers(6, 9), st.text(max_size=6))
def test_small_fields_repeat_as_little_as_any_draw(
    data: st.DataObject, number: int, seed: str
) -> None:
    players = names(number)
    met = data.draw(meetings(players))
    drawn = draw_tables(seats(players), seed=seed, round_number=2, met=met)
    sizes = sizes_for(number)
    least = min(repeats(tables, met) for tables in all_draws(tuple(players), sizes))
    assert repeats(drawn.tables, met) == least
    assert ("repeats_least" in codes(drawn)) == (least > 0)


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from(["level", "standing"]))
def test_levels_and_standings_come_before_repetitions(data: st.DataObject, by: str) -> None:
    players = names(8)
    met = data.draw(meetings(players))
    values = data.draw(st.lists(st.integers(1, 3), min_size=8, max_size=8))
    entrants = [
        Seat(player, level=-value, standing=value)
        for player, value in zip(players, values, strict=True)
    ]
    value_of = dict(zip(players, values, strict=True))
    drawn = draw_tables(entrants, seed="s", round_number=2, met=met, by=by)
    at_tables = [sorted(value_of[player] for player in table) for table in drawn.tables]
    assert at_tables == [sorted(values)[:4], sorted(values)[4:]]
    least = min(
        repeats(tables, met)
        for tables in all_draws(tuple(players), (4, 4))
        if [sorted(value_of[player] for player in table) for table in tables] == at_tables
    )
    assert repeats(drawn.tables, met) == least


@given(st.permutations(names(13)), st.text(max_size=5))
def test_a_draw_depends_on_the_seed_and_not_on_the_order_of_entries(
    order: list[str], seed: str
) -> None:
    one = draw_tables(seats(names(13)), seed=seed, round_number=1)
    assert draw_tables(seats(order), seed=seed, round_number=1) == one


def test_seeds_and_rounds_give_different_tables() -> None:
    drawn = [
        draw_tables(seats(names(8)), seed=seed, round_number=number).tables
        for seed in "abc"
        for number in (1, 2, 3)
    ]
    assert len(set(drawn)) == 9


def test_every_partition_of_six_is_drawn_about_equally_often() -> None:
    # Ten ways to make two tables of three; 2,000 draws give 200 each, give or take four sigma (54).
    drawn = Counter(
        frozenset(
            frozenset(table)
            for table in draw_tables(seats("ABCDEF"), seed=str(seed), round_number=1).tables
        )
        for seed in range(2000)
    )
    assert len(drawn) == 10
    assert all(abs(count - 200) <= 54 for count in drawn.values())


@pytest.mark.parametrize(
    ("number", "limit", "rounds"), [(16, 4, 3), (24, 4, 4), (30, 5, 4), (60, 4, 5)]
)
def test_nobody_meets_twice_while_that_is_possible(number: int, limit: int, rounds: int) -> None:
    for seed in "ab":
        met: Counter[frozenset[str]] = Counter()
        for round_number in range(1, rounds + 1):
            drawn = draw_tables(
                seats(names(number)), seed=seed, round_number=round_number, met=met, limit=limit
            )
            assert "met_before" not in codes(drawn)
            met += met_at(drawn.tables)
        assert max(met.values()) == 1


def test_sizes_by_hand_keep_their_order() -> None:
    players = names(16)
    met = met_at([players[:4], players[4:8], players[8:12], players[12:]])
    drawn = draw_tables(seats(players), seed="s", round_number=2, met=met, sizes=[3, 5, 3, 5])
    assert [len(table) for table in drawn.tables] == [3, 5, 3, 5]


def test_a_draw_says_who_meets_again_and_that_it_could_not_be_avoided() -> None:
    drawn = draw_tables(
        seats("ABC"), seed="s", round_number=2, met={frozenset("AB"): 2, frozenset("XY"): 1}
    )
    assert [str(remark) for remark in drawn.remarks] == [
        "Round 2 was drawn at random with the seed s.",
        "3 players make one table.",
        "A, B meet again at table 1 (earlier: 2).",
        "No draw repeats less than this one; all were looked at.",
    ]


def test_a_large_field_that_must_repeat_says_that_it_searched() -> None:
    players = names(EXACT_UP_TO + 1)
    met = {frozenset(pair): 1 for pair in combinations(players, 2)}
    drawn = draw_tables(seats(players), seed="s", round_number=2, met=met)
    assert codes(drawn)[-1] == "repeats_searched"


def test_by_level_a_draw_says_that_levels_come_first() -> None:
    entrants = [Seat(player, level) for level, player in enumerate("ABCDEF")]
    drawn = draw_tables(entrants, seed="s", round_number=2, by="level", met={frozenset("AB"): 1})
    assert [set(table) for table in drawn.tables] == [set("DEF"), set("ABC")]
    assert "repeats_kept" in codes(drawn)


def test_who_waited_before_does_not_wait_again() -> None:
    entrants = [Seat(player, sat_out=player in "ABC") for player in "ABCDE"]
    waiting = {
        draw_tables(entrants, seed=str(seed), round_number=2, limit=4).sitting_out
        for seed in range(30)
    }
    assert waiting == {("D",), ("E",)}


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"entrants": seats("ABCA")}, "player_twice"),
        ({"by": "colour"}, "way_unknown"),
        ({"minimum": 2}, "limits_wrong"),
        ({"limit": 8}, "limits_wrong"),
        ({"minimum": 5, "limit": 4}, "limits_wrong"),
        ({"sizes": [2, 2]}, "limits_wrong"),
        ({"sizes": [4, 4]}, "sizes_wrong"),
    ],
)
def test_a_draw_that_cannot_be_made_says_why(wrong: dict[str, object], code: str) -> None:
    asked: dict[str, object] = {"entrants": seats("ABCDE"), **wrong}
    with pytest.raises(TablesError) as error:
        draw_tables(seed="s", round_number=1, **asked)  # type: ignore[arg-type]
    assert error.value.code == code
    assert str(error.value).endswith(".")


def test_two_are_too_few_for_a_table() -> None:
    drawn = draw_tables(seats("AB"), seed="s", round_number=1)
    assert (drawn.tables, set(drawn.sitting_out)) == ((), {"A", "B"})
    assert codes(drawn) == ["drawn_random", "too_few"]


# Late arrivals


def test_a_late_arrival_joins_the_smallest_table() -> None:
    placed = place_late(["ABCD", "EFG", "HIJK"], ["X"], seed="s", round_number=1)
    assert placed.tables[1] == ("E", "F", "G", "X")
    assert [str(remark) for remark in placed.remarks] == ["X joins table 2, the smallest."]


def test_of_equally_small_tables_he_joins_the_one_with_fewest_earlier_meetings() -> None:
    met = {frozenset("XA"): 1, frozenset("XB"): 1, frozenset("XE"): 1}
    placed = place_late(["ABC", "DEF"], ["X"], seed="s", round_number=2, met=met)
    assert placed.tables[1] == ("D", "E", "F", "X")
    assert codes(placed) == ["late_new"]


def test_of_equal_tables_the_seed_decides() -> None:
    placed = [
        place_late(["ABC", "DEF"], ["X"], seed=str(seed), round_number=1) for seed in range(20)
    ]
    assert {tuple(len(table) for table in one.tables) for one in placed} == {(4, 3), (3, 4)}
    assert {code for one in placed for code in codes(one)} == {"late_drawn"}


def test_several_late_arrivals_are_balanced_over_the_tables() -> None:
    placed = place_late(["ABC", "DEF", "GHIJ"], "VWXY", seed="s", round_number=1)
    assert sorted(len(table) for table in placed.tables) == [4, 5, 5]


def test_a_table_that_passes_its_limit_is_split() -> None:
    placed = place_late(["ABCDE"], ["X"], seed="s", round_number=1)
    assert [len(table) for table in placed.tables] == [3, 3]
    assert codes(placed) == ["late_smallest", "split"]


def test_a_table_too_small_for_two_grows_over_its_limit_until_it_can_be_split() -> None:
    placed = place_late(["ABCD"], ["X"], seed="s", round_number=1, limit=4)
    assert placed.tables == (("A", "B", "C", "D", "X"),)
    assert codes(placed) == ["late_smallest", "over_limit"]
    more = place_late(placed.tables, ["Y"], seed="s", round_number=1, limit=4)
    assert [len(table) for table in more.tables] == [3, 3]


def test_where_no_table_can_be_split_everyone_waits_once_all_are_full() -> None:
    placed = place_late(["ABCDEFG"], ["X"], seed="s", round_number=1, minimum=7, limit=7)
    assert (placed.tables, placed.sitting_out) == ((tuple("ABCDEFG"),), ("X",))
    assert codes(placed) == ["all_full"]


def test_without_a_table_late_arrivals_make_their_own() -> None:
    assert [len(one) for one in place_late([], "ABCD", seed="s", round_number=1).tables] == [4]


@given(
    st.lists(st.integers(3, 5), min_size=1, max_size=5),
    st.integers(0, 8),
    st.text(max_size=5),
)
def test_late_arrivals_move_nobody_unless_a_table_is_split(
    sizes: list[int], late: int, seed: str
) -> None:
    tables = [
        tuple(f"t{number}-{seat}" for seat in range(size)) for number, size in enumerate(sizes)
    ]
    newcomers = names(late)
    placed = place_late(tables, newcomers, seed=seed, round_number=1)
    everyone = [player for table in (*tables, newcomers) for player in table]
    assert sorted(player for table in placed.tables for player in table) == sorted(everyone)
    assert all(3 <= len(table) <= 5 for table in placed.tables)
    if "split" not in codes(placed):
        assert all(
            table == new[: len(table)] for table, new in zip(tables, placed.tables, strict=True)
        )
        grown = [len(table) for table in placed.tables]
        # Nobody joins a table while a smaller one is there.
        assert all(
            new == old or new <= min(grown) + 1 for old, new in zip(sizes, grown, strict=True)
        )


# Split and merge


def test_a_split_separates_who_has_met_most() -> None:
    # A, B and C have sat together all evening; two of them must stay at one table.
    met = {frozenset(pair): 3 for pair in combinations("ABC", 2)}
    halves = split("ABCDEF", seed="s", round_number=2, met=met)
    assert [len(table) for table in halves.tables] == [3, 3]
    assert repeats(halves.tables, met) == 9
    assert str(halves.remarks[0]) == "Table 1 passed its limit of 5 and was split: 3, 3."


def test_a_table_within_its_limit_is_not_split() -> None:
    same = split("ABCDE", seed="s", round_number=1)
    assert (same.tables, codes(same)) == ((tuple("ABCDE"),), ["split_needless"])


def test_a_table_of_two_is_merged_into_the_smallest_others() -> None:
    merged = merge(["ABCD", "EF", "GHI"], seed="s", round_number=1)
    assert [len(table) for table in merged.tables] in ([5, 4], [4, 5])
    assert codes(merged)[0] == "merged"
    assert set("GHI") < set(merged.tables[1])


def test_two_small_tables_make_one() -> None:
    merged = merge(["AB", "CDE", "FG"], seed="s", round_number=1)
    assert merged.tables == (("C", "D", "E"), ("A", "B", "F", "G"))
    assert codes(merged) == ["merged_together"]


def test_a_merge_that_passes_the_limit_splits_again() -> None:
    merged = merge(["ABCDE", "FG"], seed="s", round_number=1)
    assert sorted(len(table) for table in merged.tables) == [3, 4]


def test_the_last_two_of_an_evening_stay_together() -> None:
    merged = merge(["AB"], seed="s", round_number=1)
    assert (merged.tables, codes(merged)) == ((("A", "B"),), ["merge_alone"])


def test_nothing_is_merged_where_every_table_is_large_enough() -> None:
    merged = merge(["ABC", "DEFG"], seed="s", round_number=1)
    assert (merged.tables, merged.remarks) == ((tuple("ABC"), tuple("DEFG")), ())


@given(st.lists(st.integers(0, 5), max_size=6), st.text(max_size=5))
def test_a_merge_loses_nobody_and_leaves_no_table_too_small(sizes: list[int], seed: str) -> None:
    tables = [
        tuple(f"t{number}-{seat}" for seat in range(size)) for number, size in enumerate(sizes)
    ]
    merged = merge(tables, seed=seed, round_number=1)
    everyone = sorted(player for table in tables for player in table)
    assert sorted(player for table in merged.tables for player in table) == everyone
    if len(everyone) >= 3:
        assert all(3 <= len(table) <= 5 for table in merged.tables)


def test_nobody_sits_at_two_places() -> None:
    with pytest.raises(TablesError, match="named twice"):
        merge(["ABC", "CDE"], seed="s", round_number=1)
    with pytest.raises(TablesError, match="named twice"):
        split("ABCDEFA", seed="s", round_number=1)
    with pytest.raises(TablesError, match="named twice"):
        place_late(["ABC"], ["A"], seed="s", round_number=1)


# Sentences


def test_remarks_survive_json() -> None:
    remark = Remark("met_before", ("A", "B"), {"table": 1, "times": 2})
    assert Remark.from_json(remark.to_json()) == remark


def test_every_code_has_a_sentence_with_named_braces() -> None:
    for message in (*MESSAGES.values(), *REMARKS.values()):
        assert message.endswith(".")
        assert all(name for _, name, _, _ in Formatter().parse(message) if name is not None)
