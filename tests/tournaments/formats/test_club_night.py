"""The club night: tables anew each round, one race, and what it rests on."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.played import (
    draw_of,
    finish_of,
    now,
    places_of,
    point_race,
    seats,
    table,
    won,
)
from tournaments.formats import FORMATS_OF_CHOUETTES, PlayedGame
from tournaments.formats.races import beaten_shares, bets_of, per_bet, points_by_player
from tournaments.pairing.tables import Seat

NIGHT = FORMATS_OF_CHOUETTES["club_night"]
PARAMS = NIGHT.parse({})
FOUR = point_race({"A": 6, "B": 2, "C": -3, "D": -5}, number=1)
OTHER_FOUR = point_race({"E": 4, "F": 0, "G": -2, "H": -2}, number=2)
THREE = point_race({"E": 4, "F": -2, "G": -2}, number=2)


def test_points_decide_while_all_tables_are_of_one_size() -> None:
    standings = places_of(NIGHT, [FOUR, OTHER_FOUR], PARAMS)
    assert (standings.basis, standings.is_comparable) == ("points", True)
    assert [(line.player, line.place, line.value("points")) for line in standings.lines] == [
        ("A", 1, 600),
        ("E", 2, 400),
        ("B", 3, 200),
        ("F", 4, 0),
        ("G", 5, -200),
        ("H", 5, -200),
        ("C", 7, -300),
        ("D", 8, -500),
    ]


def test_tables_of_different_size_compare_by_points_per_bet() -> None:
    # A was box against three: 6 points of 3 bets, 2 each. E against two: 4 of 2, 2 each.
    standings = places_of(NIGHT, [FOUR, THREE], PARAMS)
    assert (standings.basis, standings.is_comparable) == ("per_bet", True)
    assert [(line.player, line.place, line.value("per_bet")) for line in standings.lines] == [
        ("A", 1, 200),
        ("B", 1, 200),
        ("E", 1, 200),
        ("F", 4, -200),
        ("G", 4, -200),
        ("C", 6, -300),
        ("D", 7, -500),
    ]


def test_places_at_one_table_do_not_compare_with_those_at_another() -> None:
    by_table = NIGHT.parse({"ranking": "table"})
    standings = places_of(NIGHT, [FOUR, THREE], by_table)
    assert (standings.basis, standings.is_comparable) == ("table", False)
    beaten = {line.player: line.value("beaten") for line in standings.lines}
    # At the table of four a place is a third; F and G share the last two places of three.
    assert beaten == {
        "A": 10000,
        "B": 6667,
        "C": 3333,
        "D": 0,
        "E": 10000,
        "F": 2500,
        "G": 2500,
    }
    assert places_of(NIGHT, [FOUR], by_table).is_comparable


def test_the_race_adds_up_over_the_rounds_of_a_night_and_the_nights_of_a_season() -> None:
    second = point_race({"A": -1, "E": 3, "B": -2, "F": 0}, round_number=2)
    standings = places_of(NIGHT, [FOUR, OTHER_FOUR, second], PARAMS)
    assert [(line.player, line.value("points")) for line in standings.lines[:3]] == [
        ("E", 700),
        ("A", 500),
        ("B", 0),
    ]
    assert standings.lines[0].value("games") == 2


def test_bets_are_as_the_score_keeper_counts_them() -> None:
    shared = PlayedGame(
        1,
        "A",
        "C",
        tuple("ABC"),
        (("C", "A", 100),),
        {"A": 100, "C": -100},
        bets={"A": 50, "B": 50, "C": 100},
    )
    assert bets_of([table([shared])]) == {"A": 50, "B": 50, "C": 100}
    assert bets_of([table([won("A", {"B": 1, "C": 1})])]) == {"A": 200, "B": 100, "C": 100}


@pytest.mark.parametrize(
    ("points", "bets", "each"),
    [(100, 300, 33), (-100, 300, -33), (250, 200, 125), (5, 1000, 1), (7, 0, 0)],
)
def test_points_per_bet_round_half_away_from_zero(points: int, bets: int, each: int) -> None:
    assert per_bet(points, bets) == each


@given(st.lists(st.lists(st.integers(-20, 20), min_size=2, max_size=6), min_size=1, max_size=8))
def test_a_race_sums_to_zero_and_everyone_has_one_place(games: list[list[int]]) -> None:
    results = [
        table([won("ABCDEFG"[0], dict(zip("BCDEFG", amounts, strict=False)), 1)], number=number)
        for number, amounts in enumerate(games, start=1)
    ]
    for ranking in ("points", "per_bet", "table"):
        lines = places_of(NIGHT, results, NIGHT.parse({"ranking": ranking})).lines
        assert sum(line.value("points") for line in lines) == 0
        assert {line.player for line in lines} == set(points_by_player(results))
        places = [line.place for line in lines]
        assert places == sorted(places)
        assert all(place <= index for index, place in enumerate(places, start=1))


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=6))
def test_the_mean_share_of_a_table_beaten_is_one_half(amounts: list[int]) -> None:
    shares = beaten_shares([table([won("A", dict(zip("BCDEFG", amounts, strict=False)))])])
    assert sum(shares.values()) == Fraction(100 * len(shares), 2)


def test_who_has_played_no_game_stands_with_nothing() -> None:
    standings = places_of(NIGHT, [FOUR, table(players="XYZ", number=2, is_over=False)], PARAMS)
    line = standings.line("X")
    assert line is not None
    assert (line.value("points"), line.value("games"), line.place) == (0, 0, 3)


def test_tables_are_drawn_anew_and_table_mates_not_repeated() -> None:
    names = "ABCDEFGHIJKLMNOP"
    params = NIGHT.parse({"table_limit": 5})
    first = draw_of(NIGHT, seats(names), [], params, seed="s", round_number=1)
    assert first is not None
    history = [
        table(players="".join(one), number=number)
        for number, one in enumerate(first.tables, start=1)
    ]
    second = draw_of(NIGHT, seats(names), history, params, seed="s", round_number=2)
    assert second is not None
    met = {frozenset((a, b)) for one in first.tables for a in one for b in one}
    assert not any(
        frozenset((a, b)) in met for one in second.tables for a in one for b in one if a != b
    )


def test_by_standing_the_first_sit_together_and_newcomers_with_the_last() -> None:
    params = NIGHT.parse({"drawn_by": "standing"})
    entrants = seats("XABCDEFGH")
    drawn = draw_of(NIGHT, entrants, [FOUR, OTHER_FOUR], params, seed="s", round_number=2)
    assert drawn is not None
    # A 6, E 4, B 2, F 0, then G or H with -2 each.
    assert set("AEBF") < set(drawn.tables[0])
    assert "X" in drawn.tables[1]


def test_by_level_the_strong_sit_together() -> None:
    params = NIGHT.parse({"drawn_by": "level"})
    entrants = [Seat(player, level=1500 + 10 * rank) for rank, player in enumerate("ABCDEFGH")]
    drawn = draw_of(NIGHT, entrants, [], params, seed="s", round_number=1)
    assert drawn is not None
    assert [set(one) for one in drawn.tables] == [set("EFGH"), set("ABCD")]


def test_it_ends_after_the_rounds_that_were_agreed_or_never() -> None:
    two = NIGHT.parse({"rounds": 2})
    second = point_race({"A": 1, "B": 0, "C": -1, "D": 0}, round_number=2)
    assert draw_of(NIGHT, seats("ABCD"), [FOUR, second], two, seed="s", round_number=3) is None
    assert draw_of(NIGHT, seats("ABCD"), [FOUR], two, seed="s", round_number=2) is not None
    assert not finish_of(NIGHT, [FOUR], two).is_over
    assert finish_of(NIGHT, [FOUR, second], two).winners == ("A",)
    running = table(players="EFG", round_number=2, number=2, is_over=False)
    assert not finish_of(NIGHT, [FOUR, second, running], two).is_over
    assert not finish_of(NIGHT, [FOUR, second], PARAMS).is_over


def test_games_are_paid_in_full_whoever_has_what() -> None:
    owed = won("A", {"B": 4, "C": -2})
    payment = NIGHT.pay({}, owed, PARAMS)
    assert (payment.transfers, payment.unpaid) == (owed.transfers, ())
    assert payment.balance == {"A": -200, "B": 400, "C": -200}


def test_house_rules_rotate_and_nobody_enters_again() -> None:
    assert NIGHT.rules(PARAMS, 1, FOUR) == {}
    assert NIGHT.lineup(PARAMS, tuple("ABCD"), ()) is None
    assert NIGHT.eligible(PARAMS, {}, FOUR).box == tuple("ABCD")
    assert NIGHT.start_balance(PARAMS) is NIGHT.minutes(PARAMS, 1) is None
    refused = NIGHT.re_entry_refused(now(PARAMS), "A")
    assert refused is not None


def test_who_left_after_one_game_leads_nobody_by_a_mean() -> None:
    # D won the only game that they played, 2 points a bet; A has the same of five games.
    games = [won("A", {"B": -2, "C": -2}, number) for number in range(1, 5)]
    table_of_four = table([won("D", {"A": -2, "B": -2, "C": -2}, 0), *games], "ABCD")
    lines = places_of(NIGHT, [table_of_four], PARAMS).lines
    assert lines[0].player == "A"
    assert lines[-1].player == "D"


def test_of_equals_who_has_played_more_games_stands_first() -> None:
    level = [won("A", {"B": 0}, number) for number in (1, 2)]
    standings = places_of(
        NIGHT, [table(level, "AB"), table([won("C", {"D": 0})], "CD", number=2)], PARAMS
    )
    assert standings.basis == "points"
    assert [(line.player, line.place) for line in standings.lines] == [
        ("A", 1),
        ("B", 1),
        ("C", 3),
        ("D", 3),
    ]
