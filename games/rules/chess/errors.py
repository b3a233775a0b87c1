"""Errors at chess: each has a code, parameters and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.rules.coded import CodedError, Param, gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    # positions
    "fen_malformed": gettext_noop(
        "“{text}” is not a position: write it as FEN, like 8/8/8/4k3/8/8/4Q3/4K3 w - - 0 1."
    ),
    "fen_king": gettext_noop("Each side has exactly one king."),
    "fen_pawns": gettext_noop("A side has at most 8 pawns."),
    "fen_pieces": gettext_noop("A side has at most 16 pieces."),
    "fen_last_row": gettext_noop("A pawn cannot stand on the first or the last row."),
    "fen_castling": gettext_noop(
        "Who may still castle has king and rook on their first squares: the castling rights of "
        "this position cannot be."
    ),
    "fen_en_passant": gettext_noop("Nothing can be captured en passant on the square it says."),
    "fen_check": gettext_noop("The side that is not to move stands in check."),
    "fen_checkers": gettext_noop("No move can have given this check."),
    "fen_over": gettext_noop("The game is over in this position: there is nothing to be played."),
    "ending_unknown": gettext_noop("There is no such ending in the list."),
    "ending_and_fen": gettext_noop("Choose an ending or type a position, not both."),
    "options_malformed": gettext_noop("There is no such option of chess."),
    # a move
    "move_malformed": gettext_noop("“{text}” is not a move: write it like Nf3 or g1-f3."),
    "source_empty": gettext_noop("There is no piece on {square}."),
    "source_other": gettext_noop("The piece on {square} belongs to the other side."),
    "target_own": gettext_noop("{move}: a piece of the same side stands on {square}."),
    "target_king": gettext_noop("{move}: a king is never captured."),
    "pawn_way": gettext_noop(
        "{move}: a pawn goes straight on, two squares from its first, and captures diagonally."
    ),
    "knight_way": gettext_noop(
        "{move}: a knight goes two squares straight and one to the side of it."
    ),
    "bishop_way": gettext_noop("{move}: a bishop goes along a diagonal, over no other piece."),
    "rook_way": gettext_noop("{move}: a rook goes along a row or file, over no other piece."),
    "queen_way": gettext_noop(
        "{move}: a queen goes along a row, file or diagonal, over no other piece."
    ),
    "king_way": gettext_noop("{move}: a king goes one square."),
    "king_attacked": gettext_noop("{move}: a king does not go where it can be captured."),
    "in_check": gettext_noop("{move} leaves the king in check; {other} is possible."),
    "pinned": gettext_noop("{move} would put one's own king in check."),
    "castling_right": gettext_noop(
        "{move}: king or rook has moved already, so there is no castling on this side."
    ),
    "castling_way": gettext_noop("{move}: all squares between king and rook must be free."),
    "castling_check": gettext_noop("{move}: no castling out of check, through it or into it."),
    "promotion_missing": gettext_noop("{move}: say what the pawn becomes, as in {move}=Q."),
    "promotion_wrong": gettext_noop("{move}: only a pawn on the last row becomes another piece."),
    "move_unclear": gettext_noop("“{text}” may mean {moves}: write from where to where."),
    "move_none": gettext_noop("{text}: no such piece can go there."),
    # a game
    "game_over": gettext_noop("The game is over."),
    "side_unknown": gettext_noop("A game has two sides, 0 and 1."),
    "claim_none": gettext_noop(
        "No draw can be claimed: the position has occurred {count} times, which needs three, and "
        "the last {moves} moves of each were without a capture or a pawn, which needs 50."
    ),
    # a record
    "pgn_empty": gettext_noop("There is no game in this text."),
    "pgn_variant": gettext_noop("This is a game of another variant of chess: {text}."),
    "pgn_result": gettext_noop("The result here is {text}, but the moves lead to {result}."),
    "tag_malformed": gettext_noop('“{text}” is not a tag: write it like [White "Ann"].'),
    "comment_open": gettext_noop("A comment or variation is not closed."),
    "token_unknown": gettext_noop("“{text}” is no part of a game."),
}
"""English sentences by code, written only here."""


class ChessError(CodedError):
    """The rules or a text do not allow this; nothing has changed."""

    messages: ClassVar[Mapping[str, str]] = MESSAGES


class PositionError(ChessError):
    """The text is no position of chess that a game can go on from."""


class MoveError(ChessError):
    """The rules do not allow this move in this position."""


class GameError(ChessError):
    """The game does not allow this action now."""


class RecordError(ChessError):
    """The text is not the record of a game, or breaks the rules.

    `line` counts from 1; `at` is the number of the move as `2.` or `2...`, blank elsewhere.
    """

    def __init__(self, code: str, line: int, at: str = "", **params: Param) -> None:
        self.line = line
        self.at = at
        super().__init__(code, **params)

    @classmethod
    def of(cls, error: ChessError, line: int, at: str = "") -> RecordError:
        """Return the same error with its line."""
        return cls(error.code, line, at, **error.params)
