"""The two engines: legal plays only, sane chances, cubes by score, loaded late."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from games.assistant import LEVELS, engine_of, has_sage, levels, sage
from games.assistant.choosing import choose
from games.assistant.engine import MONEY, Chances, Engine, Stakes
from games.assistant.features import SIZE, features
from games.assistant.own import OwnEngine, chances_of
from games.assistant.weights import CONTACT, RACE
from games.assistant.worth import (
    cube_window,
    cubeless,
    drawn,
    match_chance,
    points_of,
    rate_cube,
)
from games.rules.backgammon import START, Game, Options, Position, results
from games.rules.backgammon.match_score import MatchScore
from tests.games.rules.backgammon.boards import ROLLS, board, legal_moves, positions

ROOT = Path(__file__).parents[3]

needs_sage = pytest.mark.skipif(not has_sage(), reason="bgsage does not run here")

OWNED = replace(MONEY, cube=2, holder="self")


# the own engine


def test_there_is_a_weight_for_each_number_and_chance() -> None:
    for weights in (CONTACT, RACE):
        assert [len(row) for row in weights] == [SIZE] * 5
    assert len(features(START)) == SIZE


@settings(max_examples=50, deadline=None)
@given(positions())
def test_chances_are_chances(position: Position) -> None:
    one = chances_of(position)
    assert 0 <= one.backgammon <= one.gammon <= one.win <= 1
    assert 0 <= one.backgammon_lost <= one.gammon_lost <= 1 - one.win
    assert one.flipped().flipped().gammon == one.gammon


def test_the_start_is_about_even_and_better_on_roll() -> None:
    assert 0.5 < chances_of(START).win < 0.56


def test_a_game_that_is_over_is_won_at_its_level() -> None:
    won = Position.of([0] * 25, [2] + [0] * 24)
    assert chances_of(won) == Chances(1.0)
    gammon = Position.of([0] * 25, [15] + [0] * 24)
    assert chances_of(gammon) == Chances(1.0, gammon=1.0)
    assert chances_of(gammon.flipped()) == Chances(0.0, gammon_lost=1.0)
    backgammon = Position.of([0] * 25, [14] + [0] * 23 + [1])
    assert chances_of(backgammon) == Chances(1.0, gammon=1.0, backgammon=1.0)


def test_nobody_wins_a_gammon_from_who_has_borne_off() -> None:
    one = chances_of(board({6: 5}, {6: 14}))
    assert one.gammon == 0
    assert one.gammon_lost == 0


def test_each_roll_has_its_worth_a_dance_too() -> None:
    shut_out = board({25: 1, 6: 5}, dict.fromkeys(range(1, 7), 2))
    rated = OwnEngine().rate_rolls(shut_out, MONEY)
    assert len(rated) == 21
    assert len(set(rated.values())) == 1
    assert set(OwnEngine().rate_rolls(START, MONEY)) == set(ROLLS)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "strong"])
def test_without_open_sage_it_beats_random_play_by_two_points_a_game(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.assistant.choosing.engine_of", lambda plies: OwnEngine())
    dice, points = Random(7), 0
    for number in range(30):
        game = Game(MatchScore(None), Options(jacoby=False))
        while game.phase != "over":
            roll = dice.randint(1, 6), dice.randint(1, 6)
            if game.phase == "opening":
                game = game.open(*roll)
            elif game.phase == "roll":
                game = game.rolls(*roll)
            elif game.turn == number % 2:
                play = choose(game, level).play  # type: ignore[arg-type]
                assert play is not None
                game = game.plays(play.result)
            else:
                game = game.plays(dice.choice(results(game.position, game.roll or (0, 0))))
        assert game.result is not None
        points += game.result.points * (1 if game.result.winner == number % 2 else -1)
    assert points >= 60


# what points are worth


def test_the_chances_of_a_match_are_those_of_the_textbooks() -> None:
    # Kazaross-XG2: 2 away 3 away 0.599, 4 away 2 away 0.331, Crawford 3 away 0.249.
    assert match_chance(2, 3) == pytest.approx(0.599, abs=0.02)
    assert match_chance(4, 2) == pytest.approx(0.331, abs=0.02)
    assert match_chance(3, 1) == pytest.approx(0.249, abs=0.02)
    assert match_chance(2, 1, is_post_crawford=True) == pytest.approx(0.488, abs=0.02)
    for own in range(1, 12):
        for other in range(1, 12):
            assert match_chance(own, other) + match_chance(other, own) == pytest.approx(1)


def test_points_count_from_minus_one_to_one_for_a_single_game() -> None:
    for stakes in (MONEY, OWNED, Stakes(2, "other", (3, 5)), Stakes(1, "nobody", (4, 1), True)):
        points = points_of(stakes)
        assert (points(stakes.cube), points(-stakes.cube)) == pytest.approx((1, -1))
    assert points_of(OWNED)(4) == 2
    assert points_of(Stakes(1, "nobody", (1, 4), True))(2) == 1  # more than the match is no more


def test_gammons_count_under_jacoby_only_with_a_turned_cube() -> None:
    chances = Chances(0.5, gammon=0.5)
    assert cubeless(chances, MONEY) == 0
    assert cubeless(chances, OWNED) == 0.5
    assert cubeless(chances, replace(MONEY, jacoby=False)) == 0.5


def test_a_draw_is_worth_the_same_score_again() -> None:
    assert drawn(MONEY) == 0
    assert drawn(Stakes(1, "nobody", (3, 3))) == pytest.approx(0)
    # Crawford game, 5 away: half of what is left after winning it, so as good as an even game.
    assert drawn(Stakes(1, "nobody", (5, 1), True)) == pytest.approx(0)
    # After it, 4 away: that takes two games, and so does 3 away, so a point won is worth nothing.
    assert drawn(Stakes(1, "nobody", (4, 1))) == pytest.approx(1)


def test_the_window_of_a_cube_without_gammons_is_that_of_the_textbooks() -> None:
    def rated(win: float, stakes: Stakes = MONEY) -> tuple[bool, bool]:
        rating = rate_cube(Chances(win), stakes)
        return rating.is_double, rating.is_take

    # Money, without gammons: doubled from about 70, dropped from about 78 of a hundred.
    assert [rated(win)[0] for win in (0.5, 0.65, 0.72, 0.77)] == [False, False, True, True]
    assert [rated(win)[1] for win in (0.72, 0.77, 0.80, 0.9)] == [True, True, False, False]
    # Who trails after the Crawford game doubles with anything.
    assert rated(0.4, Stakes(1, "nobody", (4, 1)))[0]
    # Who needs the cube's value doubles never: it cannot win more.
    assert not rated(0.75, Stakes(2, "self", (2, 5)))[0]
    # Two away each: dropped from 70 on.
    assert [rated(win, Stakes(1, "nobody", (2, 2)))[1] for win in (0.66, 0.72)] == [True, False]


# Open Sage


@needs_sage
def test_open_sage_knows_all_plays_that_are_ours() -> None:
    engine = engine_of(1)
    for line in Random(1).sample(legal_moves(), 60):
        position, roll = Position.from_id(line["pid"]), tuple(line["roll"])
        rated = engine.rate_plays(position, roll, MONEY)
        assert {one.result for one in rated} == set(results(position, roll))
        assert [one.equity for one in rated] == sorted((one.equity for one in rated), reverse=True)


@needs_sage
def test_an_owned_cube_is_decided_at_two_plies_at_every_level() -> None:
    names = {engine_of(level.plies).rate_cube(START, OWNED) for level in LEVELS.values()}
    assert engine_of(1).rate_cube(START, OWNED) == engine_of(2).rate_cube(START, OWNED)
    assert len(names) == 2  # the own engine of *easy* is not asked for cubes


@needs_sage
def test_the_match_equity_table_of_open_sage_is_the_one_that_is_named() -> None:
    # Kazaross-XG2, as published: before the Crawford game, in it, and after it.
    engine = engine_of(2)
    assert engine.table == "Kazaross-XG2"
    for own, other, chance in ((2, 3, 0.59947), (4, 2, 0.33130), (9, 7, 0.39146), (3, 1, 0.24924)):
        assert engine.match_chance(own, other) == pytest.approx(chance, abs=1e-5)
    for own, chance in ((1, 0.5), (2, 0.48803), (3, 0.32264), (5, 0.19012)):
        assert engine.match_chance(own, 1, is_post_crawford=True) == pytest.approx(chance, abs=1e-5)


def test_the_window_of_a_double_in_a_match_is_counted_by_the_table_that_is_given() -> None:
    # Two points a side, doubled there is nothing more to win: the take point is what lies between
    # losing 1 and losing 2 points, of what lies between winning and losing 2.
    stakes, chances = Stakes(needs=(2, 2)), Chances(0.5)

    def table(own: int, other: int, *, is_post_crawford: bool = False) -> float:
        behind = {(1, 2): 0.6, (2, 1): 0.4, (2, 2): 0.5}
        return float(own <= 0) if own <= 0 or other <= 0 else behind[own, other]

    window = cube_window(chances, stakes, table)
    assert window is not None
    assert window[1] == pytest.approx(0.6, abs=0.001)
    ours = cube_window(chances, stakes)
    assert ours is not None
    assert ours[1] == pytest.approx(match_chance(1, 2), abs=0.001)


def test_both_engines_say_the_chances_after_each_play() -> None:
    for engine in {engine_of(0), engine_of(1)}:
        for one in engine.rate_plays(START, (3, 1), MONEY):
            assert one.chances is not None
            assert 0 < one.chances.backgammon < one.chances.gammon < one.chances.win < 1
        best = engine.rate_plays(START, (3, 1), MONEY)[0].chances
        assert best is not None
        assert 0.5 < best.win < 0.62  # of who has played, not of who is on roll


@needs_sage
@pytest.mark.parametrize("engine", [engine_of(1), engine_of(2)], ids=lambda one: one.name)
def test_all_rolls_are_rated_also_those_that_end_the_game(engine: Engine) -> None:
    for position in (START, board({1: 2}, {1: 2}), board({25: 2, 6: 3}, {1: 2, 2: 2, 3: 2})):
        assert set(engine.rate_rolls(position, MONEY)) == set(ROLLS)


def test_without_the_instructions_that_open_sage_needs_it_is_not_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.assistant.sage._runs_here", lambda: False)
    levels.engine_of.cache_clear()
    sage._analyzer.cache_clear()
    try:
        assert not has_sage()
        assert engine_of(2).name == "own"
        with pytest.raises(ImportError, match="AVX2"):
            sage.SageEngine(1)
    finally:
        levels.engine_of.cache_clear()


def test_open_sage_is_loaded_when_it_is_asked_first_and_not_before() -> None:
    code = (
        "import sys, games.assistant as one, games.assistant.analysis;one.has_sage();"
        "assert not {'bgsage', 'bgbot_cpp', 'django'} & set(sys.modules), 'too early'"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, env=dict(os.environ))
