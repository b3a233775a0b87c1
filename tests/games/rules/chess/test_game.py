"""Games of chess: how they end, what may be claimed, and what is refused."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chess import (
    ENDINGS,
    ChessError,
    Game,
    GameError,
    Options,
    PositionError,
    Result,
    answers_to_check,
    read_fen,
    read_move,
)


def played(texts, start=chess.STARTING_FEN):
    game = Game(start)
    for text in texts.split():
        game = game.play(read_move(text, game.board))
    return game


@pytest.mark.parametrize(
    ("start", "moves", "result"),
    [
        (chess.STARTING_FEN, "f3 e5 g4 Qh4", Result(1, "checkmate")),
        ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "Qg6", Result(None, "stalemate")),
        ("8/8/8/4k3/8/8/3p4/4K3 w - - 0 1", "Kxd2", Result(None, "dead")),
    ],
)
def test_a_position_ends_the_game_by_itself(start, moves, result):
    game = played(moves, start)

    assert game.result == result
    assert (game.turn, game.legal_moves()) == (None, ())


def test_the_third_time_may_be_claimed_by_either_and_the_fifth_ends_the_game():
    there_and_back = "Nf3 Nf6 Ng1 Ng8 "
    assert played(there_and_back * 2).claim().result == Result(None, "repetition")
    assert played(there_and_back * 4).result == Result(None, "repetition")


def test_a_repetition_of_checks_is_called_perpetual_check():
    checks = "Qe8+ Kh7 Qh5+ Kg8 " * 2 + "Qe8+"
    assert played(checks, ENDINGS["perpetual"].fen).claim().result == Result(None, "perpetual")


def test_a_claim_that_is_none_says_what_is_missing():
    with pytest.raises(GameError) as refused:
        played("e4 e5").claim()
    assert "occurred 1 times, which needs three" in str(refused.value)


def test_50_moves_without_a_capture_or_a_pawn_may_be_claimed():
    game = Game("8/8/8/4k3/8/8/8/R3K3 w - - 99 80")
    assert not game.may_claim
    game = game.play(read_move("Ra4", game.board))
    assert game.claim().result == Result(None, "fifty")


def test_nothing_is_played_after_the_end():
    game = Game().resign(0)
    for do in (lambda: game.resign(1), game.claim, game.agree, lambda: game.play(None)):
        with pytest.raises(GameError) as refused:
            do()
        assert refused.value.code == "game_over"


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("", "fen_malformed"),
        ("hello", "fen_malformed"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "fen_king"),
        ("k7/8/K7/8/8/8/8/K7 w - - 0 1", "fen_king"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen_last_row"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "fen_pawns"),
        ("nnnnknnn/nnnnnnnn/n7/8/8/8/8/4K3 w - - 0 1", "fen_pieces"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "fen_castling"),
        ("4k3/8/8/8/8/8/8/4K2R w - e6 0 1", "fen_en_passant"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "fen_check"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen_over"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "fen_over"),
    ],
)
def test_a_position_that_no_game_begins_with_is_refused_with_its_reason(fen, code):
    with pytest.raises(PositionError) as refused:
        read_fen(fen)
    assert refused.value.code == code


def test_a_diagram_alone_is_a_position_with_white_to_move():
    assert read_fen("8/8/8/4k3/8/8/8/R3K3") == "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"


@pytest.mark.parametrize("code", ENDINGS)
def test_each_ending_of_the_list_can_be_played(code):
    game = Game.begin(Options(ending=code))
    assert read_fen(game.start) == game.start
    assert game.result is None


@pytest.mark.parametrize(
    "data", [{"ending": "none"}, {"ending": "rook", "fen": "8/8"}, {"fen": 3}, {"x": 1}, None]
)
def test_options_that_do_not_exist_are_refused(data):
    with pytest.raises(ChessError):
        Options.from_json(data)


def test_check_has_three_answers():
    board = chess.Board("4k3/8/8/8/4r3/6N1/3P4/4K2B w - - 0 1")
    answers = answers_to_check(board)

    assert answers.checkers == ["e4"]
    assert answers.captures == ["Bxe4", "Nxe4"]
    assert answers.blocks == ["Ne2"]
    assert answers.steps == ["Kd1", "Kf1", "Kf2"]
    assert answers_to_check(chess.Board()) is None


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_whatever_is_played_reads_back_from_square_to_square_and_as_in_books(seed, length):
    from random import Random

    random, game = Random(seed), Game()
    for _ in range(length):
        if game.turn is None:
            break
        move = random.choice(game.legal_moves())
        san = game.board.san(move)
        german = san.translate(str.maketrans("QRBN", "DTLS"))
        assert {read_move(text, game.board) for text in (san, german, move.uci())} == {move}
        game = game.play(move)
    assert Game(game.start, game.moves).fen == game.fen
