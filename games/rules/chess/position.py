"""Positions: read from FEN, and refused with a reason where a game cannot go on from them."""

from __future__ import annotations

from typing import Final

import chess

from games.rules.chess.errors import PositionError

WHITE: Final = 0
BLACK: Final = 1
START: Final = chess.STARTING_FEN
LONGEST_FEN: Final = 100
_SHOWN: Final = 60

_IMPOSSIBLE: Final = (
    (
        chess.STATUS_EMPTY
        | chess.STATUS_NO_WHITE_KING
        | chess.STATUS_NO_BLACK_KING
        | chess.STATUS_TOO_MANY_KINGS,
        "fen_king",
    ),
    (chess.STATUS_PAWNS_ON_BACKRANK, "fen_last_row"),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS, "fen_pawns"),
    (chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES, "fen_pieces"),
    (chess.STATUS_BAD_CASTLING_RIGHTS, "fen_castling"),
    (chess.STATUS_INVALID_EP_SQUARE, "fen_en_passant"),
    (chess.STATUS_OPPOSITE_CHECK, "fen_check"),
)


def side_of(colour: chess.Color) -> int:
    """Return the side of a colour: 0 for White."""
    return WHITE if colour else BLACK


def read_fen(text: str) -> str:
    """Return a position that a game can begin with, as FEN is written here.

    Raises:
        PositionError: it is no position, cannot occur, or the game is over there.
    """
    words = text.split()
    if not words or len(text) > LONGEST_FEN:
        raise PositionError("fen_malformed", text=text[:_SHOWN])
    try:
        # A diagram alone, without who may castle and without counts, is enough.
        board = chess.Board(" ".join([*words, *["w", "-", "-", "0", "1"][len(words) - 1 :]]))
    except ValueError:
        raise PositionError("fen_malformed", text=text[:_SHOWN]) from None
    status = board.status()
    for flags, code in _IMPOSSIBLE:
        if status & flags:
            raise PositionError(code)
    if status:
        raise PositionError("fen_checkers")
    if board.is_game_over():
        raise PositionError("fen_over")
    return board.fen()
