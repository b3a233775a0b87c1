"""Check and its three answers: capture the piece that gives it, step away, stand between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess


@dataclass(frozen=True, slots=True)
class Answers:
    """The squares of the pieces that give check, and the legal answers of each kind."""

    checkers: Sequence[str]
    captures: Sequence[str]
    steps: Sequence[str]
    blocks: Sequence[str]


def answers_to_check(board: chess.Board) -> Answers | None:
    """Return the answers of the side to move, as books write moves; None without a check."""
    checkers = board.checkers()
    if not checkers:
        return None
    captures, steps, blocks = list[str](), list[str](), list[str]()
    for move in board.legal_moves:
        text = board.san(move)
        taken = move.to_square
        if board.is_en_passant(move):
            taken = chess.square(
                chess.square_file(move.to_square), chess.square_rank(move.from_square)
            )
        if taken in checkers:
            captures.append(text)
        elif board.piece_type_at(move.from_square) == chess.KING:
            steps.append(text)
        else:
            blocks.append(text)
    names = sorted(chess.square_name(square) for square in checkers)
    return Answers(names, sorted(captures), sorted(steps), sorted(blocks))
