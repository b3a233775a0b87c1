"""A game from the opening to its points: turns, cube, animals, resignation, Jacoby, match."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import BLACK, START, WHITE, Game, GameError, Options, results
from games.rules.backgammon.errors import BackgammonError
from games.rules.backgammon.match_errors import MatchError
from games.rules.backgammon.match_score import Cube, MatchScore
from tests.games.rules.backgammon.boards import board

MONEY = Game(MatchScore(None))
MATCH = Game(MatchScore(5))


def to_roll(game: Game, side: int = WHITE) -> Game:
    """The game at a moment when `side` may double or roll."""
    return replace(game, turn=side, roll=None)


def code_of(step: object, *arguments: object) -> str:
    with pytest.raises(BackgammonError) as caught:
        step(*arguments)  # type: ignore[operator]
    assert str(caught.value)
    return caught.value.code


def test_the_higher_die_of_the_opening_plays_both() -> None:
    game = MATCH.open(3, 5)
    assert (game.turn, game.roll, game.phase, game.actor) == (BLACK, (3, 5), "play", BLACK)
    assert MATCH.phase == "opening"
    assert MATCH.actor is None


def test_equal_opening_dice_are_rolled_again() -> None:
    assert MATCH.open(4, 4) == MATCH
    assert MONEY.open(4, 4) == MONEY


def test_an_automatic_double_turns_the_cube_in_the_middle_as_often_as_agreed() -> None:
    game = Game(MatchScore(None), Options(automatics=1)).open(4, 4)
    assert game.score.cube == Cube(2)
    assert game.open(1, 1).score.cube == Cube(2)
    without_end = Game(MatchScore(None), Options(automatics=-1, cube_limit=4))
    for _ in range(5):
        without_end = without_end.open(6, 6)
    assert without_end.score.cube == Cube(4)
    assert Game(MatchScore(3), Options(automatics=1)).open(4, 4).score.cube == Cube(1)


def test_a_turn_ends_with_a_legal_play_and_the_other_rolls() -> None:
    game = MATCH.open(3, 1)
    after = results(START, (3, 1))[0]
    assert game.plays(after).actor == BLACK
    assert game.plays(after).position == after
    assert code_of(game.plays, START) == "result_illegal"
    assert code_of(game.rolls, 1, 2) == "waits_play"
    assert code_of(game.plays(after).plays, after) == "waits_roll"


def test_where_nothing_can_be_played_the_turn_passes_at_once() -> None:
    closed = board({25: 1}, dict.fromkeys(range(1, 7), 2))
    game = to_roll(replace(MATCH, position=closed)).rolls(6, 6)
    assert (game.turn, game.roll) == (BLACK, None)
    assert game.seen_by(WHITE) == closed


def test_the_last_checker_off_wins_at_the_boards_level_times_the_cube() -> None:
    last = replace(to_roll(MATCH), position=board({1: 1}, {6: 15}))
    game = last.double(WHITE).take().rolls(2, 1)
    game = game.plays(results(game.position, (2, 1))[0])
    assert game.result is not None
    assert (game.result.winner, game.result.points, game.result.level) == (0, 4, "gammon")
    assert game.phase == "over"
    assert game.score.score == (4, 0)
    assert game.next().score.is_crawford
    assert code_of(game.rolls, 1, 2) == "waits_over"


def test_under_jacoby_a_gammon_counts_only_when_the_cube_was_turned() -> None:
    last = replace(to_roll(MONEY), position=board({1: 1}, {6: 15}))

    def points(game: Game) -> int:
        game = game.rolls(2, 1)
        result = game.plays(results(game.position, (2, 1))[0]).result
        assert result is not None
        return result.points

    assert points(last) == 1
    assert points(last.double(WHITE).take()) == 4
    assert points(replace(last, options=Options(jacoby=False))) == 2
    # an automatic double is not a turn of the cube
    assert points(replace(last, score=MatchScore(None, cube=Cube(2)))) == 2


def test_a_double_comes_before_the_own_roll() -> None:
    game = to_roll(MATCH)
    assert code_of(game.double, BLACK) == "turn_other"
    assert code_of(MATCH.open(3, 1).double, WHITE) == "waits_play"
    assert code_of(MATCH.double, WHITE) == "waits_opening"
    offered = game.double(WHITE)
    assert (offered.phase, offered.actor) == ("answer", BLACK)
    assert code_of(offered.rolls, 1, 2) == "waits_answer"
    assert offered.take().score.cube == Cube(2, owner=BLACK)
    assert offered.take().actor == WHITE
    assert code_of(game.take) == "waits_roll"


def test_only_the_owner_doubles_again() -> None:
    game = to_roll(MATCH).double(WHITE).take()
    assert game.cube_problem(WHITE) == MatchError("cube_elsewhere")
    assert replace(game, turn=BLACK).cube_problem(BLACK) is None


def test_a_drop_loses_the_value_before() -> None:
    dropped = to_roll(MATCH).double(WHITE).drop()
    assert dropped.result is not None
    assert (dropped.result.winner, dropped.result.points) == (WHITE, 1)
    game = to_roll(to_roll(MATCH).double(WHITE).take(), BLACK).double(BLACK).drop()
    assert game.score.score == (0, 2)


def test_the_crawford_game_has_no_cube() -> None:
    game = to_roll(Game(MatchScore(3).enter(0, 2)))
    assert game.cube_problem(WHITE) == MatchError("crawford")
    after = to_roll(Game(MatchScore(3).enter(0, 2).enter(1, 1)), BLACK)
    assert after.cube_problem(BLACK) is None


def test_the_cube_stops_at_its_limit_or_never() -> None:
    score = MatchScore(None, cube=Cube(64, owner=WHITE))
    limit = to_roll(Game(score)).cube_problem(WHITE)
    assert limit == GameError("cube_limit", limit=64)
    free = to_roll(Game(score, Options(cube_limit=None)))
    assert free.double(WHITE).take().score.cube.value == 128
    assert to_roll(Game(MatchScore(None, cube=Cube(32)))).cube_problem(WHITE) is None
    beavered = to_roll(Game(MatchScore(None, cube=Cube(32)))).double(WHITE)
    assert code_of(beavered.beaver) == "cube_limit"


def test_a_beaver_keeps_the_cube_and_may_be_refused_for_half() -> None:
    beaver = to_roll(MONEY).double(WHITE).beaver()
    assert (beaver.phase, beaver.actor) == ("answer", WHITE)
    # v = 1: the beaver asks for 4, the beaverer owns the cube
    assert beaver.take().score.cube == Cube(4, owner=BLACK)
    assert beaver.take().actor == WHITE
    refused = beaver.drop().result
    assert refused is not None
    assert (refused.winner, refused.points) == (BLACK, 2)


def test_a_raccoon_asks_for_eight_and_leaves_the_cube_where_it_is() -> None:
    beaver = to_roll(Game(MatchScore(None), Options(animals=2))).double(WHITE).beaver()
    raccoon = beaver.beaver()
    assert raccoon.actor == BLACK
    assert raccoon.take().score.cube == Cube(8, owner=BLACK)
    refused = raccoon.drop().result
    assert refused is not None
    assert (refused.winner, refused.points) == (WHITE, 4)
    assert code_of(raccoon.beaver) == "animals_many"


def test_beavers_only_where_they_are_played() -> None:
    offered = to_roll(Game(MatchScore(None), Options(animals=0))).double(WHITE)
    assert code_of(offered.beaver) == "animals_off"
    assert code_of(to_roll(MATCH).double(WHITE).beaver) == "beaver_match"
    assert code_of(to_roll(MONEY).beaver) == "waits_roll"
    assert code_of(to_roll(MONEY).double(WHITE).beaver().beaver) == "animals_many"


def test_a_resignation_is_offered_at_a_level_and_accepted_or_refused() -> None:
    game = to_roll(MATCH).resign(BLACK, "gammon")
    assert (game.phase, game.actor) == ("resignation", WHITE)
    assert code_of(game.rolls, 1, 2) == "waits_resignation"
    assert game.refuse() == to_roll(MATCH)
    accepted = game.accept().result
    assert accepted is not None
    assert (accepted.winner, accepted.points, accepted.how) == (WHITE, 2, "resign")
    assert code_of(to_roll(MATCH).accept) == "waits_roll"
    assert code_of(to_roll(MATCH).resign, WHITE, "triple") == "level_unknown"
    assert code_of(to_roll(MATCH).resign, 2) == "side_unknown"
    assert code_of(to_roll(MATCH).double(WHITE).resign, BLACK) == "waits_answer"


def test_resigning_with_a_roll_on_the_table_is_possible() -> None:
    assert MATCH.open(3, 1).resign(WHITE).accept().score.score == (0, 1)
    assert MATCH.open(3, 1).resign(WHITE).refuse() == MATCH.open(3, 1)


def test_a_resigned_gammon_counts_single_before_jacobys_cube() -> None:
    assert to_roll(MONEY).resign(BLACK, "gammon").accept().score.score == (1, 0)


def test_early_resignation_costs_a_backgammon_where_that_is_agreed() -> None:
    early = to_roll(Game(MatchScore(7), Options(early_resignation=True)))
    assert early.resign(WHITE).score.score == (0, 3)
    late = replace(early, position=board({1: 14}, {1: 15}))
    assert late.resign(WHITE).score.score == (0, 1)


def test_the_next_game_goes_on_with_the_match() -> None:
    over = to_roll(MATCH).resign(BLACK).accept()
    assert over.next() == Game(over.score)
    assert code_of(MATCH.next) == "waits_opening"
    won = to_roll(Game(MatchScore(1))).resign(BLACK).accept()
    assert code_of(won.next) == "match_over"


@pytest.mark.parametrize(
    "data",
    [
        {"cube_limit": 63},
        {"cube_limit": 1},
        {"cube_limit": True},
        {"automatics": -2},
        {"animals": "2"},
        {"jacoby": 1},
        {"colour": "red"},
        [],
    ],
)
def test_options_nobody_plays_with_are_refused(data: object) -> None:
    assert code_of(Options.from_json, data) == "options_malformed"


def test_options_are_kept() -> None:
    options = Options(None, jacoby=False, automatics=-1, animals=2, early_resignation=True)
    assert Options.from_json(options.to_json()) == options
    assert Options.from_json({}) == Options()


@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_a_game_between_players_who_do_anything_ends_with_points(seed: int) -> None:
    chance = Random(seed)
    game = Game(MatchScore(None), Options(animals=-1, cube_limit=None))
    while game.result is None:
        first, second = chance.randint(1, 6), chance.randint(1, 6)
        match game.phase:
            case "opening":
                game = game.open(first, second)
            case "roll":
                assert game.turn is not None
                doubles = chance.random() < 0.05 and game.cube_problem(game.turn) is None
                game = game.double(game.turn) if doubles else game.rolls(first, second)
            case "play":
                assert game.roll is not None
                game = game.plays(chance.choice(results(game.position, game.roll)))
            case "answer":
                game = chance.choice([game.take, game.take, game.drop, game.beaver])()
        assert Game.from_json(json.loads(json.dumps(game.to_json()))) == game
    assert game.score.games == (game.result,)
    assert game.result.points >= 1


@pytest.mark.parametrize(
    "change",
    [
        {"position": "nowhere"},
        {"position": None},
        {"turn": "0"},
        {"roll": [1]},
        {"offer": {"side": 0, "level": "triple"}},
        {"colour": "red"},
        {"score": {"length": 99}},
    ],
)
def test_what_is_no_saved_game_is_refused(change: dict[str, object]) -> None:
    assert code_of(Game.from_json, {**MATCH.to_json(), **change}) == "game_malformed"
    assert code_of(Game.from_json, [change]) == "game_malformed"
