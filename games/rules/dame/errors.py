"""Errors at Dame: each has a code, parameters and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.rules.coded import CodedError, Param, gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    # positions
    "fen_malformed": gettext_noop("“{text}” is not a position: write it like W:W31,K18:B2,K5."),
    "square_unknown": gettext_noop("There is no square {square}: they are numbered from 1 to 32."),
    "square_larger_board": gettext_noop(
        "There is no square {square}: it belongs to the larger board of another variant."
    ),
    "square_twice": gettext_noop("Two pieces cannot stand on square {square}."),
    "pieces_many": gettext_noop("A side has at most 12 pieces, not {count}."),
    "man_on_last_row": gettext_noop(
        "A man cannot stand on square {square}: on the last row it becomes a king."
    ),
    "board_empty": gettext_noop("There is no piece on this board."),
    "fen_over": gettext_noop("The game is over in this position: there is nothing to be played."),
    "options_malformed": gettext_noop("There is no such option of Dame."),
    "landing_unknown": gettext_noop("The landing of kings is free or strict."),
    # a move
    "move_malformed": gettext_noop("“{text}” is not a move: write it like 22-18 or 22x15x8."),
    "source_empty": gettext_noop("There is no piece on {square}."),
    "source_other": gettext_noop("The piece on {square} belongs to the other side."),
    "man_must_capture": gettext_noop("A man must capture; {move} is possible."),
    "king_must_capture": gettext_noop("A king must capture; {move} is possible."),
    "target_taken": gettext_noop("{move}: the square {square} is not free."),
    "not_diagonal": gettext_noop("{move}: pieces move along a diagonal."),
    "man_backward": gettext_noop("{move}: a man moves forward only."),
    "man_captures_backward": gettext_noop("{move}: a man captures forward only."),
    "man_far": gettext_noop("{move}: a man moves one square, or jumps over one piece."),
    "own_jumped": gettext_noop("{move}: the piece on {square} is of the same side."),
    "two_jumped": gettext_noop("{move}: only one piece is jumped at a time."),
    "jumped_twice": gettext_noop("{move}: the piece on {square} is captured already."),
    "nothing_captured": gettext_noop("{move}: there is nothing to capture on this way."),
    "chain_nothing_captured": gettext_noop("{move}: after a capture only captures follow."),
    "chain_unfinished": gettext_noop("The capture must be finished; {move} is possible."),
    "landing_strict": gettext_noop(
        "{move}: the king must land where it can capture again; {other} is possible."
    ),
    "move_ends": gettext_noop("{move}: a man becomes a king on the last row, and its move ends."),
    "move_unclear": gettext_noop("“{text}” may mean {moves}: write each square."),
    # Blasen
    "huff_off": gettext_noop("Blasen is not played here."),
    "huff_none": gettext_noop("No capture was missed, so no piece can be removed."),
    "huff_other": gettext_noop(
        "The piece on {square} could not capture; {squares} can be removed."
    ),
    # a game
    "turn_other": gettext_noop("It is the other side's turn."),
    "game_over": gettext_noop("The game is over."),
    "side_unknown": gettext_noop("A game has two sides, 0 and 1."),
    "repetition_none": gettext_noop(
        "This position has occurred {count} times; a draw needs three times."
    ),
    "repetition_first": gettext_noop(
        "This position has occurred once only; a draw needs three times."
    ),
    "draw_offered": gettext_noop("A draw is offered already."),
    "draw_not_offered": gettext_noop("No draw is offered, so there is nothing to answer."),
    "series_result": gettext_noop("A game is won by one of the two players, or drawn."),
    # a record
    "variant_other": gettext_noop("This is a game of another variant of draughts: {text}."),
    "tag_malformed": gettext_noop('“{text}” is not a tag: write it like [White "Ann"].'),
    "comment_open": gettext_noop("A comment or variation is not closed."),
    "token_unknown": gettext_noop("“{text}” is no part of a game."),
    "number_wrong": gettext_noop("Move {expected} is expected here, not {number}."),
    "result_wrong": gettext_noop("The result here is {text}, but the moves lead to {result}."),
    "result_tag_wrong": gettext_noop("The result is {text} here, but {result} in the tags."),
    "pdn_empty": gettext_noop("There is no game in this text."),
}
"""English sentences by code, written only here."""


class DameError(CodedError):
    """The rules or a text do not allow this; nothing has changed."""

    messages: ClassVar[Mapping[str, str]] = MESSAGES


class PositionError(DameError):
    """The text or the squares are not a position of Dame."""


class MoveError(DameError):
    """The rules do not allow this move in this position."""


class GameError(DameError):
    """The game does not allow this action now."""


class RecordError(DameError):
    """The text is not the record of a game, or breaks the rules. `line` counts from 1."""

    def __init__(self, code: str, line: int, **params: Param) -> None:
        self.line = line
        super().__init__(code, **params)

    @classmethod
    def at(cls, line: int, error: DameError) -> RecordError:
        """Return the same error with its line."""
        return cls(error.code, line, **error.params)
