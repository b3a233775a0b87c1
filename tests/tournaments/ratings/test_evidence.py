"""Sums of evidence against the formulas written out, game by game."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.ratings.evidence import BoxGame, Evidence, evidence_of, nothing, total
from tournaments.ratings.skill import Spread, estimated, skills, solved_at

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


@st.composite
def games(draw: st.DrawFn) -> BoxGame:
    line = draw(st.permutations(NAMES))
    m = draw(st.integers(1, 4))
    has_partner = draw(st.booleans())
    box = ((line[0], 0.5), (line[1], 0.5)) if has_partner else ((line[0], 1.0),)
    members = tuple(line[len(box) : len(box) + m])
    points = tuple(draw(st.integers(-12, 12)) for _member in members)
    return BoxGame(box, members, points, draw(st.sampled_from([1, 2, 4])))


evenings = st.lists(games(), min_size=1, max_size=12)


def written_out(played: list[BoxGame], spread: Spread, w: float = 0.6) -> tuple[np.ndarray, ...]:
    """L without its prior and h, as `docs/ratings.md` has them."""
    names = sorted({p for one in played for p in (*one.members, *(b for b, _s in one.box))})
    precision, towards = np.zeros((len(names), len(names))), np.zeros(len(names))
    for one in played:
        m = len(one.members)
        a = np.zeros((m, len(names)))
        for i, member in enumerate(one.members):
            for who, share in one.box:
                a[i, names.index(who)] -= share
            a[i, names.index(member)] += 1 - w
            a[i, names.index(one.members[0])] += w * 0.6
            for other in one.members:
                a[i, names.index(other)] += w * 0.4 / m
        x = np.clip(np.array(one.points) / one.cube, -8, 8)
        covariance = spread.sigma2 * ((1 - spread.rho) * np.eye(m) + spread.rho)
        s = np.linalg.inv(covariance)
        precision += a.T @ s @ a
        towards += a.T @ s @ x
    return precision, towards


@settings(max_examples=60)
@given(evenings)
def test_the_estimate_is_that_of_the_formulas_written_out(played: list[BoxGame]) -> None:
    spread = Spread(5.0, 0.6, 0.2)
    precision, towards = written_out(played, spread)
    n, tau2 = len(towards), spread.tau**2
    covariance = np.linalg.inv(precision + np.eye(n) / tau2)
    found, own = covariance @ towards, np.diag(covariance)
    told = ((1 - own / tau2) ** 2).sum()
    moved = (told / 2) / ((told + 1) / 2) ** 2
    beside = (covariance.sum(axis=0) - own) / (n - 1)
    width = (own**2 + (n - 1) * beside**2) / tau2
    error = np.sqrt(own + moved * ((covariance @ found / tau2) ** 2 + width))
    evidence = evidence_of(played)
    solved = solved_at(evidence, spread).skills(evidence)
    for number, name in enumerate(sorted(solved)):
        assert solved[name].skill == pytest.approx(found[number], abs=1e-10)
        assert solved[name].se == pytest.approx(error[number], abs=1e-10)


def same(one: Evidence, other: Evidence) -> bool:
    """Do two sums say the same of everybody?"""
    if (one.players, one.games) != (other.players, other.games):
        return False
    a, b = skills(one), skills(other)
    return all(
        a[p].skill == pytest.approx(b[p].skill, abs=1e-9)
        and a[p].se == pytest.approx(b[p].se, abs=1e-9)
        and a[p].games == b[p].games
        for p in a
    )


@settings(max_examples=60)
@given(evenings, evenings)
def test_sums_of_evenings_are_the_sum_of_their_games(
    first: list[BoxGame], second: list[BoxGame]
) -> None:
    added = total([(evidence_of(first), 1), (evidence_of(second), 1)])
    assert same(added, evidence_of([*first, *second]))


@pytest.mark.thorough
@settings(max_examples=60)
@given(evenings, evenings, evenings)
def test_an_evening_that_is_subtracted_leaves_nothing_behind(
    first: list[BoxGame], second: list[BoxGame], instead: list[BoxGame]
) -> None:
    whole = total([(evidence_of(first), 1), (evidence_of(second), 1)])
    without = total([(whole, 1), (evidence_of(second), -1)])
    assert same(without, evidence_of(first))
    assert same(total([(without, 1), (evidence_of(instead), 1)]), evidence_of([*first, *instead]))


def test_everything_subtracted_is_nothing() -> None:
    played = evidence_of([BoxGame((("Ann", 1.0),), ("Bob", "Cid"), (1, -2))])
    left = total([(played, 1), (played, -1)])
    assert (left.players, left.games) == ((), 0)
    assert skills(nothing()) == {}


@given(evenings)
def test_bytes_bring_back_the_same_sums(played: list[BoxGame]) -> None:
    whole = evidence_of(played)
    back = Evidence.from_bytes(whole.to_bytes())
    assert (back.players, back.sizes, back.games) == (whole.players, whole.sizes, whole.games)
    for name in ("keys", "pairs", "along", "tallies", "played"):
        assert np.array_equal(getattr(back, name), getattr(whole, name))


def test_points_beyond_eight_cubes_say_no_more() -> None:
    def after(points: float, cube: float) -> float:
        box = (("Ann", 1.0),)
        return skills(evidence_of([BoxGame(box, ("Bob",), (points,), cube)]))["Bob"].skill

    assert after(8, 1) == after(64, 1) == after(16, 2)
    assert after(4, 1) == after(8, 2) < after(8, 1)


def test_the_order_of_games_does_not_matter_for_shared_sums() -> None:
    rng = np.random.default_rng(7)
    played = []
    for _game in range(600):
        line = [str(name) for name in rng.permutation(NAMES)]
        noise = 2 * rng.normal() + rng.normal(size=4)
        played.append(BoxGame(((line[0], 1.0),), tuple(line[1:5]), tuple(noise)))
    one, other = (
        estimated(evidence_of(games), Spread()).spread for games in (played, played[::-1])
    )
    assert (one.sigma2, one.rho) == pytest.approx((other.sigma2, other.rho))
    # The noise has a common variance of 4 and one of 1 for each cube.
    assert one.sigma2 == pytest.approx(5, abs=0.6)
    assert one.rho == pytest.approx(0.8, abs=0.05)
