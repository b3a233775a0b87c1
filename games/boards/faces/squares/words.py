"""What a page of squares says about its game, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece by its name in pictures, as the buttons of squares call it."""

    name: str
    yours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A word of the game and what it means."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SquaresWords:
    """The sentences of a game: its kinds of pieces, how moves are typed, what squares are called.

    `becomes` are the kinds that a piece may choose to become, with their names.
    """

    kinds: Sequence[Kind]
    example: str
    typed: str
    claim: str
    places: str
    becomes: Sequence[tuple[str, str]] = ()
    lessons: Sequence[Lesson] = ()
