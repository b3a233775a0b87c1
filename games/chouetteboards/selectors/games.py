"""Reads the game of a chouette on its board: both rows, what they lead to, who speaks for whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from games.boards.selectors.boards import state_of
from games.models import Board, Session
from games.record.log.snapshots import position_of
from games.record.services.speakers import Proxies, proxies_of
from games.rules.chouette import Table
from games.rules.online import ChouetteBoard
from games.rules.online.chouette import chouette_board, mover_of

BOX_SIDE: Final = 0
TEAM_SIDE: Final = 1
"""The sides of a chouette's board."""
_GAME: Final = "_game_read"
"""Where a board's row keeps its game, with the snapshots of both rows that it was read from."""


@dataclass(frozen=True, slots=True)
class GameOnBoard:
    """A game of a session that is played on a board."""

    board: Board
    session: Session
    state: ChouetteBoard
    table: Table
    proxies: Proxies

    @property
    def line(self) -> tuple[str, ...]:
        """Who sits at the board, box first."""
        return self.state.team.line

    @property
    def is_live(self) -> bool:
        """Whether the session plays this very game just now."""
        game = self.table.game
        return game is not None and game.number == self.board.game_number and self.board.is_open

    def mover(self, side: int) -> str | None:
        """Return who rolls and moves for a side; None once the game is over."""
        return mover_of(self.table, side) if self.is_live else None


def game_of(board: Board) -> GameOnBoard:
    """Return the game of a chouette's board; its rows are read once."""
    session = board.session
    assert session is not None  # the board of a chouette
    snapshots: tuple[Any, Any]
    snapshots, game = vars(board).get(_GAME, ((None, None), None))
    if snapshots[0] is board.snapshot and snapshots[1] is session.snapshot:
        assert isinstance(game, GameOnBoard)
        return game
    return game_known(board, session, proxies_of(session))


def game_known(board: Board, session: Session, proxies: Proxies) -> GameOnBoard:
    """Return the game of a board with the row of its session, and keep it for who asks next."""
    board.session, state = session, chouette_board(state_of(board))
    game = GameOnBoard(board, session, state, position_of(session).table, proxies)
    vars(board)[_GAME] = (board.snapshot, session.snapshot), game
    return game
