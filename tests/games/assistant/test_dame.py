"""The assistant at Dame: it captures, removes, takes draws where it should, and wins."""

from random import Random

import pytest

from games.assistant.dame import DAME_LEVELS, WON, _Search, accepts_draw, choose_dame, claims_draw
from games.assistant.searching import SearchLevel
from games.rules.dame import Game, Huff, Options, Position, read_move

BLASEN = Options(huffing=True)


def at(fen: str, options: Options = BLASEN) -> Game:
    return Game.begin(Position.from_fen(fen), options)


def played(game: Game, *texts: str) -> Game:
    for text in texts:
        game = game.play(read_move(text, game.position, game.options))
    return game


@pytest.mark.parametrize("level", DAME_LEVELS)
def test_no_level_misses_a_capture_where_blasen_is_played(level):
    game = played(Game.begin(options=BLASEN), "22-18", "9-14")

    assert choose_dame(game, level).captured


@pytest.mark.parametrize("level", DAME_LEVELS)
def test_a_piece_that_missed_a_capture_is_removed_first(level):
    game = played(Game.begin(options=BLASEN), "22-18", "9-14", "23-19")

    assert choose_dame(game, level) == Huff(18)


def test_a_piece_is_not_put_where_it_is_lost():
    game = at("W:W26,30:B13,18", Options())

    assert choose_dame(game, "strong").text != "26-23"


def test_the_same_game_has_the_same_answer_also_where_a_level_is_unsure():
    game = played(Game.begin(), "22-18")

    assert choose_dame(game, "easy") == choose_dame(game, "easy")


def test_a_draw_is_taken_by_who_stands_worse_and_refused_by_who_stands_better():
    game = at("W:WK29,K30,K31:BK4", Options())

    assert accepts_draw(game, 1)
    assert not accepts_draw(game, 0)


def test_the_third_repetition_is_claimed_unless_it_stands_better():
    game = at("W:WK29:BK1", Options())
    game = played(game, *["29-25", "1-5", "25-29", "5-1"] * 2)

    assert game.repetitions == 3
    assert claims_draw(game, 0)


def test_medium_wins_against_random_moves():
    random, game = Random(7), Game.begin()
    while game.turn is not None:
        move = choose_dame(game, "medium") if game.turn == 1 else random.choice(game.legal_moves())
        game = game.play(move)

    assert game.result.winner == 1


def test_a_thought_that_is_late_follows_no_more_captures():
    search = _Search(Options(), SearchLevel(9, positions=200))
    search.value(
        Position.from_fen("W:WK4,K6,K10,K25,26,31:B1,5,8,K9,16,19,22,27,K30"), 6, -WON, WON
    )

    assert search.is_spent
    assert search.count < 400


def test_nothing_is_chosen_when_the_game_is_over():
    with pytest.raises(ValueError, match="over"):
        choose_dame(Game.begin().resign(0), "easy")
