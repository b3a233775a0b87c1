"""What the assistant does: every phase of a game, every level, with and without Open Sage."""

import inspect
import json
import random
from dataclasses import replace
from random import Random

import pytest

from games.assistant import LEVELS, LevelName, accepts_draw, choose, engine_of, has_sage, levels
from games.assistant.own import OwnEngine
from games.rules.backgammon import (
    BLACK,
    START,
    WHITE,
    Game,
    Options,
    Position,
    Resignation,
    legal_plays,
)
from games.rules.backgammon.match_id import score_at
from games.rules.backgammon.match_score import Cube, Level, MatchScore
from tests.games.rules.backgammon.boards import board

MONEY = Game(MatchScore(None))
LEVEL_NAMES: list[LevelName] = list(LEVELS)

AHEAD = board({6: 3, 5: 4, 4: 4, 3: 4}, {8: 3, 6: 6, 5: 6})
"""A race that is as good as won, 66 pips to 90; no gammon."""


@pytest.fixture(params=["sage", "own"])
def engines(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of an installation: with Open Sage, and without."""
    if request.param == "sage" and not has_sage():
        pytest.skip("bgsage is not installed here")
    if request.param == "own":
        monkeypatch.setattr("games.assistant.choosing.engine_of", lambda plies: OwnEngine())
    return str(request.param)


def to_roll(position: Position, game: Game = MONEY, side: int = WHITE) -> Game:
    return replace(game, position=position, turn=side)


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_each_level_plays_a_legal_play_of_the_roll(level: LevelName, engines: str) -> None:
    game = MONEY.open(3, 1)
    choice = choose(game, level)
    assert choice.act == "play"
    assert choice.play in legal_plays(START, (3, 1))


def test_strong_makes_the_five_point_with_three_one(engines: str) -> None:
    play = choose(MONEY.open(3, 1), "strong").play
    assert play is not None
    assert [str(step) for step in play.steps] == ["8/5", "6/5"]


def test_nobody_doubles_at_the_start(engines: str) -> None:
    assert choose(to_roll(START), "strong").act == "roll"


def test_a_race_as_good_as_won_is_doubled_and_dropped(engines: str) -> None:
    game = to_roll(AHEAD)
    assert choose(game, "strong").act == "double"
    assert choose(game.double(WHITE), "strong").act == "drop"


def test_a_close_race_is_doubled_and_taken(engines: str) -> None:
    # 8 pips ahead of 100: the textbook's 8, 9, 12.
    own, opp = {6: 6, 5: 4, 4: 3, 8: 2}, {6: 6, 5: 4, 4: 3, 11: 1, 13: 1}
    game = to_roll(board(own, opp))
    assert game.position.pips == (84, 92)
    assert choose(game, "strong").act == "double"
    assert choose(game.double(WHITE), "strong").act == "take"


def test_a_wrong_double_is_beavered_and_the_beaver_taken_or_dropped(engines: str) -> None:
    behind = to_roll(AHEAD.flipped())
    offered = behind.double(WHITE)
    assert choose(offered, "strong").act == "beaver"
    assert choose(offered.beaver(), "strong").act == "drop"
    slightly = to_roll(START.flipped()).double(WHITE)
    assert choose(replace(slightly, options=Options(animals=0)), "strong").act == "take"


def test_a_beaver_from_who_is_behind_is_met_with_a_raccoon_where_it_is_played(engines: str) -> None:
    game = replace(to_roll(AHEAD), options=Options(animals=2)).double(WHITE).beaver()
    assert choose(game, "strong").act == "beaver"
    once = replace(to_roll(AHEAD), options=Options(animals=1)).double(WHITE).beaver()
    assert choose(once, "strong").act == "take"


def test_nobody_doubles_in_the_crawford_game_or_with_a_cube_that_is_not_theirs(
    engines: str,
) -> None:
    crawford = Game(score_at(5, (4, 2), is_crawford=True))
    assert choose(to_roll(AHEAD, crawford, BLACK), "strong").act == "roll"
    owned = Game(MatchScore(None, cube=Cube(2, owner=BLACK)))
    assert choose(to_roll(AHEAD, owned), "strong").act == "roll"


def test_who_trails_after_the_crawford_game_doubles_at_once(engines: str) -> None:
    game = to_roll(START, Game(score_at(5, (4, 1), is_crawford=False)), BLACK)
    assert choose(game, "strong").act == "double"


def test_who_wins_the_match_with_one_point_does_not_double(engines: str) -> None:
    for score in ((4, 1), (4, 4)):
        game = to_roll(AHEAD, Game(score_at(5, score, is_crawford=False)), WHITE)
        assert choose(game, "strong").act == "roll"


def resigned(position: Position, level: Level, game: Game = MONEY) -> Game:
    """White resigns; Black is on roll with `position`."""
    return replace(to_roll(position, game, BLACK), offer=Resignation(WHITE, level))


CUBE_TURNED = Game(MatchScore(None, cube=Cube(2, owner=WHITE)))
GAMMON = board({1: 2}, {23: 2, 20: 13})
"""The side on roll wins a backgammon with any roll."""


def test_a_resignation_is_accepted_if_it_is_what_is_expected(engines: str) -> None:
    assert choose(resigned(AHEAD, "single", CUBE_TURNED), "strong").act == "accept"
    assert choose(resigned(GAMMON, "single", CUBE_TURNED), "strong").act == "refuse"
    assert choose(resigned(GAMMON, "gammon", CUBE_TURNED), "strong").act == "refuse"
    assert choose(resigned(GAMMON, "backgammon", CUBE_TURNED), "strong").act == "accept"


def test_a_single_resignation_is_enough_where_gammons_do_not_count(engines: str) -> None:
    assert choose(resigned(GAMMON, "single"), "strong").act == "accept"
    last_point = Game(score_at(5, (0, 4), is_crawford=True))
    assert choose(resigned(GAMMON, "single", last_point), "strong").act == "accept"


def test_a_resignation_after_the_roll_is_judged_with_the_roll(engines: str) -> None:
    # Black bears off the last checker next; White's roll takes off two, or none.
    saved, lost = board({1: 15}, {1: 1}), board({13: 15}, {1: 1})
    for one, act in ((saved, "accept"), (lost, "refuse")):
        game = replace(to_roll(one, CUBE_TURNED).rolls(1, 2), offer=Resignation(WHITE, "single"))
        assert choose(game, "strong").act == act


LAST = board({12: 15}, {1: 1})
"""The side on roll is far from bearing off; the other is out with the next roll."""
BEARING_OFF = board({6: 8, 5: 6}, {1: 1})
"""One checker is off: no gammon."""


@pytest.mark.parametrize(
    ("position", "game", "lost"),
    [
        (LAST, CUBE_TURNED, "gammon"),
        (LAST, MONEY, "single"),  # Jacoby: no gammon before the cube was turned
        (BEARING_OFF, CUBE_TURNED, "single"),
        (LAST, Game(score_at(5, (0, 0), is_crawford=False)), "gammon"),
        # It may still be a gammon, or not.
        (board({8: 1, 6: 7, 5: 7}, {1: 2, 2: 2}), CUBE_TURNED, None),
        # A shot may come.
        (board({23: 2, 6: 8, 5: 5}, {1: 1, 8: 1}), CUBE_TURNED, None),
        (START, CUBE_TURNED, None),
        (AHEAD, CUBE_TURNED, None),
    ],
)
def test_a_game_is_given_up_once_it_is_lost_and_certain_how(
    engines: str, position: Position, game: Game, lost: Level | None
) -> None:
    here = to_roll(position, game)
    found = choose(here, "strong", may_resign=True)

    assert (found.act == "resign") == (lost is not None)
    assert found.lost == lost
    assert choose(here, "strong").act != "resign"
    if lost is not None:
        assert choose(here.resign(WHITE, lost), "strong").act == "accept"


def test_nobody_gives_up_early_where_that_costs_a_backgammon(engines: str) -> None:
    early = replace(CUBE_TURNED, options=Options(early_resignation=True))
    assert choose(to_roll(LAST, early), "strong", may_resign=True).act == "roll"
    found = choose(to_roll(BEARING_OFF, early), "strong", may_resign=True)
    assert (found.act, found.lost) == ("resign", "single")


def test_a_draw_is_accepted_from_behind_only(engines: str) -> None:
    game = to_roll(AHEAD)
    assert not accepts_draw(game, WHITE)
    assert accepts_draw(game, BLACK)
    rolled = game.rolls(2, 1)
    assert not accepts_draw(rolled, WHITE)
    assert accepts_draw(rolled, BLACK)
    with pytest.raises(ValueError, match="no draw"):
        accepts_draw(MONEY, WHITE)


def test_nobody_is_asked_before_the_opening_and_after_the_end() -> None:
    over = to_roll(AHEAD).double(WHITE).drop()
    for game in (MONEY, over):
        with pytest.raises(ValueError, match="nobody is to act"):
            choose(game, "strong")


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_the_same_game_has_the_same_answer_whatever_chance_is_doing(level: LevelName) -> None:
    game = MONEY.open(4, 3)
    random.seed(1)
    first = choose(game, level)
    random.seed(2)
    assert choose(Game.from_json(game.to_json()), level) == first


def test_the_assistant_sees_the_game_and_no_dice_ahead() -> None:
    assert list(inspect.signature(choose).parameters) == ["game", "level", "may_resign"]
    assert list(inspect.signature(accepts_draw).parameters) == ["game", "side"]
    seen = json.dumps(MONEY.open(4, 3).to_json()).lower()
    assert "roll" in seen
    assert not [word for word in ("seed", "dice", "hmac", "secret") if word in seen]


def test_doubt_makes_easy_and_medium_differ_from_the_best_now_and_then() -> None:
    dice = Random(3)
    differs = {"easy": 0, "medium": 0}
    game = MONEY.open(3, 1)
    for _ in range(14):
        if game.phase == "roll":
            game = game.rolls(dice.randint(1, 6), dice.randint(1, 6))
            continue
        best = choose(game, "strong").play
        for level in differs:
            differs[level] += choose(game, level).play != best  # type: ignore[arg-type]
        assert best is not None
        game = game.plays(best.result)
    assert min(differs.values()) > 0


def test_without_open_sage_the_own_engine_plays_all_levels_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "bgsage", None)
    levels.engine_of.cache_clear()
    try:
        assert not has_sage()
        assert {engine_of(plies).name for plies in range(3)} == {"own"}
        assert choose(MONEY.open(3, 1), "strong").act == "play"
    finally:
        monkeypatch.undo()
        levels.engine_of.cache_clear()
