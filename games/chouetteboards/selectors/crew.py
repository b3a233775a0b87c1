"""Reads who captain and crew of a chouette on the board are, and what they lay before each other.

What they say and try among themselves is for the team of that game alone: neither the box nor their
partner reads it, nor does who keeps the score or only looks on, however much else they may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.boards.selectors.places import crew_places
from games.chouetteboards.selectors.games import TEAM_SIDE, GameOnBoard, game_of
from games.models import Board, Consultation
from games.rules.online import ChouetteBoard


@dataclass(frozen=True, slots=True)
class Crew:
    """A team at its board, and what it has laid before each other for the roll to be played.

    `places` are its seats, captain and crew. `row` is what was written last, perhaps for an
    earlier roll, or by who may advise no more: read it by `trials` and `plays`.
    """

    game: GameOnBoard
    places: tuple[int, ...]
    row: Consultation

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def state(self) -> ChouetteBoard:
        return self.game.state

    @property
    def line(self) -> tuple[str, ...]:
        return self.game.line

    @property
    def is_live(self) -> bool:
        """Whether the session plays this very game just now."""
        return self.game.is_live

    @property
    def captain(self) -> int | None:
        """The seat of the acting captain; None once the game is over."""
        mover = self.game.mover(TEAM_SIDE)
        return None if mover is None else self.line.index(mover)

    @property
    def roll(self) -> int:
        """The number of the last roll: what is tried is for it."""
        return self.state.dice.rolled if self.state.dice else 0

    @property
    def is_consulting(self) -> bool:
        """Whether the team has a roll to play."""
        return self.is_live and self.state.phase == "play" and self.state.game.turn == TEAM_SIDE

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the present captain asks for advice."""
        if self.row.captain is None or self.row.captain != self.captain:
            return ()
        return tuple(self.row.asked)

    @property
    def advisers(self) -> tuple[int, ...]:
        """The seats that may advise: their own cube was turned, or the captain asks them."""
        if not self.is_live:
            return ()
        asked = [self.line[seat] for seat in self.asked]
        return tuple(self.line.index(one) for one in self.game.table.may_advise(asked))

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats that are still in the game, and advise only if the captain asks them."""
        if not self.is_live:
            return ()
        unasked = self.game.table.may_advise()
        everybody = self.game.table.may_advise(self.line)
        return tuple(self.line.index(one) for one in everybody if one not in unasked)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats of the team that move for it: the acting captain's, and who speaks for them."""
        captain = self.captain
        if captain is None:
            return ()
        name = self.line[captain]
        return tuple(
            seat
            for seat in self.places
            if name in self.game.proxies.speaks_for(self.game.table, self.line[seat])
        )

    @property
    def speakers(self) -> tuple[int, ...]:
        """The seats that may try plays and speak to the crew."""
        return tuple(sorted({*self.leaders, *self.advisers}))

    @property
    def plays(self) -> list[tuple[int, str]]:
        """The plays that advisers are for, in the order in which they were first named."""
        advisers = self.advisers
        return [(seat, text) for seat, text in self._now(self.row.plays) if seat in advisers]

    @property
    def trials(self) -> list[tuple[int, list[list[Any]]]]:
        """What is tried at this moment: the seat, and its steps so far."""
        rows, speakers = self._now(self.row.trials), self.speakers
        return [(seat, steps) for seat, steps, _at in rows if steps and seat in speakers]

    def _now(self, rows: list[Any]) -> list[Any]:
        return rows if self.is_consulting and self.row.roll == self.roll else []


def crew_beat(board: Board) -> int:
    """Return a number that rises with whatever the team of a board sees change."""
    row = Consultation.objects.filter(board=board).values_list("beat", flat=True).first()
    return board.beat + (row or 0)


def asked_by(board: Board, captain: int) -> tuple[int, ...]:
    """Return the seats that a captain asks for advice."""
    row = Consultation.objects.filter(board=board, captain=captain).first()
    return tuple(row.asked) if row is not None else ()


def crew_of(board: Board) -> Crew:
    """Return the team of a chouette's board."""
    row = Consultation.objects.filter(board=board).first()
    return Crew(game_of(board), crew_places(board), row or Consultation(board=board))
