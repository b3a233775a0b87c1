"""Drawing tables: sizes, and no repeated table-mates while possible."""

from collections import Counter
from itertools import combinations
from string import Formatter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.tabling import all_draws, codes, meetings, names, repeats, seats
from tournaments.pairing.remarks import Remark
from tournaments.pairing.seating import EXACT_UP_TO
from tournaments.pairing.table_remarks import MESSAGES, REMARKS, TablesError
from tournaments.pairing.tables import (
    MOST,
    Seat,
    draw_tables,
    met_at,
    sizes_for,
)

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
        "Round 2 was drawn at random.",
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


# Sentences


def test_remarks_survive_json() -> None:
    remark = Remark("met_before", ("A", "B"), {"table": 1, "times": 2})
    assert Remark.from_json(remark.to_json()) == remark


def test_every_code_has_a_sentence_with_named_braces() -> None:
    for message in (*MESSAGES.values(), *REMARKS.values()):
        assert message.endswith(".")
        assert all(name for _, name, _, _ in Formatter().parse(message) if name is not None)
