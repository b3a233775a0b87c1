"""A club month after month: the list, who is settled, and what a figure is made of."""

import datetime
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.synthetic_clubs import Truth, club
from tournaments.ratings.chain import Chain, Evening, Listed, months, ranked
from tournaments.ratings.evidence import BoxGame, evidence_of, expected, total
from tournaments.ratings.skill import (
    DEFAULTS,
    Skill,
    Spread,
    forgotten,
    skills,
    skills_of,
    surprise,
)


def evening(year: int, month: int, *games: tuple[str, str, float]) -> Evening:
    """An evening with games of one member: box, member, the member's points."""
    played = [BoxGame(((box, 1.0),), (member,), (won,)) for box, member, won in games]
    return Evening(datetime.date(year, month, 15), evidence_of(played))


def played(*evenings: Evening) -> Chain:
    chain = Chain()
    for _month, those in months(evenings):
        chain.play(those)
    return chain


def test_the_list_is_that_of_all_games_aged_to_the_last_evening() -> None:
    first, second = evening(2026, 1, ("A", "B", 2)), evening(2026, 4, ("B", "C", 1))
    parts = [(first.evidence, forgotten((second.day - first.day).days)), (second.evidence, 1)]
    expected_skills = skills(total(parts))
    listed = played(second, first).listed()
    for player, skill in expected_skills.items():
        assert listed[player].skill.skill == pytest.approx(skill.skill, abs=1e-12)
        assert listed[player].skill.se == pytest.approx(skill.se, abs=1e-12)


def test_a_month_that_is_last_says_the_same_as_one_that_is_not() -> None:
    evenings = [evening(2026, 1, ("A", "B", 2), ("B", "C", -4)), evening(2026, 1, ("C", "A", 1))]
    found, last = Chain().play(evenings), Chain().play(evenings, is_last=True)
    assert found.keys() == last.keys()
    for player, skill in found.items():
        assert last[player].skill == pytest.approx(skill.skill, abs=1e-12)
        assert last[player].se == pytest.approx(skill.se, abs=1e-12)


def test_after_two_years_one_is_settled_and_not_a_month_before() -> None:
    start = evening(2024, 1, ("A", "B", 3), ("A", "C", 1))
    almost = played(start, evening(2026, 1, ("A", "B", 1)))
    assert not almost.listed()["C"].is_settled
    beyond = played(start, evening(2026, 2, ("A", "B", 1)))
    line = beyond.listed()["C"]
    assert line.is_settled
    assert line.month == datetime.date(2024, 1, 1)
    assert line.skill == played(start).last["C"][1]


def test_a_list_has_the_sure_first_then_the_provisional_then_the_settled() -> None:
    month = datetime.date(2026, 1, 1)
    lines = {
        "settled": Listed(Skill(0.5, 0.05, 500), month, True),
        "unsure": Listed(Skill(0.4, 0.14, 500), month, False),
        "second": Listed(Skill(0.10, 0.05, 500), month, False),
        # Higher, and so much less certain that the player may well be worse.
        "third": Listed(Skill(0.12, 0.11, 500), month, False),
    }
    assert ranked(lines) == ["second", "third", "unsure", "settled"]


def test_an_empty_club_has_an_empty_list() -> None:
    assert Chain().listed() == {}


def test_a_figure_is_the_sum_of_what_the_games_pull_at_it() -> None:
    _truth, games = club(replace(Truth(), games=200), 4)
    halves = [
        evidence_of(
            BoxGame(((f"{one.box}", 1.0),), tuple(map(str, one.members)), one.points)
            for one in part
        )
        for part in (games[:120], games[120:])
    ]
    spread = Spread()
    whole = total([(half, 1) for half in halves])
    found, everybody = skills_of(None, whole, spread)
    known = dict(zip(whole.players, everybody.tolist(), strict=True))
    pulls = [surprise(half, known, spread) for half in halves]
    for player, skill in found.items():
        summed = sum(pull.get(player, 0.0) for pull in pulls)
        assert DEFAULTS.tau**2 * summed == pytest.approx(skill.skill, abs=1e-9)


def test_what_is_expected_of_a_game_written_out() -> None:
    # Team: .6 (.6 x .2 + .4 x (.2 - .1) / 2) = .084; less the box's .05.
    game = BoxGame((("A", 0.5), ("P", 0.5)), ("B", "C"), (0, 0))
    found = expected(game, {"A": 0.1, "P": 0.0, "B": 0.2, "C": -0.1})
    assert found == pytest.approx((0.4 * 0.2 + 0.084 - 0.05, 0.4 * -0.1 + 0.084 - 0.05))


def test_evidence_of_something_else_is_refused() -> None:
    from tournaments.ratings.evidence import Evidence

    with pytest.raises(ValueError, match="no evidence"):
        Evidence.from_bytes(b"PK\x03\x04" + np.zeros(40).tobytes())
