"""Reads what a session has said about the game of one of its boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.db.models import Q

from games.boards.selectors.boards import seats_of, steps_of
from games.models import Board, GameScore, Session
from games.record.log.history import (
    FOLDED,
    History,
    Position,
    advance,
    beginning,
    rows_standing,
)
from games.record.log.snapshots import checkpoints
from games.rules.backgammon import Game
from games.rules.chouette import RULES_VERSION, Action, StartGame, Table
from games.rules.online import plies_of
from games.rules.online.chouette import chouette_board, hand_of


def game_told(board: Board) -> tuple[Table, list[tuple[int, tuple[Action, ...]]]]:
    """Return the table as the game of a board had begun, and the steps said until it was over.

    Each step has its number in the session's log. What was taken back is not among them, nor what
    was corrected later: that changes the score, and not what was decided.
    """
    session = board.session
    assert session is not None  # the board of a chouette
    said = [ply.payload["step"] for ply in plies_of(steps_of(board)) if ply.kind == "cubes"]
    until = Q(sequence__lte=max(said, default=0))
    if board.ended_at is not None:
        until |= Q(created_at__lte=board.ended_at)
    position, sequence = _before_game(session, board.game_number or 0)
    after = session.log.filter(until, kind__in=FOLDED, sequence__gt=sequence)
    history = History.of(rows_standing(after, session.cuts).order_by("sequence"))
    started = 0
    for played in history.standing():
        position, _finished = advance(position, played, as_played=True)
        game = position.table.game
        if isinstance(played.action, StartGame) and game and game.number == board.game_number:
            started = played.sequence
            break
    later = [
        (step.sequence, tuple(one.action for one in step.actions if one.sequence > started))
        for step in history.done
        if step.actions and step.actions[-1].sequence > started
    ]
    return position.table, later


def _before_game(session: Session, number: int) -> tuple[Position, int]:
    """Return a position before a game, and the row of the log that led to it.

    The session remembers those of its last games: a page during a game folds no whole evening.
    """
    for checkpoint in checkpoints(session.checkpoint):
        if checkpoint["rules_version"] == RULES_VERSION:
            position = Position.from_json(checkpoint)
            if position.table.game is None and position.table.played == number - 1:
                return position, checkpoint["sequence"]
    return beginning(session), 0


def points_won(boards: Sequence[Board]) -> dict[int, dict[int, int]]:
    """Return what each seat has won at the boards of chouettes that are over, in hundredths.

    In one query; none where there is no such board.
    """
    over = {
        (board.session_id, board.game_number): board
        for board in boards
        if board.session_id is not None and not board.is_open
    }
    if not over:
        return {}
    numbers = {number for _session, number in over if number is not None}
    rows = GameScore.objects.filter(
        game__session__in={session for session, _number in over}, game__number__in=numbers
    ).order_by("game", "place")
    found: dict[int, dict[int, int]] = {}
    fields = ("game__session_id", "game__number", "player_id", "points")
    for session, number, player, points in rows.values_list(*fields):
        board = over.get((session, number))
        seats = () if board is None else seats_of(board)
        seat = next((one.number for one in seats if one.player_id == player), None)
        if board is not None and seat is not None:
            found.setdefault(board.pk, {})[seat] = points
    return found


def captain_of(board: Board) -> str:
    """Return the captain with whom the game of a board began."""
    return str(board.log.get(sequence=1).payload["start"]["team"][0])


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll at a board of a chouette: the step of its log, the side, and who rolled and moved.

    `hand` is blank where the assistant did.
    """

    step: int
    side: int
    hand: str


def turns_told(board: Board) -> list[Turn]:
    """Return who rolled each roll of a board, in the order of its record.

    That is the captain of the moment, who may be another than the game began with, or who stood in
    for somebody who had gone.
    """
    table, said = game_told(board)
    turns: list[Turn] = []
    for ply in plies_of(steps_of(board)):
        if ply.kind == "cubes":
            while said and said[0][0] <= ply.payload["step"]:
                for action in said.pop(0)[1]:
                    table = table.apply_recorded(action)
        is_roll = ply.kind == "roll" and ply.after.phase != "opening"
        if table.game is None or not (is_roll or ply.kind == "play"):
            continue
        side = cast("Game", ply.before.game).turn
        side = (cast("Game", ply.after.game).turn or 0) if side is None else side
        turn = Turn(ply.sequence, side, hand_of(table, chouette_board(ply.before), side) or "")
        if is_roll:
            turns.append(turn)
        else:
            turns[-1:] = [turn]  # another may play than has rolled
    return turns


def cubes_bought(board: Board) -> dict[str, str]:
    """Return the captain who bought the cube of each member who sold it at a board."""
    table, said = game_told(board)
    found: dict[str, str] = {}
    if not table.rules.captain_may_buy:
        return found
    for _number, actions in said:
        for action in actions:
            table = table.apply_recorded(action)
            bets = table.game.bets if table.game is not None else ()
            found |= {bet.member: bet.holder for bet in bets if bet.bought}
    return found
