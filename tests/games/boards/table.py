"""A board of two people of the club, as tests play on it."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from games.boards.services.acting import board_act
from games.boards.services.sitters import Sitter
from games.boards.services.writing import Written
from games.models import Board, User
from games.rules.backgammon import legal_plays, play_text
from games.rules.dice import seat_commitment
from games.rules.online import Board as State

SEEDS = ("0a" * 16, "0b" * 16)

SHORT = """ 3 point match

 Game 1
 Ann : 0                             Bo : 0
  1) 31: 8/5 6/5                     65: 24/18 18/13
  2)  Doubles => 2                    Drops
      Wins 1 point
"""
"""A match of one game, as other programs write it."""


@dataclass
class Playing:
    """A board and who sits at it, White first; None is a guest or the assistant."""

    board: Board
    people: tuple[User | None, User | None]

    @property
    def state(self) -> State:
        self.board.refresh_from_db()
        return State.from_json(self.board.snapshot)

    def sitter(self, side: int) -> Sitter:
        return Sitter(side, self.people[side])

    def act(self, side: int, do: str, text: str = "", **request: Any) -> Written:
        self.board.refresh_from_db()
        given = {"version": self.board.version, "key": uuid.uuid4().hex, **request}
        return board_act(board=self.board, sitter=self.sitter(side), do=do, text=text, **given)

    def seed(self) -> Playing:
        """Choose and open the seeds; the opening is rolled by itself."""
        dice = self.state.dice
        assert dice is not None
        for side in dice.seats:
            self.act(side, "commit", seat_commitment(dice.game_id, side, SEEDS[side]))
        for side in dice.seats:
            self.act(side, "reveal", SEEDS[side])
        return self

    def turn(self) -> Written:
        """Roll if need be, and make the first legal play."""
        side = self.state.actor
        assert side is not None
        if self.state.phase == "roll":
            written = self.act(side, "roll")
        if self.state.phase == "play":
            game = self.state.game
            play = legal_plays(game.position, game.roll)[0]
            written = self.act(side, "play", play_text(play))
        return written

    def play_out(self, most: int = 500) -> State:
        """Play without doubling until the board is over."""
        for _ in range(most):
            state = self.state
            if state.stage == "over":
                return state
            if state.phase == "over":
                self.act(0, "next")
            else:
                self.turn()
        raise AssertionError("it does not end")


def played(table: Playing, *texts: str) -> Playing:
    """Make these moves, each by the side whose turn it is."""
    for text in texts:
        side = table.state.actor
        table.act(side, "type", text)
    return table
