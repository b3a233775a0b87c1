"""Rates with intervals from evenings, with the arithmetic written out."""

import math

import numpy as np
import pytest

from tournaments.ratings.rates import Rate, Sums, rate_of, student, summed


def test_a_rate_is_of_all_games_and_its_interval_of_how_much_evenings_differ() -> None:
    # 4, -2 and 4 points in 2, 1 and 3 games: 6 / 6 = 1 a game. What is left of the evenings beside
    # that is 2, -3 and 1: 14 in squares. 3 / 2 x 14 / 36 = .583, its root .764, times 4.303: 3.29.
    rate = rate_of(summed([(400, 2), (-200, 1), (400, 3)]))
    assert rate == Rate(100, 329)
    assert rate.interval == (-229, 429)


def test_two_evenings_say_nothing_of_how_much_evenings_differ() -> None:
    assert rate_of(summed([(400, 2), (-200, 1)])) == Rate(67, None)
    assert rate_of(summed([])) == Rate(0, None)
    assert Rate(67, None).interval is None


def test_an_evening_without_such_games_is_none() -> None:
    assert summed([(0, 0), (300, 3)]) == Sums(1, 300, 3, 90000, 900, 9)


def test_a_scale_is_for_counts_in_hundredths() -> None:
    by_one = rate_of(summed([(400, 2), (-200, 1), (400, 3)]))
    by_hundredths = rate_of(summed([(400, 200), (-200, 100), (400, 300)]), 100)
    assert by_hundredths == by_one


@pytest.mark.parametrize(
    ("freedom", "width"),
    [(1, 12.706), (2, 4.303), (4, 2.776), (5, 2.571), (9, 2.262), (30, 2.042), (1000, 1.962)],
)
def test_student_s_widths_are_those_of_the_tables(freedom: int, width: float) -> None:
    assert student(freedom) == pytest.approx(width, abs=0.002)


@pytest.mark.parametrize("evenings", [5, 20, 100])
def test_the_interval_holds_the_truth_in_about_19_of_20_cases(evenings: int) -> None:
    chance = np.random.default_rng(7)
    held = []
    for _ in range(400):
        games = chance.integers(5, 30, evenings)
        # Good days and bad ones, so that games of an evening hang together.
        made = games * (20 + 150 * chance.normal(size=evenings))
        made += 240 * np.sqrt(games) * chance.normal(size=evenings)
        rate = rate_of(summed((round(m), int(g)) for m, g in zip(made, games, strict=True)))
        assert rate.interval is not None
        held.append(rate.interval[0] <= 20 <= rate.interval[1])
    assert 0.90 < np.mean(held) < 0.99
    assert math.isfinite(rate.width or 0)
