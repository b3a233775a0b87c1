"""Glicko-2 against the example of its author."""

import pytest

from tournaments.ratings.glicko import Glicko, rate

OWN = Glicko(1500, 200, 0.06)


def test_the_example_of_the_author_comes_out() -> None:
    scores = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]
    after = rate(OWN, scores)
    assert after.rating == pytest.approx(1464.0507, abs=5e-5)
    assert after.deviation == pytest.approx(151.5165, abs=5e-5)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_without_play_the_deviation_grows_and_the_rating_stays() -> None:
    after = rate(OWN, [])
    assert after.rating == 1500
    assert after.deviation > OWN.deviation
    for _period in range(10_000):
        after = rate(after, [])
    assert after.deviation == 350


def test_an_upset_raises_the_volatility() -> None:
    steady = Glicko(1500, 50, 0.06)
    upset = rate(steady, [(Glicko(2400, 30), 1.0)] * 5)
    assert upset.volatility > 0.06
    assert upset.rating > 1500
