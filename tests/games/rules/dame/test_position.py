"""Positions of Dame and their text: PDN (FEN)."""

import pytest

from games.rules.dame import BLACK, START, Position, PositionError
from tests.games.rules.dame.boards import dame_moves


def test_every_position_is_written_as_it_was_read():
    for row in dame_moves():
        assert Position.from_fen(row["fen"]).fen == row["fen"]


def test_the_start():
    whites = ",".join(map(str, range(21, 33)))
    assert f"W:W{whites}:B{','.join(map(str, range(1, 13)))}" == START.fen
    assert Position.from_fen("W:W21-32:B1-12") == START


def test_sides_come_in_either_order_with_blanks_and_a_full_stop():
    expected = Position.of([9, 16], [23, 24], [9, 23, 24], BLACK)
    for text in ("B:WK9,16:BK23,K24", " b:bk23, k24 : wk9,16 .", "B:BK23-24:WK9,16."):
        assert Position.from_fen(text) == expected


def test_a_side_may_have_no_piece_left():
    assert Position.from_fen("B:W31:B").fen == "B:W31:B"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "fen_malformed"),
        ("W", "fen_malformed"),
        ("W:W1", "fen_malformed"),
        ("X:W9:B1", "fen_malformed"),
        ("W:W9:W10", "fen_malformed"),
        ("W:W9:B1:H0:F1", "fen_malformed"),
        ("W:W9,:B1", "fen_malformed"),
        ("W:WQ9:B1", "fen_malformed"),
        ("W:W9-7:B1", "fen_malformed"),
        ("W:W٩:B1", "fen_malformed"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen_malformed"),
        ("W:W:B", "board_empty"),
        ("W:W0:B1", "square_unknown"),
        ("W:W99:B1", "square_unknown"),
        ("W:W31-50:B1-20", "square_larger_board"),
        ("W:W9:B9", "square_twice"),
        ("W:W9,K9:B1", "square_twice"),
        ("W:W9-21:B1", "pieces_many"),
        ("W:W4:B5", "man_on_last_row"),
        ("W:W5:B29", "man_on_last_row"),
    ],
)
def test_what_is_no_position_is_a_sentence(text, code):
    with pytest.raises(PositionError) as error:
        Position.from_fen(text)
    assert error.value.code == code
    assert str(error.value).endswith(".")
