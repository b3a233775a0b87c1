"""Where the board of a chouette and the table of its session meet, both as values.

The rules of a chouette are asked, never repeated: here stands only what a board has to tell them,
and what it has to know of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.chouette import (
    Action,
    BoxDoubles,
    EndGame,
    ExtraDoubles,
    GiveExtra,
    Open,
    RuleError,
    StartGame,
    Table,
    TeamDoubles,
    action_to_json,
)
from games.rules.chouette.actions import BOX, LEVELS, TEAM
from games.rules.online.board import BY_ASSISTANT, Board, ChouetteBoard
from games.rules.online.errors import OnlineError

SIDES = (BOX, TEAM)
"""The box plays White, the team Black."""
NO_CUBE = {"cube_limit": None, "jacoby": False}
"""The options of the board's own game: its levels are raw, the session's rules count them."""


def chouette_board(board: Board) -> ChouetteBoard:
    """Return the board of a chouette as one, where only such a board can be."""
    assert isinstance(board, ChouetteBoard)
    return board


def line_of(start: StartGame) -> tuple[str, ...]:
    """Return who sits at the board of a game, by seat: box, partner if any, captain, crew."""
    return (start.box, *([start.partner] if start.partner else []), *start.team)


def mover_of(table: Table, side: int) -> str:
    """Return who rolls and moves for a side: the box, or the acting captain."""
    assert table.game is not None  # there is a board only during a game
    return table.game.acting_captain if side else table.game.box


def hand_of(table: Table, board: ChouetteBoard, side: int) -> str | None:
    """Return who moves for a side with their own hands, perhaps for somebody who has vanished.

    None where the assistant does.
    """
    mover, team = mover_of(table, side), board.team
    gone = team.gone_at(side)
    if gone is None or gone.stand is None or team.line[gone.seat] != mover:
        return mover
    return None if gone.stand == BY_ASSISTANT else team.line[gone.stand]


def waits_for_assistant(board: Board) -> bool:
    """Tell whether the assistant is asked for something at the board of a chouette."""
    if not isinstance(board, ChouetteBoard) or board.stage != "playing" or board.is_adjourned:
        return False
    team = board.team
    if team.proposal is not None and team.proposal.points is None:
        return True
    gone = team.gone_at(0)
    if gone is None or gone.stand != BY_ASSISTANT:
        return False
    return board.actor == 0 or (board.phase == "resignation" and 0 in team.asked)


def waits_of(table: Table) -> int | None:
    """Return the side whose answers about cubes are outstanding; None if none are."""
    game = table.game
    if game is None:
        return None
    if game.round is not None:
        by = game.round.animals[0].answerer if game.round.animals else game.round.answerer
        return SIDES.index(by)
    extra = game.open_extra
    if extra is None:
        return None
    return 0 if extra.offered_by == extra.taker else 1


def asked_to_agree(table: Table, line: Sequence[str], side: int, by: str) -> list[int]:
    """Return the seats that are asked where somebody resigns: whose bets are open, and the box."""
    game = table.game
    assert game is not None  # there is a board only during a game
    asked = {bet.holder for bet in game.live} | ({game.box} if side else set())
    return sorted(line.index(one) for one in asked if one != by)


def doubler_of(board: ChouetteBoard) -> str:
    """Return the side that may double now: before its own roll, once a turn; blank for neither."""
    if board.stage != "playing" or board.phase != "roll" or board.is_adjourned:
        return ""
    return SIDES[board.game.turn] if board.team.offered is None else ""


def opening_action(table: Table, dice: tuple[int, int]) -> Open | None:
    """Return how the session records opening dice; None where the box chooses what they do."""
    action = Open(*dice)
    problem = table.problem(action)
    if problem is not None and problem.code == "automatic_choice_missing":
        return None
    return action


def end_action(board: Board) -> EndGame:
    """Return how the session records the end of the board game."""
    if board.ending is not None and board.ending.how == "time":
        assert board.ending.winner is not None  # in backgammon either side can win
        return EndGame(SIDES[board.ending.winner], LEVELS["single"])
    result = board.game.result
    assert result is not None  # the game is over
    return EndGame(SIDES[result.winner], LEVELS[result.level or "single"])


def cubes_said(before: Table, after: Table, actions: Sequence[Action], step: int) -> dict[str, Any]:
    """Return the payload by which a board notes actions about cubes; `step` is the session's.

    `offers` is the side that doubles with them, `redoubles` are those that turn an extra, `gives`
    whether an extra is given, and `waits` the side that answers then.

    Raises:
        OnlineError: only the board itself says that.
    """
    if any(isinstance(one, Open) for one in actions):
        raise OnlineError("dice_of_board")
    offers = [
        SIDES.index(TEAM if isinstance(action, TeamDoubles) else BOX)
        for action in actions
        if isinstance(action, TeamDoubles | BoxDoubles)
    ]
    if len(offers) > 1:
        raise OnlineError("double_once")
    redoubles = {_turner(before, one) for one in actions if isinstance(one, ExtraDoubles)}
    return {
        "actions": [action_to_json(one) for one in actions],
        "step": step,
        "offers": offers[0] if offers else None,
        "redoubles": sorted(redoubles),
        "gives": any(isinstance(one, GiveExtra) for one in actions),
        "waits": waits_of(after),
    }


def _turner(table: Table, action: ExtraDoubles) -> int:
    """Return for which side of the board somebody turns an extra: its giver doubled like the box.

    Raises:
        RuleError: there is no such extra.
    """
    parties = {action.doubler, action.other}
    extras = table.game.extras if table.game is not None else ()
    found = next((one for one in extras if one.live and one.parties == parties), None)
    if found is None:
        raise RuleError("extra_unknown", giver=action.doubler, taker=action.other)
    return 0 if found.giver == action.doubler else 1
