"""Queen, rook or two bishops against a bare king: tables of all mates, and games won by them."""

import random
from math import inf

import chess
import pytest

from benchmarks.chess_levels import ENDINGS, mated, sampled
from games.assistant.mating import QUEEN, ROOK, TWO_BISHOPS, table_for

LONGEST = {"queen": 10, "rook": 16, "bishops": 19}
"""Moves to mate, as all endgame tables have it."""


# The tables of rooks and of two bishops take a second or more to work out.
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in LONGEST if name != "queen"]


@pytest.fixture(scope="module", params=["queen", *SLOW])
def ending(request):
    ENDINGS[request.param][0].grow(inf)
    return request.param


def test_no_mate_takes_longer_than_all_endgame_tables_have_it(ending):
    assert max(ENDINGS[ending][0].far) - 1 == LONGEST[ending]


@pytest.mark.parametrize(
    ("table", "position"),
    [
        (QUEEN, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
        pytest.param(ROOK, "R6k/8/7K/8/8/8/8/8 b - - 0 1", marks=pytest.mark.slow),
        pytest.param(TWO_BISHOPS, "7k/8/6K1/3B4/3B4/8/8/8 b - - 0 1", marks=pytest.mark.slow),
    ],
)
def test_a_mate_in_the_corner_is_no_move_away(table, position):
    table.grow(inf)
    board = chess.Board(position)
    assert board.is_checkmate()
    assert table.distance(board) == 0


def test_each_distance_follows_from_those_one_move_on(ending):
    table = ENDINGS[ending][0]
    for board in sampled(ending, 300, seed=3):
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
            best = table.best(board)
            if best is None:
                answers.append(None)
            else:
                board.push(best)
                answers.append(table.distance(board) + 1)
                board.pop()
            board.pop()
        assert far == (None if None in answers else max(answers))


@pytest.mark.parametrize("hunter", [chess.WHITE, chess.BLACK])
def test_the_strong_assistant_mates_from_each_of_100_won_positions_in_time(ending, hunter):
    starts = sampled(ending, 50, seed=5 + hunter)
    moves = mated([one if hunter else one.mirror() for one in starts], positions=1)
    assert all(0 < one <= LONGEST[ending] for one in moves)


def test_which_ending_it_is_is_told_apart():
    assert table_for(chess.Board("7k/8/8/8/8/8/8/KQ6 w - - 0 1")) is QUEEN
    assert table_for(chess.Board("7k/8/8/8/8/8/8/KR6 w - - 0 1")) is ROOK
    assert table_for(chess.Board("7K/8/8/8/8/8/8/kr6 b - - 0 1")) is ROOK
    assert table_for(chess.Board("7k/8/8/8/8/8/8/KBB5 w - - 0 1")) is TWO_BISHOPS


def test_what_is_none_of_these_endings_is_left_to_the_search():
    assert table_for(chess.Board()) is None
    assert table_for(chess.Board("7k/8/8/8/8/8/8/KR6 b - - 0 1")) is None  # the bare king's move
    assert table_for(chess.Board("7k/8/8/8/8/8/8/KRR5 w - - 0 1")) is None
    assert table_for(chess.Board("7k/8/8/8/8/8/8/KB1B4 w - - 0 1")) is None  # of one colour
    assert table_for(chess.Board("7k/8/8/8/2b5/8/8/KB6 w - - 0 1")) is None  # one for each side
