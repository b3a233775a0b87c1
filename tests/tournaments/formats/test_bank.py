"""The Florida bank: sessions, cover for the starting cube, entering again, places by bank."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.played import (
    balances_of,
    banked_games,
    draw_of,
    finish_of,
    game,
    now,
    places_of,
    seats,
    table,
    won,
)
from tournaments.formats import FORMATS_OF_CHOUETTES, PlayedGame
from tournaments.formats.errors import FormatError

BANK = FORMATS_OF_CHOUETTES["bank"]
PARAMS = BANK.parse({})
TEN = BANK.parse({"bank": 10})


def test_the_defaults_are_as_published() -> None:
    assert PARAMS.to_json() == {
        "bank": 50,
        "clock": 60,
        "cubes": [1, 2, 4, 8, 16, 32, 64],
        "re_entry_through": 4,
        "table_limit": 5,
    }
    assert BANK.start_balance(PARAMS) == 5000


def test_the_starting_cube_doubles_each_session_up_to_64() -> None:
    cubes = [BANK.rules(PARAMS, session, table())["starting_cube"] for session in range(1, 8)]
    assert cubes == ["1", "2", "4", "8", "16", "32", "64"]


def test_who_cannot_cover_the_starting_cube_against_everyone_is_neither_box_nor_captain() -> None:
    # Session 4, cube 8, four players: 3 x 8 = 24 points are needed.
    balance = {"A": 2400, "B": 2399, "C": 9000, "D": 100}
    who = BANK.eligible(PARAMS, balance, table(players="ABCD", round_number=4))
    assert who.box == who.captain == ("A", "C")
    assert [(one.code, one.players) for one in who.remarks] == [("cannot_cover", ("B", "D"))]


def test_with_one_opponent_less_the_cube_needs_less_cover() -> None:
    # D is out: 2 x 8 = 16 points are needed.
    balance = {"A": 2400, "B": 1600, "C": 1599, "D": 0}
    who = BANK.eligible(PARAMS, balance, table(players="ABCD", round_number=4))
    assert who.box == ("A", "B")


def test_where_fewer_than_two_can_cover_the_two_richest_play() -> None:
    balance = {"A": 100, "B": 300, "C": 20000, "D": 200}
    who = BANK.eligible(PARAMS, balance, table(players="ABCD", round_number=7))
    assert who.box == ("B", "C")
    assert [one.code for one in who.remarks] == ["nobody_covers"]


def test_a_box_with_12_who_owes_8_and_8_pays_8_and_4() -> None:
    payment = BANK.pay(
        {"A": 1200, "B": 5000, "C": 5000}, game("ABC", {"A": -16, "B": 8, "C": 8}), PARAMS
    )
    assert payment.balance == {"A": 0, "B": 5800, "C": 5400}
    assert payment.out == ("A",)


@given(banked_games())
def test_a_game_of_the_bank_sums_to_zero_and_takes_nobody_below_it(
    case: tuple[dict[str, int], PlayedGame],
) -> None:
    balance, played = case
    after = BANK.pay(balance, played, PARAMS).balance
    assert sum(after.values()) == sum(balance.values())
    assert min(after.values()) >= 0


def test_banks_go_on_from_session_to_session_with_what_was_really_paid() -> None:
    # In full C would have lost 14, but had 10.
    played = game("ABC", {"A": 18, "B": -4, "C": -14}, paid={"A": 10, "B": 0, "C": -10})
    results = [table([played]), table([won("A", {"B": 3})], round_number=2)]
    assert balances_of(BANK, results, TEN) == {"A": 1700, "B": 1300, "C": 0}


def test_who_is_out_is_not_drawn_until_he_enters_again() -> None:
    results = [table([won("A", {"B": -1, "C": -10, "D": 1})])]
    entrants = seats("ABCD")
    drawn = draw_of(BANK, entrants, results, TEN, seed="s", round_number=2)
    assert drawn is not None
    assert [set(one) for one in drawn.tables] == [set("ABD")]
    again = draw_of(BANK, entrants, results, TEN, seed="s", round_number=2, bought={"C": 2})
    assert again is not None
    assert [set(one) for one in again.tables] == [set("ABCD")]
    assert balances_of(BANK, results, TEN, bought={"C": 2})["C"] == 1000


def test_who_plays_again_after_he_was_out_has_bought_a_new_bank() -> None:
    out = table([won("A", {"B": -10})])
    back = table([won("A", {"B": -4})], round_number=2)
    assert balances_of(BANK, [out, back], TEN) == {"A": 2400, "B": 600}
    standings = places_of(BANK, [out, back], TEN)
    line = standings.line("B")
    assert line is not None
    assert (line.value("chips"), line.value("entries")) == (600, 2)


@pytest.mark.parametrize(
    ("player", "session", "code"),
    [("B", 4, None), ("B", 5, "re_entry_late"), ("A", 4, "not_out"), ("new", 4, "not_out")],
)
def test_entering_again_is_for_who_is_out_through_session_4(
    player: str, session: int, code: str | None
) -> None:
    results = [table([won("A", {"B": -10, "C": 0})])]
    refused = BANK.re_entry_refused(now(TEN, results, rounds=session - 1), player)
    assert (refused.code if refused else None) == code


def test_places_are_by_bank_and_who_was_out_later_stands_higher() -> None:
    results = [
        table([won("A", {"B": -10, "C": 0, "D": 2, "E": 0})]),
        table([won("A", {"C": -10, "D": 0, "E": 0})], round_number=2),
    ]
    standings = places_of(BANK, results, TEN)
    assert [(line.player, line.place, line.value("chips")) for line in standings.lines] == [
        ("A", 1, 2800),
        ("D", 2, 1200),
        ("E", 3, 1000),
        ("C", 4, 0),
        ("B", 5, 0),
    ]
    assert standings.basis == "bank"


def test_equal_banks_share_a_place() -> None:
    standings = places_of(BANK, [table([won("A", {"B": 0, "C": -1})])], TEN)
    assert [(line.player, line.place) for line in standings.lines] == [("A", 1), ("B", 2), ("C", 3)]
    even = places_of(BANK, [table([won("A", {"B": 0, "C": 0})])], TEN)
    assert [line.place for line in even.lines] == [1, 1, 1]


def test_it_ends_after_the_last_session_with_the_richest() -> None:
    results = [
        table([won("A", {"B": -1, "C": 0})], round_number=session) for session in range(1, 8)
    ]
    finish = finish_of(BANK, results, TEN)
    assert (finish.is_over, finish.winners) == (True, ("A",))
    assert [str(one.code) for one in finish.remarks] == ["rounds_over"]
    assert draw_of(BANK, seats("ABC"), results, TEN, seed="s", round_number=8) is None


def test_it_ends_early_once_too_few_are_left_and_nobody_may_enter_again() -> None:
    out = won("A", {"B": -10, "C": 0})
    early = finish_of(BANK, [table([out], round_number=3)], TEN)
    late = finish_of(BANK, [table([out], round_number=5)], TEN)
    assert not early.is_over
    assert [one.code for one in early.remarks] == ["few_left"]
    assert (late.is_over, late.winners) == (True, ("A",))
    assert [one.code for one in late.remarks] == ["few_left"]
    assert draw_of(BANK, seats("ABC"), [table([out])], TEN, seed="s", round_number=5) is None
    waiting = draw_of(BANK, seats("ABC"), [table([out])], TEN, seed="s", round_number=2)
    assert waiting is not None
    assert (waiting.tables, set(waiting.sitting_out)) == ((), {"A", "C"})


def test_a_session_ends_with_its_clock() -> None:
    assert BANK.minutes(PARAMS, 3) == 60
    assert not BANK.is_table_over(PARAMS, table(is_over=False), minutes=59)
    assert BANK.is_table_over(PARAMS, table(is_over=False), minutes=60)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=30))
def test_all_banks_together_are_what_was_bought(swings: list[int]) -> None:
    balance = {"A": 1000, "B": 1000, "C": 1000}
    games = []
    bought = 3
    for number, swing in enumerate(swings, start=1):
        for player, has in balance.items():
            if has == 0:
                balance[player] = 1000
                bought += 1
        owed = won("A", {"B": swing, "C": -swing // 2}, number)
        payment = BANK.pay(balance, owed, TEN)
        balance = dict(payment.balance)
        games.append(
            PlayedGame(
                number, "A", "B", owed.order, owed.transfers, owed.points, paid=payment.transfers
            )
        )
    results = [table(games)]
    assert balances_of(BANK, results, TEN) == balance
    assert sum(balance.values()) == 1000 * bought
    lines = places_of(BANK, results, TEN).lines
    assert sum(line.value("entries") for line in lines) == bought


@pytest.mark.parametrize("cubes", ["1, 3", "", "0", "a", [2048], [True]])
def test_starting_cubes_are_powers_of_two(cubes: object) -> None:
    with pytest.raises(FormatError):
        BANK.parse({"cubes": cubes})
