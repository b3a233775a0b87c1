"""Who goes up and down after a season, each with a reason; nobody is lost, nobody is doubled."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.promotion import (
    REASONS,
    Few,
    Finisher,
    Move,
    Rules,
    divisions_of,
    is_short,
    next_season,
)


def ended(*divisions: str, **without: int) -> list[Finisher]:
    """Divisions from the top, each in the order of places; `without`: matches somebody played."""
    return [
        Finisher(key, number, place, without.get(key, 4), 4, score=2 * (len(names.split()) - place))
        for number, names in enumerate(divisions, 1)
        for place, key in enumerate(names.split(), 1)
    ]


def told(moves: tuple[Move, ...]) -> dict[str, tuple[int | None, str]]:
    return {one.key: (one.to, one.reason) for one in moves}


THREE = ("Ann Bob Cid Dee", "Eve Fay Gus Hal", "Ida Jon Kim Leo")


def test_one_goes_up_and_one_goes_down() -> None:
    moves = next_season(ended(*THREE), [], Rules())
    assert divisions_of(moves) == (
        ("Ann", "Bob", "Cid", "Eve"),
        ("Dee", "Fay", "Gus", "Ida"),
        ("Hal", "Jon", "Kim", "Leo"),
    )
    assert told(moves)["Eve"] == (1, "up")
    assert told(moves)["Dee"] == (2, "down")
    assert told(moves)["Bob"] == (1, "stays")


def test_newcomers_enter_the_lowest_division() -> None:
    moves = told(next_season(ended(*THREE), ["Mia", "Ned"], Rules()))
    assert moves["Mia"] == moves["Ned"] == (3, "new")


def test_who_withdraws_is_replaced_by_further_promotions_only() -> None:
    finishers = [replace(one, is_back=one.key != "Bob") for one in ended(*THREE)]
    moves = next_season(finishers, ["Mia"], Rules())
    assert told(moves)["Bob"] == (None, "withdrawn")
    # Who has gone made a place: so nobody goes down there, and one goes up.
    assert told(moves)["Dee"] == (1, "stays_spared")
    assert [len(one) for one in divisions_of(moves)] == [4, 4, 4]


def test_who_took_a_place_over_ends_with_it_and_nobody_is_spared_for_who_left_it() -> None:
    top = "Ann Bob Cid Tom Dee"
    finishers = [
        replace(
            one, is_back=one.key != "Tom", is_out=one.key == "Tom", is_replaced=one.key == "Tom"
        )
        for one in ended(top, *THREE[1:])
    ]
    moves = next_season(finishers, [], Rules())
    assert told(moves)["Tom"] == (None, "withdrawn")
    assert told(moves)["Dee"] == (2, "down")
    assert [len(one) for one in divisions_of(moves)] == [4, 4, 4]
    halves = told(next_season(finishers[5:] + finishers[:5], [], Rules("half", down=2)))
    assert {key for key, (_to, reason) in halves.items() if reason == "down"} >= {"Cid", "Dee"}


def test_places_that_stay_free_are_filled_from_below() -> None:
    finishers = [replace(one, is_back=one.key not in "Bob Cid Dee") for one in ended(*THREE)]
    moves = told(next_season(finishers, [], Rules(up=1, down=1)))
    assert [key for key, (_to, reason) in moves.items() if reason == "up_extra"] == [
        "Fay",
        "Gus",
        "Jon",
        "Kim",
        "Leo",
    ]


def test_one_up_and_two_down_leaves_divisions_as_large_as_they_were() -> None:
    moves = next_season(ended(*THREE), [], Rules(up=1, down=2))
    assert [len(one) for one in divisions_of(moves)] == [4, 4, 4]
    assert "down" not in {one.reason for one in moves if one.was == 3}


@pytest.mark.parametrize(("few", "there"), [("down", (2, "few_down")), ("out", (None, "few_out"))])
def test_who_has_played_too_little_goes_down_or_out(
    few: Few, there: tuple[int | None, str]
) -> None:
    rules = Rules(share=Fraction(3, 8), few=few)
    moves = told(next_season(ended(*THREE, Ann=1), [], rules))
    assert moves["Ann"] == there
    assert moves["Dee"] == (1, "stays_spared")


def test_who_has_played_too_little_does_not_go_up() -> None:
    moves = told(next_season(ended(*THREE, Eve=1), [], Rules(share=Fraction(3, 8))))
    assert moves["Eve"][1] == "few_down"
    assert moves["Fay"] == (1, "up_instead")


def test_who_has_played_too_little_stays_where_there_is_no_division_below() -> None:
    moves = told(next_season(ended(*THREE, Leo=1), [], Rules(share=Fraction(3, 8))))
    assert moves["Leo"] == (3, "few_stays")


def test_the_upper_half_goes_up() -> None:
    moves = told(
        next_season(ended("Ann Bob Cid Dee", "Eve Fay Gus Hal"), [], Rules("half", down=2))
    )
    assert [key for key, (_to, reason) in moves.items() if reason == "up"] == ["Eve", "Fay"]


def test_by_wins_four_and_five_go_up_none_and_one_go_down() -> None:
    names = "Ann Bob Cid Dee Eve Fay", "Gus Hal Ida Jon Kim Leo"
    moves = told(next_season(ended(*names), [], Rules("wins", up=4, down=1)))
    assert [key for key, (_to, reason) in moves.items() if reason == "up"] == ["Gus", "Hal"]
    assert [key for key, (_to, reason) in moves.items() if reason == "down"] == ["Eve", "Fay"]


def test_too_small_a_lowest_division_joins_the_one_above() -> None:
    finishers = [replace(one, is_back=one.key not in "Kim Leo Jon") for one in ended(*THREE)]
    moves = next_season(finishers, [], Rules())
    assert len(divisions_of(moves)) == 2
    assert told(moves)["Hal"] == (2, "stays")


def test_many_newcomers_make_a_division_of_their_own() -> None:
    new = [f"N{number}" for number in range(9)]
    moves = next_season(ended(*THREE), new, Rules(least=3, most=8))
    assert [len(one) for one in divisions_of(moves)] == [4, 4, 8, 5]
    assert all(one.reason == "new" for one in moves if one.to == 4)


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[Finisher], list[str], Rules]:
    sizes = draw(st.lists(st.integers(3, 9), min_size=1, max_size=6))
    finishers = [
        Finisher(
            f"{division}.{place}",
            division,
            place,
            draw(st.integers(0, size - 1)),
            size - 1,
            score=draw(st.integers(0, 2 * size - 2)),
            is_back=draw(st.sampled_from([True, True, True, False])),
        )
        for division, size in enumerate(sizes, 1)
        for place in range(1, size + 1)
    ]
    new = [f"new {number}" for number in range(draw(st.integers(0, 12)))]
    rules = Rules(
        draw(st.sampled_from(["places", "half", "wins"])),
        up=draw(st.integers(0, 3)),
        down=draw(st.integers(0, 3)),
        share=draw(st.sampled_from([Fraction(0), Fraction(3, 8), Fraction(1, 2)])),
        few=draw(st.sampled_from(["down", "out"])),
    )
    return finishers, new, rules


@given(seasons())
def test_everybody_is_in_one_division_or_said_to_be_out(
    season: tuple[list[Finisher], list[str], Rules],
) -> None:
    finishers, new, rules = season
    moves = next_season(finishers, new, rules)
    assert sorted(one.key for one in moves) == sorted([*(one.key for one in finishers), *new])
    places = [key for division in divisions_of(moves) for key in division]
    assert len(places) == len(set(places))
    assert {one.reason for one in moves} <= set(REASONS)
    assert all((one.to is None) == (one.reason in ("withdrawn", "few_out")) for one in moves)


@given(seasons())
def test_a_reason_says_what_was(season: tuple[list[Finisher], list[str], Rules]) -> None:
    finishers, new, rules = season
    known = {one.key: one for one in finishers}
    last = max(one.division for one in finishers)
    for move in next_season(finishers, new, rules):
        if move.reason == "new":
            assert move.key in new
            continue
        one = known[move.key]
        assert move.was == one.division
        if move.reason in ("up", "up_instead", "up_extra"):
            assert not is_short(one, rules)
            assert move.to is not None
            assert move.to < one.division
        if move.reason == "down":
            # The lowest division may have joined the one above.
            assert move.to in (one.division + 1, one.division) or one.division + 1 > last
        assert (move.reason == "withdrawn") == (not one.is_back)


@given(seasons())
def test_the_same_season_makes_the_same_draft(
    season: tuple[list[Finisher], list[str], Rules],
) -> None:
    finishers, new, rules = season
    assert next_season(list(reversed(finishers)), new, rules) == next_season(finishers, new, rules)
