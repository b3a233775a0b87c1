"""What is told of skill holds within its spread when one result is put right."""

import itertools

import numpy as np
import pytest

from benchmarks.synthetic_clubs import Truth, club
from benchmarks.turned_over import GAMES, evidence, measured, moves, played, versions
from tournaments.ratings.chain import Chain
from tournaments.ratings.skill import TOLD_FROM, is_told


def tells(chain: Chain) -> bool:
    assert chain.sums is not None
    return is_told(chain.sums.evidence)


@pytest.mark.parametrize("spread", [0.05, 0.15, 0.4])
@pytest.mark.parametrize("players", [8, 11, 16])
def test_ten_played_evenings_hold_whatever_one_game_becomes(players: int, spread: float) -> None:
    for seed in range(2):
        _skill, games = club(Truth(players=players, skill_sd=spread, games=10 * GAMES), seed)
        for at in np.random.default_rng(seed).integers(len(games), size=4).tolist():
            chains = [played(one) for one in versions(games, at)]
            assert all(map(tells, chains))
            for one in itertools.permutations(chains, 2):
                for moved in moves(*one):
                    assert moved.halves < 1
                    assert not moved.left
                    assert not moved.turned


@pytest.mark.parametrize(("evenings", "told"), [(1, False), (8, False), (9, True), (10, True)])
def test_when_a_club_that_plays_weekly_is_told_its_skill(evenings: int, told: bool) -> None:
    # Eight evenings in eight weeks are worth 191 games: the oldest have faded.
    _skill, games = club(Truth(players=11, games=evenings * GAMES), 1)
    assert tells(played(games)) is told
    if told:
        assert max(one.halves for one in measured(11, evenings, clubs=2, games=2)) < 1


def test_before_that_one_game_turns_figures_over() -> None:
    assert max(one.halves for one in measured(8, 1, clubs=3, games=3)) > 1


def test_the_weight_of_evidence_is_its_aged_games() -> None:
    _skill, games = club(Truth(games=GAMES), 1)
    found = evidence(games)
    assert found.weight == pytest.approx(GAMES)
    assert not is_told(found)
    assert is_told(found.aged(1.001 * TOLD_FROM / GAMES))
