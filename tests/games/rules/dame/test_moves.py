"""Legal moves of Dame: held against 1,500 positions, perft, and the sentences of the rules."""

import pytest

from games.rules.dame import (
    BLACK,
    START,
    Move,
    Options,
    Position,
    capturing_moves,
    legal_moves,
    perft,
    result,
)
from tests.games.rules.dame.boards import (
    BACKWARD,
    HUFFING,
    STRICT,
    as_row,
    board,
    dame_moves,
    turned,
)


def texts(position: Position, options: Options = Options()) -> list[str]:  # noqa: B008
    return [str(move) for move in legal_moves(position, options)]


@pytest.mark.parametrize("landing", ["free", "strict"])
def test_the_moves_of_1500_positions_are_found_in_order(landing):
    for row in dame_moves():
        moves = legal_moves(Position.from_fen(row["fen"]), Options(landing))
        assert [as_row(move) for move in moves] == row[landing], row["fen"]


@pytest.mark.parametrize("landing", ["free", "strict"])
def test_black_has_the_same_moves_on_the_board_turned_round(landing):
    for row in dame_moves():
        position = turned(Position.from_fen(row["fen"]))
        assert position.turn == BLACK
        expected = sorted(
            [33 - origin, 33 - target, sorted(33 - one for one in captured)]
            for origin, target, captured in row[landing]
        )
        assert [as_row(one) for one in legal_moves(position, Options(landing))] == expected


def test_perft_from_the_start():
    counts = [perft(START, depth) for depth in range(7)]
    assert counts == [1, 7, 49, 302, 1_469, 7_361, 36_768]


@pytest.mark.thorough
def test_perft_of_seven_and_eight_moves():
    assert perft(START, 7) == 179_740
    assert perft(START, 8) == 845_931


@pytest.mark.slow
def test_perft_of_nine_moves_with_strict_landing():
    assert perft(START, 9, STRICT) == 3_963_671


def test_the_captured_pieces_leave_and_the_other_side_moves():
    position = board("22", "18 11 1")
    [move] = legal_moves(position)
    assert str(move) == "22x15x8"
    assert move.captured == (11, 18)
    assert result(position, move) == board("8", "1", BLACK)


def test_two_ways_of_capturing_the_same_pieces_are_one_move():
    first, second = Move(22, 8, (11, 18), (22, 15, 8)), Move(22, 8, (11, 18), (22, 8))
    assert first == second
    for row in dame_moves():
        moves = legal_moves(Position.from_fen(row["fen"]))
        assert len({tuple(map(str, as_row(move))) for move in moves}) == len(moves)


def test_men_move_and_capture_forward_only():
    assert texts(board("18", "22 1")) == ["18-14", "18-15"]
    assert texts(board("11", "15", BLACK)) == ["15-18", "15-19"]


def test_men_capture_backward_where_that_is_agreed():
    assert texts(board("18", "22 1"), BACKWARD) == ["18x25"]
    assert texts(board("18", "14 6 7"), BACKWARD) == ["18x9x2"]


def test_no_capture_is_preferred_to_another():
    assert texts(board("22 28 K29", "18 11 24")) == ["22x15x8", "28x19"]


def test_a_man_becomes_a_king_on_the_last_row_and_its_move_ends():
    position = board("11", "7 6")
    [move] = legal_moves(position, BACKWARD)
    assert str(move) == "11x2"
    after = result(position, move)
    assert after.is_king(2)
    assert str(after) == "B:WK2:B6"


def test_a_king_lands_on_any_free_square_behind_or_where_it_can_go_on():
    position = board("K29", "22 10")
    free = ["29x15x1", "29x4", "29x15x6", "29x8", "29x11", "29x18"]
    assert texts(position) == free
    assert texts(position, STRICT) == ["29x15x1", "29x15x6"]


def test_a_piece_is_jumped_once_only_and_stays_in_the_way():
    for row in dame_moves():
        for _origin, _target, captured in row["free"]:
            assert len(set(captured)) == len(captured)
    assert [16, 16, [10, 11, 22, 23]] in [
        as_row(move)
        for move in legal_moves(
            Position.from_fen("W:WK4,K12,13,K16,K27:B2,3,K5,K10,11,21,22,23,K30")
        )
    ]


def test_without_pieces_or_open_squares_there_is_no_move():
    assert legal_moves(board("", "1")) == ()
    assert legal_moves(board("5", "1", BLACK)) != ()
    assert legal_moves(board("13", "9 6")) == ()


def test_with_blasen_a_capture_may_be_missed_but_not_left_halfway():
    position = board("22 32", "18 11")
    assert texts(position) == ["22x15x8"]
    assert texts(position, HUFFING) == ["22x15x8", "22-17", "32-27", "32-28"]
    assert [str(move) for move in capturing_moves(position, HUFFING)] == ["22x15x8"]
