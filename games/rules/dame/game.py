"""A game of two players: moves, Blasen, draws and its result, and a series of games.

A game is a value; every action returns a new one or raises. Side 0 is White, who moves first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from games.rules.dame.errors import GameError, MoveError
from games.rules.dame.generator import captures
from games.rules.dame.move_text import move_along
from games.rules.dame.moves import Move, legal_moves, result
from games.rules.dame.options import AS_USUAL, Options
from games.rules.dame.position import START, Position, check_square
from games.rules.dame.squares import BLACK, WHITE

Reason = Literal["no_pieces", "no_moves", "resigned", "agreed", "repetition", "king_moves"]

REPETITIONS: Final = 3
"""A position that has occurred this often may be claimed a draw."""
KING_MOVES: Final = 25
"""After so many king moves of each side without a capture the game is drawn."""


@dataclass(frozen=True, slots=True)
class Result:
    """The side that has won, None for a draw, and why."""

    winner: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class Huff:
    """Blasen: the side to move removes the piece on this square, which missed a capture."""

    square: int

    def __str__(self) -> str:
        return f"x{self.square}"


Step = Move | Huff
"""What a player does to the pieces."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game; `Game.begin` starts it.

    `huffable` are the squares of pieces that the side to move may remove before its move. `seen`
    are the positions, with those squares, since the last move that cannot be taken back by others.
    `king_moves` counts moves of either side, `offer` is the side that offers a draw.
    """

    position: Position
    options: Options
    seen: tuple[tuple[Position, tuple[int, ...]], ...]
    huffable: tuple[int, ...] = ()
    king_moves: int = 0
    offer: int | None = None
    result: Result | None = None

    @classmethod
    def begin(cls, position: Position = START, options: Options = AS_USUAL) -> Game:
        """Return a new game; it is over at once where the side to move has no move."""
        return cls(position, options, ((position, ()),))._judged()

    @property
    def turn(self) -> int | None:
        """The side to move; None when the game is over."""
        return None if self.result else self.position.turn

    @property
    def repetitions(self) -> int:
        """How often the position has occurred, this time included."""
        return self.seen.count((self.position, self.huffable))

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves, none when the game is over."""
        return () if self.result else legal_moves(self.position, self.options)

    # pieces

    def play(self, step: Step) -> Game:
        """Return the game after a move or a removal of the side to move.

        A move answers an offered draw of the other side with no.

        Raises:
            GameError: the game is over, or nothing can be removed.
            MoveError: the move is not legal.
            PositionError: a square does not exist.
        """
        self._check_running()
        return self._huffed(step.square) if isinstance(step, Huff) else self._moved(step)

    def _moved(self, step: Move) -> Game:
        position = self.position
        move = move_along(step.path, position, self.options)
        if move != step:
            raise MoveError("move_malformed", text=step.text)
        is_king_move = position.is_king(move.origin) and not move.captured
        after, missed = result(position, move), self._missed(move)
        return replace(
            self,
            position=after,
            seen=(*self.seen, (after, missed)) if is_king_move else ((after, missed),),
            huffable=missed,
            king_moves=self.king_moves + 1 if is_king_move else 0,
            offer=None if self.offer != position.turn else self.offer,
        )._judged()

    def _missed(self, move: Move) -> tuple[int, ...]:
        """Return where the pieces now stand that should have captured."""
        if move.captured or not self.options.huffing:
            return ()
        origins = {origin for origin, _target, _taken in captures(self.position, self.options)}
        return tuple(sorted(move.target if one == move.origin else one for one in origins))

    def _huffed(self, square: int) -> Game:
        check_square(square)
        if not self.options.huffing:
            raise GameError("huff_off")
        if not self.huffable:
            raise GameError("huff_none")
        if square not in self.huffable:
            squares = tuple(map(str, self.huffable))
            raise GameError("huff_other", square=square, squares=squares)
        after = self.position.without(square)
        return replace(
            self, position=after, seen=((after, ()),), huffable=(), king_moves=0
        )._judged()

    # draws and resignation

    def offer_draw(self, side: int) -> Game:
        """Offer a draw; the other side accepts, declines or moves on.

        Raises:
            GameError: the game is over, a draw is offered already, or there is no such side.
        """
        self._check_side(side)
        if self.offer is not None:
            raise GameError("draw_offered")
        return replace(self, offer=side)

    def accept_draw(self, side: int) -> Game:
        """Accept the other side's draw.

        Raises:
            GameError: the game is over, or this side is not offered a draw.
        """
        self._check_offered(side)
        return self._over(Result(None, "agreed"))

    def decline_draw(self, side: int) -> Game:
        """Decline the other side's draw.

        Raises:
            GameError: the game is over, or this side is not offered a draw.
        """
        self._check_offered(side)
        return replace(self, offer=None)

    def claim_repetition(self) -> Game:
        """End the game as a draw because the position has occurred three times; either side may.

        Raises:
            GameError: the game is over, or it has not.
        """
        self._check_running()
        count = self.repetitions
        if count == 1:
            raise GameError("repetition_first")
        if count < REPETITIONS:
            raise GameError("repetition_none", count=count)
        return self._over(Result(None, "repetition"))

    def resign(self, side: int) -> Game:
        """Return the game that a side resigns.

        Raises:
            GameError: the game is over, or there is no such side.
        """
        self._check_side(side)
        return self._over(Result(1 - side, "resigned"))

    # the end

    def _judged(self) -> Game:
        """Return the game, over if the position or the number of king moves ends it."""
        position = self.position
        if not position.own or not position.opp:
            winner = position.turn if position.own else 1 - position.turn
            return self._over(Result(winner, "no_pieces"))
        if not self._can_go_on():
            return self._over(Result(1 - position.turn, "no_moves"))
        if self.king_moves >= 2 * KING_MOVES:
            return self._over(Result(None, "king_moves"))
        return self

    def _can_go_on(self) -> bool:
        """Tell whether the side to move has a move, or gets one or wins by removing a piece."""
        if legal_moves(self.position, self.options):
            return True
        after = [self.position.without(square) for square in self.huffable]
        return any(not one.opp or legal_moves(one, self.options) for one in after)

    def _over(self, result: Result) -> Game:
        return replace(self, result=result, offer=None)

    def _check_running(self) -> None:
        if self.result:
            raise GameError("game_over")

    def _check_side(self, side: int) -> None:
        self._check_running()
        if side not in (WHITE, BLACK):
            raise GameError("side_unknown")

    def _check_offered(self, side: int) -> None:
        self._check_side(side)
        if self.offer != 1 - side:
            raise GameError("draw_not_offered")


@dataclass(frozen=True, slots=True)
class Series:
    """Games of the same two players, 0 and 1; colours alternate, player 0 has White first.

    `winners` are players, None for a draw.
    """

    winners: tuple[int | None, ...] = ()

    @property
    def white(self) -> int:
        """The player who has White in the next game."""
        return len(self.winners) % 2

    def player(self, side: int) -> int:
        """Return the player who has this side in the next game."""
        return self.white if side == WHITE else 1 - self.white

    def add(self, outcome: Result) -> Series:
        """Return the series with the next game in it.

        Raises:
            GameError: the winner is no side.
        """
        if outcome.winner not in (WHITE, BLACK, None):
            raise GameError("series_result")
        winner = None if outcome.winner is None else self.player(outcome.winner)
        return Series((*self.winners, winner))

    @property
    def score(self) -> tuple[int, int]:
        """The games won by each player; drawn games count 0."""
        return self.winners.count(0), self.winners.count(1)
