"""Where players stand in a list, and how surely."""

import datetime
import math
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.synthetic_clubs import Truth, club
from tournaments.ratings.chain import Chain, Evening, Listed, months, ranked
from tournaments.ratings.evidence import BoxGame, evidence_of, total
from tournaments.ratings.places import Stand, in_order, stands
from tournaments.ratings.skill import Spread, solved_at

NAMES = "ABCDEFGH"


def stand_of(line: Listed) -> Stand:
    assert line.stand is not None
    return line.stand


def listed(truth: Truth, seed: int) -> tuple[dict[str, float], dict[str, Listed]]:
    """A synthetic club, one evening a week: what everybody's skill is, and the club's list."""
    skills, games = club(truth, seed)
    sessions: dict[int, list[BoxGame]] = {}
    for one in games:
        members = tuple(f"{member:02}" for member in one.members)
        game = BoxGame(((f"{one.box:02}", 1.0),), members, one.points)
        sessions.setdefault(one.session, []).append(game)
    start = datetime.date(2026, 1, 5)
    chain = Chain()
    evenings = [
        Evening(start + datetime.timedelta(days=7 * number), evidence_of(those))
        for number, those in sessions.items()
    ]
    for _month, those in months(evenings):
        chain.play(those)
    lines = chain.listed()
    return {name: float(skills[int(name)]) for name in lines}, lines


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.permutations(NAMES).map(lambda names: names[:4]),
            st.tuples(*[st.integers(-8, 8)] * 3),
        ),
        min_size=1,
        max_size=30,
    ),
    st.sampled_from([0.05, 0.15, 0.4]),
)
def test_a_place_is_always_among_those_that_may_be_right(
    games: list[tuple[list[str], tuple[int, int, int]]], tau: float
) -> None:
    evidence = evidence_of(
        BoxGame(((names[0], 1.0),), tuple(names[1:]), points) for names, points in games
    )
    solved = solved_at(evidence, Spread(tau=tau))
    skills = solved.skills(evidence)
    order = in_order(skills)
    found = stands(list(skills), solved, order, dict.fromkeys(skills, 3.0))
    assert set(found) == set(skills)
    for place, name in enumerate(order, 1):
        stand = found[name]
        assert 1 <= stand.first <= place <= stand.last <= len(order)
        assert stand.is_wide == (skills[name].se > tau / 2)
        assert (stand.above_next is None) == (place == len(order))
        assert stand.evenings is None or stand.evenings > 3 * 3
        if stand.above_next is not None:
            # Who is estimated higher is more likely to be better, wherever they are listed.
            higher = skills[name].skill - skills[order[place]].skill
            assert (stand.above_next > 0.5) == (higher > 0) or abs(higher) < 1e-9


def test_the_chance_to_be_above_the_next_written_out() -> None:
    # Two players, ten games, each won by A with 2: A'SA is 1/6 (1, -1; -1, 1) a game, so that the
    # difference has a variance of 1 / (10/6 + 1/(2 x .15^2)), and is 20/6 times that.
    evidence = evidence_of([BoxGame((("B", 1.0),), ("A",), (2.0,))] * 10)
    solved = solved_at(evidence, Spread())
    variance = 1 / (10 / 6 + 1 / (2 * 0.15**2))
    # Chance moves tau: the estimates apart, together, and each doubt by itself.
    a, b = solved.slopes
    apart = solved.moved * (a - b) ** 2
    itself = solved.variances - solved.inner - solved.moved * solved.slopes**2
    found = stands(["A", "B"], solved, ["A", "B"], {})["A"]
    doubt = math.sqrt(variance + apart + itself.sum())
    expected = NormalDist().cdf(20 / 6 * variance / doubt)
    assert found.above_next == pytest.approx(expected, abs=1e-9)


def test_ranges_hold_the_true_place_in_four_of_five_cases_and_chances_come_true() -> None:
    held, above = [], []
    for seed in range(12):
        truth, lines = listed(Truth(skill_sd=0.3, games=600), seed)
        best = sorted(truth, key=lambda name: -truth[name])
        order = ranked(lines)
        for name, after in zip(order, [*order[1:], ""], strict=True):
            stand = stand_of(lines[name])
            held.append(stand.first <= best.index(name) + 1 <= stand.last)
            if stand.above_next is not None:
                above.append((stand.above_next, truth[name] > truth[after]))
    assert 0.78 < np.mean(held) < 0.97
    said, came = np.mean(above, axis=0)
    assert came == pytest.approx(said, abs=0.08)


@pytest.mark.parametrize("players", [7, 16])
def test_after_as_many_more_evenings_a_standing_in_the_club_is_twice_as_sure(players: int) -> None:
    skills, games = club(Truth(players=players, skill_sd=0.3, games=500), 1)
    assert len(skills) == players
    evidence = evidence_of(
        BoxGame(((f"{one.box:02}", 1.0),), tuple(f"{p:02}" for p in one.members), one.points)
        for one in games
    )
    spread = Spread(tau=0.3)
    before = solved_at(evidence, spread)
    names = list(before.skills(evidence))
    many = 1000.0  # so that rounding up matters little
    found = stands(names, before, names, dict.fromkeys(names, many))

    def doubt(times: float, at: int) -> float:
        """The error of a player's difference from the mean of all, after `times` as much play."""
        solved = solved_at(total([(evidence, times)]), spread)
        covariance = solved.root.T @ solved.root
        contrast = np.full(len(names), -1 / len(names))
        contrast[at] += 1
        return math.sqrt(contrast @ covariance @ contrast)

    for at, name in enumerate(names):
        more = found[name].evenings
        assert more is not None
        assert doubt(1 + more / many, at) == pytest.approx(doubt(1, at) / 2, rel=0.03)


def test_who_has_not_yet_been_told_from_others_is_promised_nothing() -> None:
    evidence = evidence_of([BoxGame((("A", 1.0),), ("B",), (1.0,))])
    forgotten = replace(evidence.aged(1e-12), games=1)
    solved = solved_at(forgotten, Spread())
    found = stands(["A", "B"], solved, ["A", "B"], {"A": 1.0, "B": 1.0})
    assert [stand.evenings for stand in found.values()] == [None, None]
