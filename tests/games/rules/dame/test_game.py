"""A game of Dame: captures, Blasen, draws, its end, and a series."""

import pytest

from games.rules.dame import (
    BLACK,
    START,
    WHITE,
    Game,
    GameError,
    Huff,
    Move,
    MoveError,
    Options,
    Result,
    Series,
    read_move,
)
from tests.games.rules.dame.boards import HUFFING, board


def played(game: Game, *texts: str) -> Game:
    for text in texts:
        step = (
            Huff(int(text[1:])) if text[0] == "x" else read_move(text, game.position, game.options)
        )
        game = game.play(step)
    return game


def code(action, *arguments) -> str:
    with pytest.raises(GameError) as error:
        action(*arguments)
    assert str(error.value).endswith(".")
    return error.value.code


def test_white_begins_and_the_sides_alternate():
    game = Game.begin()
    assert (game.turn, game.position) == (WHITE, START)
    assert played(game, "22-18").turn == BLACK
    assert len(played(game, "22-18").legal_moves()) == 7


def test_a_side_without_pieces_has_lost():
    game = played(Game.begin(board("22", "18")), "22x15")
    assert game.result == Result(WHITE, "no_pieces")
    assert (game.turn, game.legal_moves()) == (None, ())
    assert code(game.play, Huff(1)) == "game_over"
    assert code(game.resign, WHITE) == "game_over"


def test_a_side_without_a_move_has_lost():
    assert Game.begin(board("13", "9 6")).result == Result(BLACK, "no_moves")


def test_a_move_that_is_not_legal_changes_nothing():
    with pytest.raises(MoveError):
        Game.begin().play(Move(22, 15, (), (22, 15)))
    with pytest.raises(MoveError):
        Game.begin().play(Move(22, 18, (9,), (22, 18)))


# Blasen


def test_a_missed_capture_lets_the_opponent_remove_the_piece_and_then_move():
    game = played(Game.begin(board("22 32", "18 1"), HUFFING), "32-28")
    assert (game.turn, game.huffable) == (BLACK, (22,))
    game = game.play(Huff(22))
    assert (game.position, game.huffable) == (board("28", "18 1", BLACK), ())
    assert played(game, "18-22").turn == WHITE


def test_the_piece_is_taken_from_where_it_now_stands():
    game = played(Game.begin(board("22 32", "18 1"), HUFFING), "22-17")
    assert game.huffable == (17,)
    assert game.play(Huff(17)).position == board("32", "18 1", BLACK)


def test_one_piece_of_several_is_removed_as_the_opponent_chooses():
    game = played(Game.begin(board("22 23 32", "18 1"), HUFFING), "32-28")
    assert game.huffable == (22, 23)
    after = game.play(Huff(23))
    assert code(after.play, Huff(22)) == "huff_none"


def test_nobody_has_to_remove_a_piece_and_the_move_ends_the_chance():
    game = played(Game.begin(board("22 32", "18 1"), HUFFING), "32-28", "1-5")
    assert game.huffable == (18,)  # Black has missed a capture in turn


def test_no_piece_is_removed_after_a_capture_or_from_one_that_had_none():
    game = Game.begin(board("22 23 32", "18 1"), HUFFING)
    assert code(played(game, "22x15").play, Huff(15)) == "huff_none"
    assert code(played(game, "32-28").play, Huff(28)) == "huff_other"
    assert code(Game.begin(options=Options()).play, Huff(22)) == "huff_off"


def test_removing_the_last_piece_wins():
    game = played(Game.begin(board("22", "18 1"), HUFFING), "22-17", "x17")
    assert game.result == Result(BLACK, "no_pieces")


def test_a_blocked_side_that_may_remove_a_piece_is_not_lost_yet():
    game = played(Game.begin(board("21 22 26 32", "17"), HUFFING), "32-28")
    assert (game.huffable, game.legal_moves(), game.result) == ((21, 22), (), None)
    assert [str(move) for move in game.play(Huff(22)).legal_moves()] == ["17-22"]


# draws and the end by hand


def test_a_draw_is_agreed():
    game = Game.begin().offer_draw(BLACK)
    assert code(game.accept_draw, BLACK) == "draw_not_offered"
    assert code(game.offer_draw, WHITE) == "draw_offered"
    assert game.accept_draw(WHITE).result == Result(None, "agreed")
    assert game.decline_draw(WHITE).offer is None


def test_a_move_of_the_other_side_declines_the_draw():
    game = Game.begin().offer_draw(WHITE)
    assert played(game, "22-18").offer == WHITE
    assert played(game, "22-18", "11-16").offer is None
    assert code(played(game, "22-18", "11-16").accept_draw, BLACK) == "draw_not_offered"


def test_a_draw_by_repetition_is_claimed_at_the_third_time():
    game = Game.begin(board("K32", "K1"))
    assert code(game.claim_repetition) == "repetition_first"
    there_and_back = ("32-28", "1-5", "28-32", "5-1")
    game = played(game, *there_and_back)
    assert code(game.claim_repetition) == "repetition_none"
    game = played(game, *there_and_back)
    assert game.claim_repetition().result == Result(None, "repetition")


def test_a_move_of_a_man_makes_all_positions_new():
    game = played(Game.begin(board("K32 30", "K1")), "32-28", "1-5", "28-32", "5-1")
    assert game.repetitions == 2
    game = played(game, "30-25")
    assert (game.repetitions, len(game.seen), game.king_moves) == (1, 1, 0)


def test_25_king_moves_of_each_side_without_a_capture_are_a_draw():
    game = Game.begin(board("K32", "K1"))
    there_and_back = ("32-28", "1-5", "28-32", "5-1")
    for number in range(50):
        assert game.result is None
        game = played(game, there_and_back[number % 4])
    assert game.result == Result(None, "king_moves")


def test_a_side_resigns():
    assert Game.begin().resign(WHITE).result == Result(BLACK, "resigned")
    assert code(Game.begin().resign, 2) == "side_unknown"


def test_colours_alternate_in_a_series():
    series = Series()
    assert (series.white, series.player(BLACK)) == (0, 1)
    series = series.add(Result(WHITE, "resigned"))
    assert (series.white, series.player(BLACK), series.score) == (1, 0, (1, 0))
    series = series.add(Result(WHITE, "no_moves")).add(Result(None, "agreed"))
    assert (series.winners, series.score, series.white) == ((0, 1, None), (1, 1), 1)
    with pytest.raises(GameError):
        series.add(Result(2, "agreed"))


@pytest.mark.parametrize(
    "data",
    [[], {"landing": "far"}, {"landing": []}, {"backward": 1}, {"huffing": "on"}, {"jacoby": True}],
)
def test_options_that_do_not_exist_are_a_sentence(data):
    assert code(Options.from_json, data) in ("landing_unknown", "options_malformed")


def test_options_come_back_from_json_and_text():
    options = Options("strict", backward=True, huffing=True)
    assert Options.from_json(options.to_json()) == Options.parse(options.text()) == options
    assert Options.parse("") == Options()
    assert code(Options.parse, "landing=free; landing=strict") == "options_malformed"
    assert code(Options.parse, "backward=maybe") == "options_malformed"
