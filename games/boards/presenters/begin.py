"""A board before its first roll: it waits for a second player, or for the seeds of its dice."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.urls import reverse

from games.boards.faces.seen import names_of, seat_name
from games.boards.presenters.waited import Waited, waited_for
from games.boards.selectors.boards import names_at, seed_stage, state_of
from games.boards.services.acting import opening_time
from games.boards.services.sitters import BoardReader
from games.boards.services.writing import now_ms
from games.models import Board


@dataclass(frozen=True, slots=True)
class SeedPanel:
    """What the reader's seat does for the dice now, see `seed_stage`.

    `sealed`: the digest that it has sent; blank before. `is_last`: all others have committed, so
    that a seed may be said openly. `late` are those who have not opened theirs for a while.
    """

    game: str
    commitment: str
    seat: int
    stage: str
    sealed: str
    is_last: bool
    missing: tuple[str, ...]
    late: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BeginPage:
    """The page of a board that has not begun."""

    title: str
    public_id: str
    version: int
    phase: str
    plays: bool
    names: tuple[str, str]
    key: str
    problem: str
    own: bool
    seeds: SeedPanel | None
    waited: Waited | None = None

    @property
    def seed_url(self) -> str:
        return reverse("board_seed", args=[self.public_id])

    @property
    def begin_url(self) -> str:
        return reverse("board_begin", args=[self.public_id])

    @property
    def live_url(self) -> str:
        return reverse("board_live", args=[self.public_id])


def begin_page(
    board: Board, reader: BoardReader, *, problem: str = "", own: bool = False
) -> BeginPage:
    """Return what a board waits for, as one reader sees it; `own`: they want to type a seed."""
    names = names_at(reader.seats, reader.reader, sees_names=reader.sees_names)
    return BeginPage(
        title=" – ".join(names_of(names)),
        public_id=board.public_id,
        version=board.version,
        phase=board.phase,
        plays=reader.side is not None,
        names=names_of(names),
        key=secrets.token_hex(8),
        problem=problem,
        own=own,
        seeds=_seeds(board, reader, {seat: seat_name(one) for seat, one in names.items()}),
        waited=waited_for(board, reader.side, names_of(names))
        if board.session_id is None
        else None,
    )


def _seeds(board: Board, reader: BoardReader, names: dict[int, str]) -> SeedPanel | None:
    state = state_of(board)
    dice = state.dice
    if dice is None:
        return None
    side = reader.side
    stage = seed_stage(board, state, side)
    own = None if side is None else dice.of(side)
    late: tuple[str, ...] = ()
    if board.phase == "seeds" and not dice.missing:
        waited = now_ms() - int(board.changed_at.timestamp() * 1000)
        if stage != "open" and waited > opening_time(board, state):
            late = tuple(names.get(seat, "") for seat in dice.closed if seat != side)
    return SeedPanel(
        game=dice.game_id,
        commitment=dice.commitment,
        seat=-1 if side is None else side,
        stage=stage,
        sealed="" if own is None else own.commitment,
        is_last=dice.missing == (side,) and board.phase != "waiting",
        missing=tuple(names.get(seat, "") for seat in dice.missing),
        late=late,
    )
