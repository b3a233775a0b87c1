"""The group stage of Italy: 13 points, credit for cubes given, doubling eliminations, prizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.played import (
    balances_of,
    draw_of,
    finish_of,
    game,
    now,
    seats,
    table,
    won,
)
from tournaments.formats import FORMATS_OF_CHOUETTES, FormatError, TableResult

GROUPS = FORMATS_OF_CHOUETTES["groups"]
PARAMS = GROUPS.parse({})


def test_everyone_begins_with_13_points() -> None:
    assert GROUPS.start_balance(PARAMS) == 1300
    assert balances_of(GROUPS, [table(players="ABCD", is_over=False)], PARAMS) == dict.fromkeys(
        "ABCD", 1300
    )


@pytest.mark.parametrize(
    ("number", "sizes"),
    [
        (4, [4]),
        (5, [5]),
        (8, [4, 4]),
        (9, [5, 4]),
        (10, [5, 5]),
        (12, [4, 4, 4]),
        (6, [3, 3]),
        (7, [4, 3]),
        (11, [4, 4, 3]),
    ],
)
def test_tables_are_of_four_or_five_where_that_works_out(number: int, sizes: list[int]) -> None:
    names = [f"p{index}" for index in range(number)]
    drawn = draw_of(GROUPS, seats(names), [], PARAMS, seed="s", round_number=1)
    assert drawn is not None
    assert ([len(one) for one in drawn.tables], drawn.sitting_out) == (sizes, ())


def test_the_starting_cube_doubles_after_each_elimination() -> None:
    games = []
    cubes = []
    for number, loser in enumerate("BCD", start=1):
        others = {player: -13 if player == loser else 0 for player in "BCD"[number - 1 :]}
        here = table(games, "ABCD", is_over=False)
        cubes.append(GROUPS.rules(PARAMS, 1, here)["starting_cube"])
        games.append(won("A", others, number))
    cubes.append(GROUPS.rules(PARAMS, 1, table(games, "ABCD"))["starting_cube"])
    assert cubes == ["1", "2", "4", "8"]


def test_an_elimination_counts_though_the_player_enters_again() -> None:
    games = [won("A", {"B": -13, "C": 0, "D": 0}), won("A", {"B": -13, "C": 0, "D": 0}, 2)]
    here = table(games, "ABCD", is_over=False)
    assert GROUPS.rules(PARAMS, 1, here)["starting_cube"] == "4"
    assert balances_of(GROUPS, [here], PARAMS) == {"A": 3900, "B": 0, "C": 1300, "D": 1300}


def test_the_starting_cube_rises_no_further_than_the_highest() -> None:
    assert [PARAMS.cube(times) for times in (0, 5, 6, 7, 99)] == [1, 32, 64, 64, 64]
    assert GROUPS.parse({"cube_most": 12}).cube(9) == 8


def test_credit_is_what_somebody_has_left() -> None:
    who = GROUPS.eligible(PARAMS, {"A": 700, "B": 0, "C": 1900}, table(players="ABC"))
    assert who.box == ("A", "C")
    assert who.credit == {"A": 700, "C": 1900}


def test_a_taken_cube_beyond_the_credit_costs_no_more_than_is_there() -> None:
    owed = game("ABC", {"A": 18, "B": -16, "C": -2})
    payment = GROUPS.pay({"A": 1300, "B": 900, "C": 1300}, owed, PARAMS)
    # B pays all 9; A had 13, so that 4 of the 13 are left for C, who owes 2.
    assert payment.balance == {"A": 2400, "B": 0, "C": 1100}


def group(winner: str, losers: str, number: int, round_number: int = 1) -> TableResult:
    games = []
    for index in range(len(losers)):
        others = {player: -13 if player == losers[index] else 0 for player in losers[index:]}
        games.append(won(winner, others, index + 1))
    return table(games, winner + losers, round_number, number)


FIRST = [group("A", "BCD", 1), group("E", "FGH", 2), group("I", "JKL", 3), group("M", "NOP", 4)]


def test_table_winners_play_the_final_and_four_share_the_prizes() -> None:
    finish = finish_of(GROUPS, FIRST, PARAMS, seed="s")
    assert (finish.stage, finish.qualified, finish.prizes) == ("final", ("A", "E", "I", "M"), {})
    ended = finish_of(GROUPS, [*FIRST, group("I", "AEM", 1, round_number=2)], PARAMS, seed="s")
    assert (ended.is_over, ended.winners) == (True, ("I",))
    assert ended.prizes == {"I": 5000, "M": 2500, "E": 1500, "A": 1000}


def test_who_is_out_in_the_same_game_with_the_same_shares_the_prizes() -> None:
    final = table([won("I", {"A": -13, "E": -13, "M": -13})], "AEIM", round_number=2)
    ended = finish_of(GROUPS, [*FIRST, final], PARAMS, seed="s")
    # 25 + 15 + 10 = 50 percent for three: 16.66 each.
    assert ended.prizes == {"I": 5000, "A": 1666, "E": 1666, "M": 1666}


@given(st.lists(st.integers(0, 60), min_size=1, max_size=6))
def test_prizes_are_never_more_than_the_pot(split: list[int]) -> None:
    if sum(split) > 100:
        with pytest.raises(FormatError, match="no more than 100"):
            GROUPS.parse({"prizes": split})
        return
    params = GROUPS.parse({"prizes": split})
    ended = finish_of(GROUPS, [*FIRST, group("I", "AEM", 1, round_number=2)], params, seed="s")
    assert sum(ended.prizes.values()) <= 100 * sum(split)
    assert ended.prizes.get("I", 0) == 100 * split[0]


@pytest.mark.parametrize(
    ("player", "round_number", "entries", "code"),
    [
        ("B", 1, {}, None),
        ("B", 1, {"B": 1}, None),
        ("A", 1, {}, "not_out"),
        ("B", 1, {"B": 2}, "not_out"),
        ("B", 2, {}, "re_entry_final"),
    ],
)
def test_who_is_out_may_enter_again_in_the_first_stage(
    player: str, round_number: int, entries: dict[str, int], code: str | None
) -> None:
    refused = GROUPS.re_entry_refused(
        now(PARAMS, FIRST, rounds=round_number, bought=entries), player
    )
    assert (refused.code if refused else None) == code


def test_who_has_entered_again_as_often_as_allowed_stays_out() -> None:
    twice = table([won("A", {"B": -13, "C": 0}), won("A", {"B": -13, "C": 0}, 2)])
    refused = GROUPS.re_entry_refused(now(PARAMS, [twice], rounds=1), "B")
    assert refused is not None
    assert (refused.code, refused.params) == ("re_entry_often", {"number": 1})
    more = GROUPS.parse({"re_entries": 2})
    assert GROUPS.re_entry_refused(now(more, [twice], rounds=1), "B") is None


def test_the_smallest_table_is_not_above_the_largest() -> None:
    assert GROUPS.parse({"table_least": 5}).table_least == 5
    with pytest.raises(FormatError, match="not above the largest"):
        GROUPS.parse({"table_least": 5, "table_limit": 4})
