"""What was played on a board of backgammon, as records: matches, bets, the page of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.faces.backgammon.replay import ReplayPage
from games.boards.faces.base import ReplayAsked
from games.boards.faces.endings import ended_text, outcome_text
from games.boards.faces.walking import Link
from games.boards.selectors.boards import state_of, steps_of
from games.boards.selectors.chouettes import cubes_bought, game_told
from games.models import Board
from games.rules.backgammon import Doubled, GameRecord, MatchRecord
from games.rules.backgammon.mat import write_mat
from games.rules.backgammon.sgf import write_sgf
from games.rules.online import ChouetteBoard, match_record, member_record, outcome_of, plies_of

FILES: Final = (("mat", ".mat"), ("sgf", ".sgf"), ("json", "JSON"))
"""Of a chouette the log alone: the match text of each bet stands at its board."""
WRITERS: Final[Mapping[str, Callable[[MatchRecord], str]]] = {"mat": write_mat, "sgf": write_sgf}


def board_record(board: Board, names: tuple[str, str], *, with_unwon: bool = False) -> MatchRecord:
    """Return the finished games as a recorded match, perhaps also those that nobody won on it."""
    tags = (
        ("Site", "Chouette"),
        ("EventDate", board.created_at.strftime("%Y.%m.%d")),
        ("Match ID", board.public_id),
    )
    return match_record(steps_of(board), names, tags, with_unwon=with_unwon)


def member_match(
    board: Board, names: Mapping[int, str], seat: int, *, is_bought: bool = False
) -> MatchRecord | None:
    """Return a member's own bet at a chouette as a match of two; None for another seat.

    `is_bought`: as the captain played it who bought the cube; None where nobody has.
    """
    state = state_of(board)
    if not isinstance(state, ChouetteBoard) or board.is_open or not 0 < seat < len(state.team.line):
        return None
    line = state.team.line
    member, player = line[seat], seat
    if is_bought:
        buyer = cubes_bought(board).get(member)
        if buyer is None:
            return None
        player = line.index(buyer)
    players = (names[0], names[player])
    tags = (("Site", "Chouette"), ("EventDate", board.created_at.strftime("%Y.%m.%d")))
    told = {number for number, _actions in game_told(board)[1]}
    steps = steps_of(board)
    return member_record(steps, member, players, tags, is_bought=is_bought, told=told)


def backgammon_replay(asked: ReplayAsked) -> ReplayPage | None:
    """Return the page of a finished game; None if none is finished that can be written down."""
    board, names, number = asked.board, asked.names, asked.number
    # What ended a game may be no play: a draw, the clock, an organizer, the cubes of a chouette.
    games = board_record(board, names, with_unwon=True).games
    state = state_of(board)
    running = state.stage == "playing" and state.phase != "over"
    games = games[: state.number - 1] if running else games
    count = len(games)
    if not count:
        return None
    number = number if 1 <= number <= count else count
    here = reverse("board_game", args=[board.public_id, number])
    return ReplayPage(
        title=asked.title,
        result=game_ended(board, number, names),
        record=games[number - 1],
        has_cube=board.match_length != 1 or is_doubled(games[number - 1]),
        hands=asked.hands,
        names=names,
        url=here,
        at=asked.at,
        games=[
            Link(
                _("Game %(number)s") % {"number": one},
                reverse("board_game", args=[board.public_id, one]),
                one == number,
            )
            for one in range(1, count + 1)
        ]
        if count > 1
        else (),
        downloads=[
            Link(label, reverse("board_file", args=[board.public_id, kind]))
            for kind, label in FILES
            if kind == "json" or board.session_id is None
        ],
        proof_url=reverse("board_proof", args=[board.public_id]),
        analysis_url=reverse("analysis_game", args=[asked.analysis, number])
        if asked.analysis
        else "",
    )


def is_doubled(game: GameRecord) -> bool:
    """Tell whether the cube was offered: earlier matches to 1 had one."""
    return any(isinstance(move, Doubled) for move in game.moves)


def game_ended(board: Board, number: int, names: tuple[str, str]) -> str:
    """Return how a game of a board has ended, by its number from 1; the last one with the match."""
    state = state_of(board)
    if number >= state.number:
        return ended_text(state, names)
    for ply in plies_of(steps_of(board)):
        outcome = outcome_of(ply.after) if ply.game == number else None
        if outcome is not None:
            return outcome_text(board.type, outcome, names)
    return ""
