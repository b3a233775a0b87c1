"""Freeze-out: all-in and payment order, rising levels, winners to the final."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.tournaments.formats.played import (
    balances_of,
    banked_games,
    draw_of,
    finish_of,
    game,
    now,
    partnered_games,
    places_of,
    seats,
    table,
    won,
)
from tournaments.formats import FORMATS_OF_CHOUETTES, PlayedGame, TableResult
from tournaments.formats.errors import FormatError

FREEZE_OUT = FORMATS_OF_CHOUETTES["freeze_out"]
PARAMS = FREEZE_OUT.parse({"chips": 10})
RICH = {"C": 5000, "D": 5000, "E": 5000}


def test_a_box_with_5_who_owes_4_2_2_pays_the_captain_4_the_next_1_the_last_0() -> None:
    lost = game("XCDE", {"X": -8, "C": 4, "D": 2, "E": 2})
    payment = FREEZE_OUT.pay({"X": 500, **RICH}, lost, PARAMS)
    assert payment.transfers == (("X", "C", 400), ("X", "D", 100))
    assert payment.unpaid == (("X", "D", 100), ("X", "E", 200))
    assert payment.balance == {"X": 0, "C": 5400, "D": 5100, "E": 5000}
    assert payment.all_in == payment.out == ("X",)


def test_a_box_with_5_who_wins_4_2_2_wins_no_more_than_the_5_at_risk() -> None:
    gained = game("XCDE", {"X": 8, "C": -4, "D": -2, "E": -2})
    payment = FREEZE_OUT.pay({"X": 500, **RICH}, gained, PARAMS)
    assert payment.transfers == (("C", "X", 400), ("D", "X", 100))
    assert payment.balance == {"X": 1000, "C": 4600, "D": 4900, "E": 5000}
    assert (payment.all_in, payment.out) == (("X",), ())


def test_the_captain_comes_first_even_where_the_line_has_him_behind_a_partner() -> None:
    owed = (("X", "D", 200), ("X", "C", 400))
    lost = PlayedGame(1, "X", "C", ("X", "D", "C"), owed, {"X": -600, "C": 400, "D": 200})
    payment = FREEZE_OUT.pay({"X": 500, **RICH}, lost, PARAMS)
    assert payment.transfers == (("X", "C", 400), ("X", "D", 100))


def test_a_member_with_3_loses_and_wins_no_more_than_3_on_a_cube_of_4() -> None:
    for points, balance in [({"X": 4, "C": -4}, 0), ({"X": -4, "C": 4}, 600)]:
        payment = FREEZE_OUT.pay({"X": 5000, "C": 300}, game("XC", points), PARAMS)
        assert payment.balance == {"X": 5300 - balance, "C": balance}
        assert payment.all_in == ("C",)


def test_what_a_dropped_cube_brought_is_there_to_pay_others_with() -> None:
    # 5 of the box's own and 1 from E who dropped: 4 to the captain, 2 to D, nothing left.
    mixed = game("XCDE", {"X": -5, "C": 4, "D": 2, "E": -1})
    payment = FREEZE_OUT.pay({"X": 500, **RICH}, mixed, PARAMS)
    assert payment.transfers == (("E", "X", 100), ("X", "C", 400), ("X", "D", 200))
    assert (payment.unpaid, payment.balance["X"]) == ((), 0)


def test_who_can_pay_pays_in_full_and_nobody_is_all_in() -> None:
    lost = game("XCDE", {"X": -8, "C": 4, "D": 2, "E": 2})
    payment = FREEZE_OUT.pay({"X": 900, **RICH}, lost, PARAMS)
    assert payment.paid("X") == -800
    assert (payment.unpaid, payment.all_in, payment.remarks) == ((), (), ())


def partnered(share: int, **got: int) -> PlayedGame:
    """Box X with partner P; amounts are whole points."""
    points = {"X": -sum(got.values()) - share, "P": share, **got}
    return replace(game("XPCD"[: 2 + len(got)], points), captain="C", partner="P")


def test_a_partner_helps_a_box_who_cannot_pay_alone() -> None:
    # 8 are owed, 5 of them by the partner: X pays 3 and P those 5.
    payment = FREEZE_OUT.pay({"X": 300, "P": 2000, **RICH}, partnered(-5, C=4, D=4), PARAMS)
    assert payment.balance == {"X": 0, "P": 1500, "C": 5400, "D": 5400, "E": 5000}
    assert payment.unpaid == ()


def test_a_partner_bears_no_more_than_his_part() -> None:
    # 8 are owed, 4 of them by P; X has 1 and pays the captain from what both bring: 4 and 1.
    payment = FREEZE_OUT.pay({"X": 100, "P": 2000, **RICH}, partnered(-4, C=4, D=4), PARAMS)
    assert payment.balance == {"X": 0, "P": 1600, "C": 5400, "D": 5100, "E": 5000}
    assert payment.unpaid == (("X", "D", 300),)


def test_a_partner_gets_his_part_of_what_was_really_won() -> None:
    # 8 were won, 4 of them the partner's; X was all-in with 4, so that 4 came in and P gets 2.
    payment = FREEZE_OUT.pay({"X": 400, "P": 2000, **RICH}, partnered(4, C=-4, D=-4), PARAMS)
    assert payment.balance == {"X": 600, "P": 2200, "C": 4600, "D": 5000, "E": 5000}


@given(partnered_games())
def test_with_a_partner_too_nothing_is_lost_and_nobody_falls_below_zero(
    case: tuple[dict[str, int], PlayedGame],
) -> None:
    balance, played = case
    payment = FREEZE_OUT.pay(balance, played, PARAMS)
    assert sum(payment.balance.values()) == sum(balance.values())
    assert min(payment.balance.values()) >= 0
    for player, had in balance.items():
        assert payment.balance[player] == had + payment.paid(player)
    # The partner never gets or bears more than the share, nor anything of the other sign.
    share, got = played.points["P"], payment.paid("P")
    assert min(0, share) <= got <= max(0, share)


@given(partnered_games())
def test_with_full_banks_a_partner_has_exactly_his_share(
    case: tuple[dict[str, int], PlayedGame],
) -> None:
    _, played = case
    payment = FREEZE_OUT.pay(dict.fromkeys(played.order, 10**6), played, PARAMS)
    assert {player: payment.paid(player) for player in played.order} == played.points
    assert payment.all_in == ()


def test_nobody_plays_without_a_balance_and_no_transfer_is_with_oneself() -> None:
    lost = game("XC", {"X": -1, "C": 1})
    with pytest.raises(FormatError, match="C plays without a balance"):
        FREEZE_OUT.pay({"X": 500}, lost, PARAMS)
    with pytest.raises(FormatError, match="below zero"):
        FREEZE_OUT.pay({"X": -1, "C": 100}, lost, PARAMS)
    alone = PlayedGame(1, "X", "C", ("X", "C"), (("X", "X", 100),), {})
    with pytest.raises(FormatError, match="two parties"):
        FREEZE_OUT.pay({"X": 500, "C": 500}, alone, PARAMS)


@given(banked_games())
def test_paid_sums_to_zero_and_no_balance_falls_below_zero(
    case: tuple[dict[str, int], PlayedGame],
) -> None:
    balance, played = case
    payment = FREEZE_OUT.pay(balance, played, PARAMS)
    assert sum(payment.balance.values()) == sum(balance.values())
    assert sum(payment.paid(player) for player in balance) == 0
    assert min(payment.balance.values()) >= 0
    for player, had in balance.items():
        assert payment.balance[player] == had + payment.paid(player)
        received = sum(amount for _, to, amount in payment.transfers if to == player)
        assert received <= had


@given(banked_games())
def test_paid_and_unpaid_make_up_what_was_owed(case: tuple[dict[str, int], PlayedGame]) -> None:
    balance, played = case
    payment = FREEZE_OUT.pay(balance, played, PARAMS)
    owed: dict[tuple[str, str], int] = {}
    for payer, receiver, amount in played.transfers:
        owed[payer, receiver] = owed.get((payer, receiver), 0) + amount
    for payer, receiver, amount in (*payment.transfers, *payment.unpaid):
        assert amount > 0
        owed[payer, receiver] -= amount
    assert set(owed.values()) <= {0}


@given(banked_games())
def test_what_stays_unpaid_is_owed_by_who_has_nothing_or_to_who_won_all_he_could(
    case: tuple[dict[str, int], PlayedGame],
) -> None:
    balance, played = case
    payment = FREEZE_OUT.pay(balance, played, PARAMS)
    for payer, receiver, _ in payment.unpaid:
        received = sum(amount for _, to, amount in payment.transfers if to == receiver)
        assert payment.balance[payer] == 0 or received == balance[receiver]


@given(banked_games())
def test_banks_that_reach_for_everything_pay_in_full(
    case: tuple[dict[str, int], PlayedGame],
) -> None:
    _, played = case
    owed = sum(amount for _, _, amount in played.transfers)
    payment = FREEZE_OUT.pay(dict.fromkeys(played.order, owed + 1), played, PARAMS)
    assert payment.unpaid == ()
    assert all(payment.paid(player) == played.points[player] for player in played.order)


def test_the_level_rises_every_half_hour_and_the_last_one_stays() -> None:
    at = {
        minutes: FREEZE_OUT.rules(PARAMS, 1, table(), minutes=minutes)["starting_cube"]
        for minutes in (0, 29, 30, 60, 150, 900)
    }
    assert at == {0: "1", 29: "1", 30: "2", 60: "4", 150: "32", 900: "32"}


def test_thirteen_make_three_tables_of_which_none_seats_more_than_six() -> None:
    drawn = draw_of(FREEZE_OUT, seats("ABCDEFGHIJKLM"), [], PARAMS, seed="s", round_number=1)
    assert drawn is not None
    assert [len(one) for one in drawn.tables] == [5, 4, 4]


def frozen_out(winner: str, losers: str, number: int, round_number: int = 1) -> TableResult:
    """A table where the winner takes everything of one after the other, 10 chips each."""
    left = losers
    games = []
    while left:
        others = {player: -10 if player == left[0] else 0 for player in left}
        games.append(won(winner, others, len(games) + 1))
        left = left[1:]
    return table(games, winner + losers, round_number, number)


def test_table_winners_go_to_the_final_and_who_was_out_later_stands_higher() -> None:
    first = [frozen_out("A", "BCD", 1), frozen_out("E", "FGH", 2), frozen_out("I", "JKL", 3)]
    finish = finish_of(FREEZE_OUT, first, PARAMS, seed="s")
    assert (finish.stage, finish.qualified, finish.is_over) == ("final", ("A", "E", "I"), False)
    standings = places_of(FREEZE_OUT, first, PARAMS)
    assert {
        line.player: line.value("table_place") for line in standings.lines if line.table == 1
    } == {
        "A": 1,
        "D": 2,
        "C": 3,
        "B": 4,
    }
    # First places of three tables are equal, and so on: 1, 4, 7, 10.
    assert [line.place for line in standings.lines] == [1] * 3 + [4] * 3 + [7] * 3 + [10] * 3
    assert (standings.basis, standings.is_comparable) == ("table", False)


def test_the_final_ends_it_and_its_places_come_before_all_others() -> None:
    first = [frozen_out("A", "BCD", 1), frozen_out("E", "FGH", 2), frozen_out("I", "JKL", 3)]
    drawn = draw_of(FREEZE_OUT, seats("ABCDEFGHIJKL"), first, PARAMS, seed="s", round_number=2)
    assert drawn is not None
    assert [set(one) for one in drawn.tables] == [set("AEI")]
    played = [*first, frozen_out("E", "AI", 1, round_number=2)]
    finish = finish_of(FREEZE_OUT, played, PARAMS, seed="s")
    assert (finish.is_over, finish.winners) == (True, ("E",))
    assert [line.player for line in places_of(FREEZE_OUT, played, PARAMS).lines[:3]] == list("EIA")
    assert draw_of(FREEZE_OUT, seats("AEI"), played, PARAMS, seed="s", round_number=3) is None


def test_two_tables_fill_their_final_with_the_best_second() -> None:
    # Both were second; D was out in the third game, G in the second.
    first = [frozen_out("A", "BCD", 1), frozen_out("E", "FG", 2)]
    finish = finish_of(FREEZE_OUT, first, PARAMS, seed="s")
    assert finish.qualified == ("A", "E", "D")
    assert [remark.code for remark in finish.remarks] == ["goes_on", "filled_up"]


def test_who_goes_on_and_withdraws_is_replaced() -> None:
    first = [frozen_out("A", "BCD", 1), frozen_out("E", "FGH", 2), frozen_out("I", "JKL", 3)]
    drawn = draw_of(FREEZE_OUT, seats("BCDEFGHIJKL"), first, PARAMS, seed="s", round_number=2)
    assert drawn is not None
    assert [set(one) for one in drawn.tables] == [set("DEI")]


def test_nobody_goes_on_while_a_table_still_plays() -> None:
    running = table([won("E", {"F": 1, "G": -1, "H": 0})], number=2, is_over=False)
    finish = finish_of(FREEZE_OUT, [frozen_out("A", "BCD", 1), running], PARAMS, seed="s")
    assert (finish.is_over, finish.qualified) == (False, ())
    assert [(one.code, one.players) for one in finish.remarks] == [
        ("round_running", ("E", "F", "G", "H"))
    ]


def test_chips_are_new_at_each_stage_and_nobody_enters_again() -> None:
    first = [frozen_out("A", "BC", 1), frozen_out("D", "EF", 2), frozen_out("G", "HI", 3)]
    assert balances_of(FREEZE_OUT, first, PARAMS)["A"] == 3000
    final = table(players="ADG", round_number=2, is_over=False)
    assert balances_of(FREEZE_OUT, [*first, final], PARAMS) == {"A": 1000, "D": 1000, "G": 1000}
    refused = FREEZE_OUT.re_entry_refused(now(PARAMS, first, rounds=1), "B")
    assert refused is not None
    assert refused.code == "re_entry_none"


def test_only_who_has_chips_is_box_or_captain() -> None:
    who = FREEZE_OUT.eligible(PARAMS, {"A": 100, "B": 0, "C": 200}, table(players="ABC"))
    assert who.box == who.captain == ("A", "C")


def test_a_line_changes_only_where_somebody_may_not_be_box_or_captain() -> None:
    who = FREEZE_OUT.eligible(PARAMS, {"A": 100, "C": 200, "D": 100}, table(players="ABCD"))
    assert who.line("ACD") == ("A", "C", "D")
    assert who.line("BACD") == ("A", "C", "B", "D")
    assert who.line("ABDC") == ("A", "D", "B", "C")


def test_who_was_moved_to_another_table_counts_there_with_what_he_brought() -> None:
    # B and C are out; A, with 30, is moved to the table of D, E and F, and wins 3 there.
    first = replace(
        table([won("A", {"B": -10, "C": -10})], "ABC", number=1, is_over=True), left=("A",)
    )
    second = table([won("A", {"D": -1, "E": -1, "F": -1})], "DEFA", number=2)
    assert balances_of(FREEZE_OUT, [first, second], PARAMS) == {
        "A": 3300,
        "B": 0,
        "C": 0,
        "D": 900,
        "E": 900,
        "F": 900,
    }
    lines = places_of(FREEZE_OUT, [first, second], PARAMS).lines
    assert [line.player for line in lines].count("A") == 1
    at_second = {line.player: line.value("table_place") for line in lines if line.table == 2}
    assert at_second == {"A": 1, "D": 2, "E": 2, "F": 2}
    assert [(line.player, line.place) for line in lines if line.table == 1] == [("B", 2), ("C", 2)]
    # The table that was dissolved has no winner; the other one was the final.
    finish = finish_of(FREEZE_OUT, [first, second], PARAMS, seed="s")
    assert (finish.is_over, finish.winners) == (True, ("A",))


def test_a_table_that_everybody_left_is_none() -> None:
    empty = replace(table([won("A", {"B": -1, "C": 1})], "ABC", number=1), left=tuple("ABC"))
    final = table([won("A", {"B": -9, "C": -11, "D": -10})], "DABC", number=2)
    finish = finish_of(FREEZE_OUT, [empty, final], PARAMS, seed="s")
    assert (finish.is_over, finish.winners) == (True, ("A",))
    # 10 each: A 10 - 0 + 30, B 10 - 1 - 9, C 10 + 1 - 11, D 10 - 10.
    assert balances_of(FREEZE_OUT, [empty, final], PARAMS) == {"A": 4000, "B": 0, "C": 0, "D": 0}


def test_a_table_is_over_when_all_but_one_are_out_or_gone() -> None:
    here = table([won("A", {"B": -10, "C": 0})], "ABC", is_over=False)
    assert not FREEZE_OUT.is_table_over(PARAMS, here)
    assert FREEZE_OUT.is_table_over(PARAMS, replace(here, left=("C",)))
