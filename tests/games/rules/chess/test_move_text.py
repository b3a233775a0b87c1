"""Moves of chess as players write them, and why the rules refuse one."""

import chess
import pytest

from games.rules.chess import MoveError, read_move

ARRAY = chess.STARTING_FEN
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
CHECKED = "4k3/8/8/8/4r3/6N1/3P4/4K2B w - - 0 1"
PAWN = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        (ARRAY, "e4", "e2e4"),
        (ARRAY, "e2-e4", "e2e4"),
        (ARRAY, "Sf3", "g1f3"),
        (ARRAY, "Ng1-f3!", "g1f3"),
        (CASTLING, "O-O", "e1g1"),
        (CASTLING, "0-0-0", "e1c1"),
        (CASTLING, "e1g1", "e1g1"),
        (CASTLING, "Rxh8+", "h1h8"),
        (PAWN, "e8=D", "e7e8q"),
        (PAWN, "e7e8n", "e7e8n"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rad1", "a1d1"),
    ],
)
def test_a_move_is_read_as_players_write_it(fen, text, uci):
    assert read_move(text, chess.Board(fen)).uci() == uci


@pytest.mark.parametrize(
    ("fen", "text", "code"),
    [
        (ARRAY, "castle", "move_malformed"),
        (ARRAY, "e3-e4", "source_empty"),
        (ARRAY, "e7-e5", "source_other"),
        (ARRAY, "Kd1", "target_own"),
        (ARRAY, "e2-e5", "pawn_way"),
        (ARRAY, "g1-g3", "knight_way"),
        (ARRAY, "c1-g5", "bishop_way"),
        (ARRAY, "a1-a5", "rook_way"),
        (ARRAY, "Qd5", "queen_way"),
        (ARRAY, "Ke3", "king_way"),
        (ARRAY, "Nd4", "move_none"),
        (ARRAY, "e2-e4=Q", "promotion_wrong"),
        (ARRAY, "O-O", "castling_way"),
        (PAWN, "e8", "promotion_missing"),
        (CHECKED, "d3", "in_check"),
        (CHECKED, "Ke2", "king_attacked"),
        (CASTLING.replace("KQkq", "Qkq"), "O-O", "castling_right"),
        ("r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1", "e1-g1", "castling_check"),
        ("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "Bd3", "pinned"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rf9", "move_malformed"),
        ("4k3/8/8/8/8/8/3K4/R6R w - - 0 1", "Rd1", "move_unclear"),
    ],
)
def test_a_move_that_is_refused_says_why(fen, text, code):
    with pytest.raises(MoveError) as refused:
        read_move(text, chess.Board(fen))
    assert refused.value.code == code
    assert str(refused.value)
