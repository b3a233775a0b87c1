"""The assistant's turns: made in the worker from the game alone, never from the dice to come."""

from __future__ import annotations

import datetime
from math import inf
from typing import Final, cast

from django.db.models import F, Q
from django.utils import timezone

from games.assistant import LevelName, accepts_draw, choose, get_ready
from games.assistant.players import ASSISTANTS
from games.boards.errors import BoardConflict
from games.boards.selectors.boards import chouettes_late, has_resigned
from games.boards.services.acting import board_act
from games.boards.services.sitters import Sitter
from games.models import Board, BoardSeat
from games.rules.backgammon import Game, play_text
from games.rules.online import Board as State

PATIENCE: Final = datetime.timedelta(seconds=10)
"""How long the assistant may think before its turn is queued again."""
LONGEST: Final = 1.5
"""So many seconds after it was asked a search has ended, however long its turn was queued."""
SHORTEST: Final = 0.1
MOST_STEPS: Final = 12
"""In one task: an answer, a double, a roll and a play are four."""


def assistant_move(*, board_id: int) -> int:
    """Let the assistant do what it can at a board, and return how many steps that were.

    It may run twice: each step has the version that it was decided on, and its own key.
    """
    for count in range(MOST_STEPS):
        board = Board.objects.select_related("club").filter(pk=board_id).first()
        if board is None or not board.is_open:
            return count
        seat = board.seats.filter(kind=BoardSeat.Kind.ASSISTANT).first()
        state = State.from_json(board.snapshot)
        if state.stage == "seeds" and seat is not None:
            get_ready(cast("LevelName", seat.level))  # it may win the opening in a moment
            return count
        may_resign = seat is not None and not has_resigned(board, seat.number)
        waiting = (
            None
            if seat is None
            else decided(
                state, seat.number, seat.level, may_resign=may_resign, seconds=_left(board)
            )
        )
        if seat is None or waiting is None:
            return count
        do, text = waiting
        try:
            board_act(
                board=board,
                sitter=Sitter(seat.number),
                do=do,
                text=text,
                version=board.version,
                key=f"assistant-{board.version}",
            )
        except BoardConflict:
            continue  # somebody acted meanwhile: look again
    return MOST_STEPS


def assistants_due() -> list[int]:
    """Return the boards where it has been the assistant's turn for too long."""
    late = timezone.now() - PATIENCE
    waiting = Board.objects.filter(status=Board.Status.PLAYING, changed_at__lt=late)
    mine = waiting.exclude(phase="over").filter(  # a person begins the next game
        Q(seats__number=F("waits_for")) | Q(waits_for=Board.BOTH),
        seats__kind=BoardSeat.Kind.ASSISTANT,
    )
    return [*mine.order_by("pk").values_list("pk", flat=True), *chouettes_late(late)]


def _left(board: Board) -> float:
    """Return for how many seconds the assistant may search."""
    waited = timezone.now() - board.changed_at
    return max(SHORTEST, LONGEST - waited.total_seconds())


def decided(
    state: State, side: int, level: str, *, may_resign: bool = False, seconds: float = inf
) -> tuple[str, str] | None:
    """Return what the assistant does now, and the text of its play; None if it only waits."""
    if state.stage != "playing" or state.is_adjourned:
        return None
    if state.type.name in ASSISTANTS:
        return _on_squares(state, side, cast("LevelName", level), seconds)
    game = cast("Game", state.game)
    offer = state.open_offer
    if offer is not None and offer.side != side:
        if offer.kind == "draw":
            return ("accept" if accepts_draw(game, side) else "refuse"), ""
        # It takes a turn back for anybody, and waits for the player who asks.
        return "accept", ""
    if state.phase == "over":
        return None  # a person begins the next game
    if state.actor != side:
        return None
    choice = choose(game, cast("LevelName", level), may_resign=may_resign)
    if choice.act == "resign":
        return "resign", choice.lost or "single"
    if choice.act == "play":
        assert choice.play is not None
        return "play", play_text(choice.play)
    return choice.act, ""


def _on_squares(
    state: State, side: int, level: LevelName, seconds: float
) -> tuple[str, str] | None:
    """Return what the assistant does at a game without dice and cube."""
    of, game, offer = ASSISTANTS[state.type.name], state.game, state.open_offer
    if offer is not None and offer.side != side:
        if offer.kind == "draw":
            return ("accept" if of.accepts_draw(game, side) else "refuse"), ""
        return "accept", ""
    if state.actor != side:
        return None
    if of.claims_draw(game, side):
        return "claim", ""
    return of.chosen(game, level, seconds)
