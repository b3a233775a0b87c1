"""Moves of Dame as text, and the reason for every one that is refused."""

import pytest

from games.rules.dame import (
    BLACK,
    START,
    DameError,
    Options,
    Position,
    legal_moves,
    problem,
    read_move,
)
from games.rules.dame.generator import capture_paths
from tests.games.rules.dame.boards import BACKWARD, HUFFING, STRICT, board, dame_moves


def test_every_move_is_read_as_it_is_written():
    for row in dame_moves()[::5]:
        position = Position.from_fen(row["fen"])
        for move in legal_moves(position):
            found = read_move(str(move), position)
            assert (found, found.path) == (move, move.path)


def test_every_way_of_a_capture_is_a_move():
    for row in dame_moves()[::5]:
        position = Position.from_fen(row["fen"])
        for options in (Options(), STRICT):
            moves = legal_moves(position, options)
            ways = [way for one in range(1, 33) for way in capture_paths(position, options, one)]
            own = [way for way in ways if position.own >> way[0] & 1]
            found = {read_move("x".join(map(str, way)), position, options) for way in own}
            assert sorted(found) == [move for move in moves if move.captured]


@pytest.mark.parametrize("text", ["22x15x8", "22x8", "22-15-8", " 22 x 15 x 8 ", "22X8", "22:15:8"])
def test_a_capture_is_read_in_several_spellings(text):
    assert str(read_move(text, board("22", "18 11 1"))) == "22x15x8"


def test_the_way_between_is_needed_where_it_is_not_clear():
    unclear = 0
    for row in dame_moves():
        position = Position.from_fen(row["fen"])
        moves = legal_moves(position)
        ends = [(move.origin, move.target) for move in moves]
        direct = {move.path for move in moves}
        for origin, target in {one for one in ends if ends.count(one) > 1} - direct:
            unclear += 1
            with pytest.raises(DameError, match="write each square"):
                read_move(f"{origin}x{target}", position)
    assert unclear


def test_a_capture_around_a_square_of_pieces_ends_where_it_began():
    position = Position.from_fen("W:WK4,K12,13,K16,K27:B2,3,K5,K10,11,21,22,23,K30")
    move = read_move("16x16", position)
    assert (move.captured, move.path[0], move.path[-1]) == ((10, 11, 22, 23), 16, 16)


START_FEN = START.fen
M = "W:W22,32:B18,1"


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        (START_FEN, "what", "“what” is not a move: write it like 22-18 or 22x15x8."),
        (START_FEN, "22", "“22” is not a move: write it like 22-18 or 22x15x8."),
        (START_FEN, "c3-d4", "“c3-d4” is not a move: write it like 22-18 or 22x15x8."),
        (START_FEN, "0-4", "There is no square 0: they are numbered from 1 to 32."),
        (
            START_FEN,
            "33-28",
            "There is no square 33: it belongs to the larger board of another variant.",
        ),
        (START_FEN, "18-14", "There is no piece on 18."),
        (START_FEN, "11-15", "The piece on 11 belongs to the other side."),
        (START_FEN, "22-22", "22-22: pieces move along a diagonal."),
        (START_FEN, "22-19", "22-19: pieces move along a diagonal."),
        (START_FEN, "22-26", "22-26: the square 26 is not free."),
        (START_FEN, "22-15", "22-15: a man moves one square, or jumps over one piece."),
        (START_FEN, "22-11", "22-11: the square 11 is not free."),
        (START_FEN, "26-19", "26-19: the piece on 23 is of the same side."),
        (START_FEN, "22x18", "22x18: there is nothing to capture on this way."),
        (START_FEN, "22-18-15", "18x15: there is nothing to capture on this way."),
        ("W:W18:B1", "18-22", "18-22: a man moves forward only."),
        ("W:W18:B22,1", "18-25", "18x25: a man captures forward only."),
        (M, "22-17", "A man must capture; 22x15 is possible."),
        (M, "32-28", "A man must capture; 22x15 is possible."),
        ("W:WK29,21:B22,1", "21-17", "A king must capture; 29x4 is possible."),
        ("W:W22:B18,11,1", "22x15", "The capture must be finished; 22x15x8 is possible."),
        ("W:W22:B18,11,1", "22x15x10", "15x10: after a capture only captures follow."),
        ("W:WK29:B18,22,1", "29x15", "29x15: only one piece is jumped at a time."),
        ("W:WK29,22:B1", "29x15", "29-15: the piece on 22 is of the same side."),
        ("W:WK29:B1,22", "29x18x29", "18x29: the piece on 22 is captured already."),
    ],
)
def test_a_refused_move_is_explained(position, text, sentence):
    with pytest.raises(DameError) as error:
        read_move(text, Position.from_fen(position))
    assert str(error.value) == sentence


def test_options_have_explanations_of_their_own():
    position = board("K29", "22 10")
    assert problem((29, 18), position) is None
    assert (
        problem((29, 18), position, STRICT)
        == "29x18: the king must land where it can capture again; 29x15 is possible."
    )
    promoted = board("11", "7 6")
    assert (
        problem((11, 2, 9), promoted, BACKWARD)
        == "2x9: a man becomes a king on the last row, and its move ends."
    )
    assert problem((32, 28), Position.from_fen(M), HUFFING) is None


def test_every_move_between_two_squares_has_a_sentence_or_is_legal():
    for row in dame_moves()[::60]:
        position = Position.from_fen(row["fen"])
        for options in (Options(), STRICT, BACKWARD, HUFFING):
            legal = {(move.origin, move.target) for move in legal_moves(position, options)}
            for origin in range(1, 33):
                for target in range(1, 33):
                    said = problem((origin, target), position, options)
                    if said is None:
                        assert (origin, target) in legal
                    else:
                        assert said.endswith(".")
                        assert (origin, target) not in legal or "may mean" in said


def test_black_is_explained_to_as_well():
    position = board("15 32", "11 1", BLACK)
    assert problem((1, 5), position) == "A man must capture; 11x18 is possible."
