"""What the assistant does at a chouette for a box that has vanished; in the worker only."""

from __future__ import annotations

from typing import Final

from games.assistant import Choice, choose, engine_of
from games.assistant.chouette import box_answer, settlements
from games.assistant.levels import CUBE_PLIES
from games.boards.errors import BoardConflict
from games.boards.selectors.boards import state_of
from games.boards.services.writing import BoardRequest, Make, Writing, board_write
from games.chouetteboards.selectors.games import BOX_SIDE
from games.chouetteboards.services.acts import finish, opened
from games.chouetteboards.services.evenings import EveningHeld
from games.chouetteboards.services.following import cubes_note
from games.eventlog.turns import one_at_a_time
from games.models import Board, Session
from games.record.log.snapshots import position_of
from games.rules.backgammon import play_text
from games.rules.chouette import Action
from games.rules.online import ChouetteBoard
from games.rules.online.chouette import chouette_board, waits_for_assistant

MOST_STEPS: Final = 12
"""In one task: an answer, a roll and a play are three."""


def chouette_assist(*, board_id: int) -> int:
    """Do what the assistant is asked for at a chouette, and return how many steps that were.

    It may run twice: what it finds is written only if the board is as it was.
    """
    for count in range(MOST_STEPS):
        board = Board.objects.select_related("club", "session__club").filter(pk=board_id).first()
        if board is None or board.session is None or not board.is_open:
            return count
        state = chouette_board(state_of(board))
        if not waits_for_assistant(state):
            return count
        try:
            _assist(board, board.session, state)
        except BoardConflict:
            continue  # somebody acted meanwhile: look again
    return MOST_STEPS


def _assist(board: Board, session: Session, state: ChouetteBoard) -> None:
    """Find out what to do, which takes its time, and then write it.

    Raises:
        BoardConflict: the board has changed meanwhile.
    """
    team, table = state.team, position_of(session).table
    if team.proposal is not None and team.proposal.points is None:
        found = settlements(table, state.game, engine_of(CUBE_PLIES))
        _write(board, "propose", lambda writing: writing.do("propose", None, points=found))
        return
    answer = box_answer(table, state.game, engine_of(CUBE_PLIES))
    choice = choose(state.game, "strong") if state.phase in ("play", "resignation") else None
    with one_at_a_time():
        evening = EveningHeld.of_program(board, session)
        if evening.session.version != session.version:
            raise BoardConflict("board_stale")

        def make(writing: Writing) -> None:
            _done(writing, evening, answer, choice)

        _write(board, "assistant", make)


def _write(board: Board, kind: str, make: Make) -> None:
    key = f"assistant-{board.version}"
    board_write(BoardRequest(board, None, kind, version=board.version, key=key), make)


def _done(
    writing: Writing, evening: EveningHeld, answer: Action | None, choice: Choice | None
) -> None:
    """Do one thing for the box: answer the cubes, say what equal dice do, roll or play."""
    state = chouette_board(writing.state)
    if answer is not None:
        before, step = evening.table, evening.session.length + 1
        evening.say(answer)
        cubes_note(writing, before, evening.table, (answer,), step)
    elif state.team.tie is not None:
        opened(writing, evening, chosen=False)
    elif state.phase == "roll":
        writing.roll(BOX_SIDE)
        evening.ask_team(writing.state)
    elif choice is not None and choice.play is not None:
        writing.do("play", BOX_SIDE, text=play_text(choice.play))
        finish(writing, evening)
        evening.ask_team(writing.state)
    elif choice is not None:
        writing.do(choice.act, None, seat=0)
        finish(writing, evening)
