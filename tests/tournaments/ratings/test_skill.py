"""The estimate of skill: what it says of whom, and how honest its interval is."""

import math
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.synthetic_clubs import Played, Truth, club
from tournaments.ratings.evidence import BoxGame, Evidence, evidence_of, total
from tournaments.ratings.skill import (
    DEFAULTS,
    Skill,
    Spread,
    estimated,
    forgotten,
    skills,
    solved_at,
)


def evidence(games: list[Played]) -> Evidence:
    """The evidence of synthetic games; players are called by their number."""
    return evidence_of(
        BoxGame(((f"{one.box:02}", 1.0),), tuple(f"{p:02}" for p in one.members), one.points)
        for one in games
    )


def test_who_has_played_nothing_but_even_games_stays_in_the_middle() -> None:
    even = evidence_of([BoxGame((("Ann", 1.0),), ("Bob", "Cid"), (0, 0))] * 10)
    for skill in skills(even).values():
        assert skill.figure == pytest.approx(1500)
        assert skill.se < DEFAULTS.spread.tau


def test_a_small_club_of_known_skill_is_put_in_order_with_an_honest_interval() -> None:
    agreements, covered = [], []
    for seed in range(6):
        truth, games = club(Truth(), seed)
        found = skills(evidence(games))
        estimate = np.array([found[f"{player:02}"].skill for player in range(len(truth))])
        se = np.array([found[f"{player:02}"].se for player in range(len(truth))])
        ranks = [np.argsort(np.argsort(one)) for one in (estimate, truth)]
        agreements.append(np.corrcoef(*ranks)[0, 1])
        covered.append(np.mean(np.abs(estimate - truth) < 1.96 * se))
    assert np.mean(agreements) > 0.5
    assert np.mean(covered) > 0.88


def test_about_270_independent_cubes_weigh_as_much_as_the_prior() -> None:
    # One member, nobody else: each game is one cube, and both players' skills are at stake.
    per_cube = 1 / DEFAULTS.spread.sigma2
    assert 1 / DEFAULTS.spread.tau**2 / per_cube == pytest.approx(267, abs=1)


def test_forgetting_halves_in_a_year_and_a_half_times_ln_2_and_never_touches_the_prior() -> None:
    months = 18 * 365.2425 / 12
    assert forgotten(0) == 1
    assert forgotten(months) == pytest.approx(math.exp(-1))
    _truth, games = club(replace(Truth(), games=200), 1)
    fresh, aged = skills(evidence(games)), skills(evidence(games).aged(forgotten(20 * months)))
    for player in fresh:
        assert aged[player].skill == pytest.approx(0, abs=1e-6)
        assert aged[player].se == pytest.approx(DEFAULTS.spread.tau, abs=1e-6)
        assert aged[player].games == fresh[player].games


def test_a_club_without_games_has_the_usual_spread_and_more_games_move_it_more() -> None:
    truth, games = club(Truth(sigma2=3.0, rho=0.4, skill_sd=0.4), 3)
    usual = Spread()
    few, some, many = (
        estimated(evidence(games[:number]), usual).spread for number in (3, 100, 1000)
    )
    assert few.sigma2 == pytest.approx(usual.sigma2, abs=0.5)
    assert few.rho == pytest.approx(usual.rho, abs=0.1)
    assert few.tau == pytest.approx(usual.tau, abs=0.02)
    assert usual.sigma2 > some.sigma2 > many.sigma2 == pytest.approx(3, abs=0.4)
    assert usual.rho > some.rho > many.rho == pytest.approx(0.4, abs=0.1)
    assert many.tau == pytest.approx(np.sqrt(np.mean(truth**2)), rel=0.15)


@pytest.mark.thorough
@pytest.mark.parametrize("apart", [0.05, 0.30, 0.40])
def test_the_interval_is_as_honest_where_players_are_closer_or_further_apart(apart: float) -> None:
    covered = []
    for seed in range(8):
        truth, games = club(Truth(skill_sd=apart), seed)
        found = skills(evidence(games))
        covered += [
            abs(found[f"{player:02}"].skill - skill) < 1.96 * found[f"{player:02}"].se
            for player, skill in enumerate(truth)
        ]
    assert np.mean(covered) > 0.9


def test_where_the_steps_to_a_clubs_spread_begin_does_not_matter() -> None:
    _truth, games = club(Truth(skill_sd=0.3), 1)
    known = evidence(games)
    near, far = (estimated(known, Spread(tau=tau)) for tau in (0.2, 0.9))
    for player, skill in near.skills.items():
        assert far.skills[player].skill == pytest.approx(skill.skill, abs=0.1 * skill.se)
        assert far.skills[player].se == pytest.approx(skill.se, rel=0.05)


def test_a_spread_that_has_been_found_is_found_again_in_one_step() -> None:
    _truth, games = club(Truth(), 1)
    known = evidence(games)
    found = estimated(known, Spread())
    again = estimated(known, found.following)
    assert again.spread == found.following
    assert again.skills == solved_at(known, found.following).skills(known)


def test_players_who_left_keep_their_figure_and_count_as_that() -> None:
    _truth, games = club(replace(Truth(), games=300), 2)
    known, spread = evidence(games), Spread()
    everybody = solved_at(known, spread).skills(known)
    gone = {"00": everybody["00"].skill, "01": everybody["01"].skill}
    found = solved_at(known, spread, settled=gone).skills(known)
    assert set(found) == set(everybody) - set(gone)
    # Held at the very estimate, they change nobody else's.
    for player, skill in found.items():
        assert skill.skill == pytest.approx(everybody[player].skill, abs=1e-9)


def test_an_evening_of_strangers_does_not_move_the_others() -> None:
    _truth, games = club(replace(Truth(), games=100), 5)
    apart = evidence_of([BoxGame((("X", 1.0),), ("Y", "Z"), (3, -1))] * 5)
    both, spread = total([(evidence(games), 1), (apart, 1)]), Spread()
    before = solved_at(evidence(games), spread).skills(evidence(games))
    after = solved_at(both, spread).skills(both)
    for player, skill in before.items():
        assert after[player].skill == pytest.approx(skill.skill, abs=1e-12)


def test_a_skill_has_a_figure_an_interval_and_what_it_is_ordered_by() -> None:
    known = Skill(0.1, 0.05, 300)
    assert known.figure == 1600
    assert known.lower == pytest.approx(1600 - 42.08, abs=0.01)
    assert known.interval == pytest.approx((1502.0, 1698.0), abs=0.1)


@pytest.mark.parametrize(("players", "seed"), [(40, seed) for seed in range(6)] + [(125, 1)])
def test_steps_to_a_clubs_spread_arrive_where_games_say_little_of_it(
    players: int, seed: int
) -> None:
    _truth, games = club(Truth(players=players, skill_sd=0.05), seed)
    known = evidence(games)
    found = estimated(known, Spread())
    again = estimated(known, found.following)
    assert again.spread == found.following
    assert again.following.tau == pytest.approx(found.spread.tau, rel=0.05)
