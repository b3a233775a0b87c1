"""Elo of Dame and chess, worked out by hand."""

import datetime

import pytest

from tournaments.ratings.games import GameRecord, Outcome, expected, ranked, rated

DAY = datetime.date(2026, 11, 17)


def test_400_points_ahead_score_ten_of_eleven():
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    assert expected(1500, 1900) == pytest.approx(1 / 11)


@pytest.mark.parametrize(
    ("winner", "first", "second"),
    [(0, (1520, 1, 0, 0), (1480, 0, 0, 1)), (1, (1480, 0, 0, 1), (1520, 1, 0, 0)),
     (None, (1500, 0, 1, 0), (1500, 0, 1, 0))],
)  # fmt: skip
def test_one_game_of_two_new_players_moves_both_by_half_of_40(winner, first, second):
    found = rated([Outcome(DAY, 1, 2, winner)])
    shown = [(one.rating, one.won, one.drawn, one.lost) for one in (found[1], found[2])]
    assert shown == [first, second]


def test_a_draw_takes_from_who_stands_higher():
    found = rated([Outcome(DAY, 1, 2, 0), Outcome(DAY, 1, 2, None)])
    # 1520 against 1480: 1 / (1 + 10^-0.1) = 0.557312
    assert found[1].rating == pytest.approx(1520 + 40 * (0.5 - 0.557312), abs=1e-4)
    assert found[1].rating + found[2].rating == pytest.approx(3000)


def test_after_30_games_a_rating_moves_half_as_fast_and_has_a_place():
    before = rated([Outcome(DAY, 1, 2, number % 2) for number in range(30)])
    after = rated(
        [Outcome(DAY, 1, 2, number % 2) for number in range(30)] + [Outcome(DAY, 1, 3, None)]
    )
    assert not before[1].is_provisional
    moved = after[1].rating - before[1].rating
    assert moved == pytest.approx(20 * (0.5 - expected(before[1].rating, 1500)))
    assert after[3].rating - 1500 == pytest.approx(-2 * moved)


def test_who_is_new_stands_below_who_has_a_place():
    old = GameRecord(1400, won=30)
    assert ranked({1: GameRecord(1600, won=3), 2: old, 3: GameRecord(1450, lost=30)}) == [3, 2, 1]
