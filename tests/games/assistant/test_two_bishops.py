"""Two bishops against a bare king: the table of all mates, and games that are won by it."""

import random

import chess
import pytest

from games.assistant.chess import choose_chess
from games.assistant.two_bishops import TABLE, is_two_bishops
from games.rules.chess import Game

LONGEST = 19
"""Moves to mate, as all endgame tables have it."""


@pytest.fixture(scope="module")
def table():
    while not TABLE.grow(60):
        pass
    return TABLE


def sampled(count: int, seed: int) -> list[chess.Board]:
    """Positions with White to move and no bishop about to be captured."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        board = chess.Board(None)
        squares = chance.sample(chess.SQUARES, 4)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.BLACK))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.WHITE))
        for square in squares[2:]:
            board.set_piece_at(square, chess.Piece(chess.BISHOP, chess.WHITE))
        near = board.attacks_mask(squares[0]) & board.bishops
        if board.is_valid() and is_two_bishops(board) and not near and any(board.legal_moves):
            found.append(board)
    return found


def test_no_mate_takes_longer_than_19_moves(table):
    assert max(table.far) - 1 == LONGEST


def test_a_mate_in_the_corner_is_no_move_away(table):
    board = chess.Board("7k/8/6K1/3B4/3B4/8/8/8 b - - 0 1")
    assert board.is_checkmate()
    assert table.distance(board) == 0


def test_each_distance_follows_from_those_one_move_on(table):
    for board in sampled(300, seed=3):
        board.push(random.Random(board.fen()).choice(list(board.legal_moves)))
        far = table.distance(board)
        if board.is_checkmate():
            assert far == 0
            continue
        if board.is_stalemate():
            assert far is None
            continue
        answers = []
        for answer in list(board.legal_moves):
            board.push(answer)
            best = table.best(board) if is_two_bishops(board) else None
            if best is None:
                answers.append(None)
            else:
                board.push(best)
                answers.append(table.distance(board) + 1)
                board.pop()
            board.pop()
        assert far == (None if None in answers else max(answers))


@pytest.mark.parametrize("hunter", [chess.WHITE, chess.BLACK])
def test_the_strong_assistant_mates_from_each_of_100_won_positions_within_19_moves(table, hunter):
    for start in sampled(50, seed=5 + hunter):
        board = start if hunter == chess.WHITE else start.mirror()
        game, chance, moves = Game(board.fen()), random.Random(start.fen()), 0
        while game.turn is not None:
            if game.board.turn == hunter:
                move, moves = choose_chess(game, "strong"), moves + 1
            else:
                move = chance.choice(game.legal_moves())
            game = game.play(move)
        assert (game.result.winner, game.result.reason) == (int(not hunter), "checkmate")
        assert moves <= LONGEST


def test_what_is_not_this_ending_is_told_apart():
    assert not is_two_bishops(chess.Board())
    assert not is_two_bishops(chess.Board("7k/8/8/8/8/8/8/KB1B4 w - - 0 1"))  # of one colour
    assert not is_two_bishops(chess.Board("7k/8/8/8/2b5/8/8/KB6 w - - 0 1"))  # one for each side
