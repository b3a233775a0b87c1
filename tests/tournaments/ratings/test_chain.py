"""A club month after month: the list, who is settled, and what a figure is made of."""

import datetime
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.synthetic_clubs import Truth, club
from tournaments.ratings.chain import Chain, Evening, Listed, months, ranked
from tournaments.ratings.evidence import BoxGame, evidence_of, expected, total
from tournaments.ratings.places import Stand
from tournaments.ratings.skill import (
    Skill,
    Spread,
    forgotten,
    solved_at,
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
    chain = played(second, first)
    assert chain.sums is not None
    whole = total(parts)
    expected_skills = solved_at(whole, chain.sums.spread).skills(whole)
    listed = chain.listed()
    for player, skill in expected_skills.items():
        assert listed[player].skill.skill == pytest.approx(skill.skill, abs=1e-12)
        assert listed[player].skill.se == pytest.approx(skill.se, abs=1e-12)


def test_a_month_is_judged_with_what_its_own_games_say_of_the_club() -> None:
    one = played(evening(2026, 1, *[("A", "B", 8.0)] * 40))
    assert one.sums is not None
    assert one.sums.spread.tau > Spread().tau
    assert one.sums.spread.sigma2 < Spread().sigma2


def test_a_chain_taken_up_again_lists_the_same() -> None:
    whole = played(evening(2026, 1, ("A", "B", 2), ("B", "C", -4)), evening(2026, 2, ("C", "A", 1)))
    again = Chain(whole.sums, dict(whole.last), evenings=dict(whole.evenings))
    assert again.listed() == whole.listed()


def test_after_two_years_one_is_settled_and_not_a_month_before() -> None:
    start = evening(2024, 1, ("A", "B", 3), ("A", "C", 1))
    almost = played(start, evening(2026, 1, ("A", "B", 1)))
    assert not almost.listed()["C"].is_settled
    beyond = played(start, evening(2026, 2, ("A", "B", 1)))
    line = beyond.listed()["C"]
    assert line.is_settled
    assert line.month == datetime.date(2024, 1, 1)
    assert line.skill == played(start).last["C"][1]


def test_a_list_goes_by_the_lower_bound_with_the_settled_at_its_end() -> None:
    month, stand = datetime.date(2026, 1, 1), Stand(1, 3, 0.5, False, 10)
    lines = {
        "settled": Listed(Skill(0.5, 0.05, 500), month),
        # 100 - .8416 x 50 = 58, 120 - .8416 x 110 = 27, 110 - .8416 x 140 = -8.
        "first": Listed(Skill(0.10, 0.05, 500), month, stand),
        "third": Listed(Skill(0.11, 0.14, 3), month, stand),
        # Higher, and so much less certain that the player may well be worse.
        "second": Listed(Skill(0.12, 0.11, 500), month, stand),
    }
    assert ranked(lines) == ["first", "second", "third", "settled"]


def test_everybody_who_has_ever_played_and_is_not_settled_has_a_stand() -> None:
    listed = played(evening(2026, 1, ("A", "B", 2), ("B", "C", 1))).listed()
    assert all(line.stand is not None for line in listed.values())
    assert {line.stand.first for line in listed.values() if line.stand} == {1}


def test_evenings_are_counted_as_long_as_their_games_are_remembered() -> None:
    chain = played(evening(2026, 1, ("A", "B", 2)), evening(2026, 4, ("B", "C", 1)))
    faded = forgotten((datetime.date(2026, 4, 15) - datetime.date(2026, 1, 15)).days)
    assert chain.evenings == pytest.approx({"A": faded, "B": 1 + faded, "C": 1})


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
    solved = solved_at(whole, spread)
    found = solved.skills(whole)
    known = dict(zip(whole.players, solved.everybody.tolist(), strict=True))
    pulls = [surprise(half, known, spread) for half in halves]
    for player, skill in found.items():
        summed = sum(pull.get(player, 0.0) for pull in pulls)
        assert spread.tau**2 * summed == pytest.approx(skill.skill, abs=1e-9)


def test_what_is_expected_of_a_game_written_out() -> None:
    # Team: .6 (.6 x .2 + .4 x (.2 - .1) / 2) = .084; less the box's .05.
    game = BoxGame((("A", 0.5), ("P", 0.5)), ("B", "C"), (0, 0))
    found = expected(game, {"A": 0.1, "P": 0.0, "B": 0.2, "C": -0.1})
    assert found == pytest.approx((0.4 * 0.2 + 0.084 - 0.05, 0.4 * -0.1 + 0.084 - 0.05))


def test_evidence_of_something_else_is_refused() -> None:
    from tournaments.ratings.evidence import Evidence

    with pytest.raises(ValueError, match="no evidence"):
        Evidence.from_bytes(b"PK\x03\x04" + np.zeros(40).tobytes())
