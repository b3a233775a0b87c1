"""A game of two players: moves, claims, and its result. The rules are those of `chess`.

A game is a value; every action returns a new one or raises. Side 0 is White.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

import chess

from games.rules.chess.errors import GameError
from games.rules.chess.options import ARRAY, Options
from games.rules.chess.position import BLACK, START, WHITE, side_of

Reason = Literal[
    "checkmate",
    "stalemate",
    "dead",
    "repetition",
    "perpetual",
    "fifty",
    "agreed",
    "resigned",
]

REPETITIONS: Final = 3
"""A position that has occurred this often may be claimed a draw; at the fifth time it is one."""
QUIET_MOVES: Final = 50
"""After so many moves of each without a capture or a pawn a draw may be claimed; after 75 it is."""


@dataclass(frozen=True, slots=True)
class Result:
    """The side that has won, None for a draw, and why."""

    winner: int | None
    reason: Reason


@dataclass(frozen=True)
class Game:
    """One game: where it began, and its moves from square to square (`e7e8q`)."""

    start: str = START
    moves: tuple[str, ...] = ()
    result: Result | None = None

    @classmethod
    def begin(cls, options: Options = ARRAY) -> Game:
        """Return a new game."""
        return cls(options.start)

    @cached_property
    def board(self) -> chess.Board:
        """The position with the moves that led to it. It is shared: try moves on a copy."""
        board = chess.Board(self.start)
        for move in self.moves:
            board.push_uci(move)
        return board

    @property
    def turn(self) -> int | None:
        """The side to move; None when the game is over."""
        return None if self.result else side_of(self.board.turn)

    @property
    def fen(self) -> str:
        """The position as text."""
        return self.board.fen()

    @cached_property
    def repetitions(self) -> int:
        """How often the position has occurred, this time included; never more than five."""
        return next(count for count in range(5, 0, -1) if self.board.is_repetition(count))

    @property
    def quiet_moves(self) -> int:
        """How many moves each side has made without a capture or a pawn."""
        return self.board.halfmove_clock // 2

    @property
    def may_claim(self) -> bool:
        """Whether either side may claim a draw."""
        is_old = self.repetitions >= REPETITIONS or self.quiet_moves >= QUIET_MOVES
        return self.result is None and is_old

    def legal_moves(self) -> Sequence[chess.Move]:
        """Return the legal moves, none when the game is over."""
        return () if self.result else tuple(self.board.legal_moves)

    def play(self, move: chess.Move) -> Game:
        """Return the game after a legal move.

        Raises:
            GameError: the game is over.
        """
        self._check_running()
        board = self.board.copy(stack=False)
        # The moves before are shared: the library would copy each, which is the square of a game.
        board.move_stack = self.board.move_stack.copy()
        board._stack = self.board._stack.copy()
        board.push(move)
        after = Game(self.start, (*self.moves, move.uci()))
        after.__dict__["board"] = board
        found = _judged(after)
        return after if found is None else after._over(found)

    def claim(self) -> Game:
        """End the game as a draw: the position for the third time, or 50 moves; either side may.

        Raises:
            GameError: the game is over, or there is no reason for a draw.
        """
        self._check_running()
        if not self.may_claim:
            raise GameError("claim_none", count=self.repetitions, moves=self.quiet_moves)
        if self.repetitions < REPETITIONS:
            return self._over(Result(None, "fifty"))
        return self._over(Result(None, _repeated(self.board)))

    def agree(self) -> Game:
        """Return the game ended by an agreed draw.

        Raises:
            GameError: the game is over.
        """
        self._check_running()
        return self._over(Result(None, "agreed"))

    def resign(self, side: int) -> Game:
        """Return the game that a side resigns.

        Raises:
            GameError: the game is over, or there is no such side.
        """
        self._check_running()
        if side not in (WHITE, BLACK):
            raise GameError("side_unknown")
        return self._over(Result(1 - side, "resigned"))

    def can_win(self, side: int) -> bool:
        """Tell whether a side has pieces enough to mate at all."""
        return not self.board.has_insufficient_material(side == WHITE)

    def _over(self, result: Result) -> Game:
        game = replace(self, result=result)
        game.__dict__["board"] = self.board
        return game

    def _check_running(self) -> None:
        if self.result:
            raise GameError("game_over")


def _judged(game: Game) -> Result | None:
    """Return the result if the position ends the game by itself."""
    outcome = game.board.outcome()
    if outcome is None:
        return None
    if outcome.winner is not None:
        return Result(side_of(outcome.winner), "checkmate")
    match outcome.termination:
        case chess.Termination.STALEMATE:
            return Result(None, "stalemate")
        case chess.Termination.INSUFFICIENT_MATERIAL:
            return Result(None, "dead")
        case chess.Termination.FIVEFOLD_REPETITION:
            return Result(None, _repeated(game.board))
    return Result(None, "fifty")


def _repeated(board: chess.Board) -> Reason:
    """Return how a repetition is called: perpetual check where one side gave nothing else."""
    back, position, seen = board.copy(), board.epd(), 1
    checks: dict[bool, list[bool]] = {True: [], False: []}
    while back.move_stack and seen < REPETITIONS:
        checks[not back.turn].append(back.is_check())
        back.pop()
        seen += back.epd() == position
    is_perpetual = any(found and all(found) for found in checks.values())
    return "perpetual" if is_perpetual else "repetition"
