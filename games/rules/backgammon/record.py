"""A recorded match, independent of its file format.

Moves are small frozen values with the side that acts; a reader makes them with a `Recorder`, which
checks them against the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.backgammon.match_score import How, Level
from games.rules.backgammon.plays import Play
from games.rules.backgammon.position import START, Position
from games.rules.backgammon.record_errors import RecordError
from games.rules.backgammon.steps import Roll


@dataclass(frozen=True, slots=True)
class Rolled:
    """A side rolls and plays; a play without steps is a dance, None means not recorded."""

    side: int
    roll: Roll
    play: Play | None


@dataclass(frozen=True, slots=True)
class Doubled:
    """A side doubles or, after a double, beavers; `value` is the cube's new value."""

    side: int
    value: int


@dataclass(frozen=True, slots=True)
class Took:
    """A side accepts an offer."""

    side: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """A side drops, and loses."""

    side: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A side resigns at a level."""

    side: int
    level: Level


Move = Rolled | Doubled | Took | Dropped | Resigned


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: the score before it, its moves, the winner and the points.

    `points` are at most those the winner needed, and 0 of a game that was not finished. `how` is
    win (on the board), drop or resign. `cube` is what the cube showed before the first roll: more
    than 1 after automatic doubles.
    """

    score: tuple[int, int]
    moves: tuple[Move, ...]
    winner: int
    points: int
    how: How
    is_crawford: bool = False
    cube: int = 1

    @property
    def is_finished(self) -> bool:
        """Whether somebody has won it."""
        return self.points > 0

    @property
    def plies(self) -> int:
        """The number of rolls, dances included."""
        return sum(isinstance(move, Rolled) for move in self.moves)

    @property
    def position(self) -> Position:
        """The position after the last roll, with the winner on roll.

        A play that was not recorded leaves it unchanged.
        """
        position, viewer = START, 0
        for move in self.moves:
            if isinstance(move, Rolled) and move.play is not None:
                position, viewer = move.play.result, 1 - move.side
        return position if viewer == self.winner else position.flipped()


@dataclass(frozen=True, slots=True)
class UnreadGame:
    """A game of a file that could not be read: its number from 1, and why."""

    number: int
    error: RecordError


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match, or a session of unlimited play (`length` 0): names, games, and other tags.

    `tags` are pairs of a name and a text, such as ("EventDate", "2024.08.04"). `unread` are the
    games of a file that could not be read; the others are in `games`, in their order.
    """

    length: int
    players: tuple[str, str]
    games: tuple[GameRecord, ...]
    tags: tuple[tuple[str, str], ...] = ()
    with_crawford: bool = True
    unread: tuple[UnreadGame, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of each game in its file, from 1."""
        missing = {one.number for one in self.unread}
        every = range(1, len(self.games) + len(missing) + 1)
        return tuple(number for number in every if number not in missing)
