"""FIBS Elo against the figures that federations publish."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.fibs import (
    FIBS,
    NARROWEST,
    VARIANTS,
    WIDEST,
    Rating,
    danish_gain,
    k_factor,
    rate,
    rested,
    win_probability,
)

EXPERIENCED = Rating(1500, 1000)
ratings = st.builds(
    Rating,
    st.floats(800, 2400),
    st.integers(0, 5000),
    st.floats(NARROWEST, WIDEST),
)


@pytest.mark.parametrize(
    ("difference", "length", "probability"),
    [(300, 7, 0.714), (700, 11, 0.935), (50, 25, 0.5714631174), (175, 1, 0.5502)],
)
def test_the_better_player_wins_as_often_as_published(
    difference: float, length: int, probability: float
) -> None:
    digits = len(str(probability)) - 2
    assert win_probability(difference, length) == pytest.approx(probability, abs=0.5 * 10**-digits)


@pytest.mark.parametrize(("length", "gain"), [(1, 2.0), (3, 3.5), (5, 4.5), (7, 5.3), (9, 6.0)])
def test_equal_experienced_players_gain_what_is_published(length: int, gain: float) -> None:
    winner, loser = rate(EXPERIENCED, EXPERIENCED, length)
    assert winner.rating - 1500 == pytest.approx(gain, abs=0.05)
    assert loser.rating - 1500 == pytest.approx(-gain, abs=0.05)


def test_an_upset_with_a_chance_of_0505861_is_worth_2023443() -> None:
    # The favourite's chance, turned round, says by how much they are ahead.
    ahead = 2000 * math.log10(0.50586075 / (1 - 0.50586075))
    winner, _loser = rate(EXPERIENCED, Rating(1500 + ahead, 1000), 1)
    assert win_probability(ahead, 1) == pytest.approx(0.505861, abs=5e-7)
    assert winner.rating - 1500 == pytest.approx(2.023443, abs=5e-7)


def test_the_danish_form_gives_373_and_527_which_make_nine() -> None:
    assert danish_gain(1100, 1000, 9) == pytest.approx(3.73, abs=0.005)
    assert danish_gain(1000, 1100, 9) == pytest.approx(5.27, abs=0.005)
    assert danish_gain(1100, 1000, 9) + danish_gain(1000, 1100, 9) == pytest.approx(9)


def test_a_newcomer_moves_five_times_as_far_and_an_old_hand_once() -> None:
    assert [k_factor(played) for played in (0, 100, 350, 400, 5000)] == [5, 4, 1.5, 1, 1]


def test_experience_is_each_players_own_and_counted_before_the_match() -> None:
    newcomer, old_hand = rate(Rating(1500, 0), Rating(1500, 1000), 9)
    assert newcomer.rating - 1500 == pytest.approx(5 * (1500 - old_hand.rating))
    assert (newcomer.experience, old_hand.experience) == (9, 1009)


def test_the_variants_differ_where_they_say_so() -> None:
    assert k_factor(0, VARIANTS["no-ramp"]) == 1
    assert Rating.new(VARIANTS["start-1000"]).rating == 1000
    before, after = FIBS, VARIANTS["experience-after"]
    moved = [rate(Rating(), Rating(), 100, one)[0].rating - 1500 for one in (before, after)]
    assert moved[0] / moved[1] == pytest.approx(5 / 4)


def test_who_does_not_play_becomes_less_certain_up_to_a_limit() -> None:
    known = Rating(1600, 500, 60)
    assert rested(known, 0) == known
    assert known.deviation < rested(known, 6).deviation < rested(known, 60).deviation
    assert rested(known, 10_000) == Rating(1600, 500, WIDEST)


@given(ratings, ratings, st.integers(1, 25))
def test_the_winner_never_loses_and_certainty_never_falls(
    one: Rating, other: Rating, length: int
) -> None:
    winner, loser = rate(one, other, length)
    assert winner.rating >= one.rating
    assert loser.rating <= other.rating
    assert winner.deviation <= one.deviation
    assert loser.deviation <= other.deviation


@given(st.floats(-1000, 1000), st.integers(1, 64))
def test_both_chances_make_one(difference: float, length: int) -> None:
    both = win_probability(difference, length) + win_probability(-difference, length)
    assert both == pytest.approx(1)


def test_a_match_to_no_points_is_none() -> None:
    with pytest.raises(ValueError, match="at least one point"):
        win_probability(0, 0)
