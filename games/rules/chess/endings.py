"""Endings to practise, from the simplest mate to those where one move decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.rules.coded import gettext_noop


@dataclass(frozen=True, slots=True)
class Ending:
    """A position by its name, with what is to be found out in it."""

    fen: str
    name: str
    task: str


ENDINGS: Final[Mapping[str, Ending]] = {
    "queen": Ending(
        "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
        gettext_noop("Queen against king"),
        gettext_noop("White mates at the edge; beware of stalemate."),
    ),
    "two_rooks": Ending(
        "8/8/8/3k4/8/8/8/R3K2R w - - 0 1",
        gettext_noop("Two rooks against king"),
        gettext_noop("White drives the king back row by row, without help."),
    ),
    "rook": Ending(
        "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
        gettext_noop("Rook against king"),
        gettext_noop("White needs their king to drive the other to the edge."),
    ),
    "two_bishops": Ending(
        "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1",
        gettext_noop("Two bishops against king"),
        gettext_noop("White mates in a corner, within 50 moves."),
    ),
    "bishop_knight": Ending(
        "8/8/8/3k4/8/8/8/2B1K1N1 w - - 0 1",
        gettext_noop("Bishop and knight against king"),
        gettext_noop("White mates in a corner of the bishop's colour, within 50 moves."),
    ),
    "pawn": Ending(
        "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1",
        gettext_noop("Pawn against king"),
        gettext_noop("White keeps their king before the pawn, and a move of the pawn in reserve."),
    ),
    "pawn_draw": Ending(
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
        gettext_noop("Pawn against king, Black to move"),
        gettext_noop("Black keeps the opposition, and the game ends in stalemate."),
    ),
    "rook_pawn": Ending(
        "8/8/8/8/k7/8/P6K/8 w - - 0 1",
        gettext_noop("A pawn on the edge"),
        gettext_noop("Black's king is near enough: no edge pawn passes a king in its corner."),
    ),
    "lucena": Ending(
        "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        gettext_noop("Rook and pawn: the bridge"),
        gettext_noop("White builds a bridge with the rook on the fourth row (Lucena)."),
    ),
    "philidor": Ending(
        "4k3/7R/r7/3KP3/8/8/8/8 b - - 0 1",
        gettext_noop("Rook and pawn: the sixth row"),
        gettext_noop(
            "Black's rook keeps the king from the sixth row, and checks from behind once the pawn "
            "is there (Philidor)."
        ),
    ),
    "queen_pawn": Ending(
        "3Q4/8/8/8/8/K7/3pk3/8 w - - 0 1",
        gettext_noop("Queen against a pawn before its last step"),
        gettext_noop("White comes nearer whenever the king must stand before its pawn."),
    ),
    "perpetual": Ending(
        "6k1/6p1/8/8/8/4Q2P/1rq3PK/8 w - - 0 1",
        gettext_noop("Perpetual check"),
        gettext_noop("White is about to be mated, and saves the game by checking for ever."),
    ),
}
"""By code, from simple to hard."""
