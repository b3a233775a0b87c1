"""What a game on squares gives the page, the text board and the replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.boards.faces.squares.picture import Piece, Squares
from games.boards.faces.squares.words import SquaresWords


class SquaresGame(Protocol):
    """A game on squares; `game` is a value of its rules, and each module here is one."""

    @property
    def BOARD(self) -> Squares:  # noqa: N802
        """Its squares and what is drawn on pieces."""

    @property
    def FILE(self) -> str:  # noqa: N802
        """How files with its records end."""

    def words(self, game: Any) -> SquaresWords:
        """Return what the pages of a game say."""

    def pieces_of(self, game: Any) -> list[Piece]:
        """Return all pieces."""

    def graph_of(self, game: Any) -> list[list[list[Any]]]:
        """Return the legal moves: by partial move `[from, to, 0, next, others, kind, text]`.

        Partial move 0 has no step yet; one without steps is complete. `others` leave or move
        along. The text may be missing: then the script joins the squares.
        """

    def stays(self, game: Any) -> Mapping[str, str]:
        """Return why pieces that cannot move now stay, by place; a blank place means all."""

    def huffable(self, game: Any) -> Sequence[str]:
        """Return the places of pieces that may be removed because they missed a capture."""

    def status(self, game: Any) -> str:
        """Return what who is to move must know."""

    def said_of(self, game: Any) -> str:
        """Return what everybody else is told besides whose turn it is."""

    def steps_of(self, game: Any, text: str, steps: Sequence[Any]) -> list[list[Any]]:
        """Return a move that is made in a game as steps: `[from, to, others, kind]`.

        `text` and `steps` are the move's as the log has them.
        """

    def rows_of(self, game: Any, side: int) -> Sequence[Sequence[tuple[str, str]]]:
        """Return each side's pieces in words, the reader's first: a kind and its places."""

    def plays_of(self, game: Any) -> Sequence[str]:
        """Return all legal moves as text."""

    def shown(self, text: str) -> str:
        """Return a move's text as the reader writes it."""

    def record_of(
        self, texts: Sequence[str], first: Any, result: str, tags: Sequence[tuple[str, str]]
    ) -> str:
        """Return the moves of a game that began as `first` as text for other programs."""
