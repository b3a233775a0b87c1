"""Which function carries out which action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from games.rules.chouette import lineup, play
from games.rules.chouette.actions import (
    Action,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    EndGame,
    EnterPoints,
    ExtraDoubles,
    ExtraReply,
    GiveExtra,
    Join,
    Leave,
    NamePartner,
    Open,
    RollOrder,
    SetOrder,
    Settle,
    StartGame,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.ending import end_game, enter_points, running, unless_over
from games.rules.chouette.errors import StateError

if TYPE_CHECKING:
    from games.rules.chouette.table import Table


def carried_out(table: Table, action: Action) -> Table:
    """Return the table after an action.

    Raises:
        RuleError: the rules forbid it.
        StateError: it is not an action.
    """
    step = STEPS.get(type(action))
    if step is None:
        raise StateError("action_malformed")
    return step(table, action)


def _open(table: Table, action: Open) -> Table:
    return replace(table, game=play.open_with(table.rules, running(table), action))


def _offer(table: Table, action: TeamDoubles | BoxDoubles) -> Table:
    return replace(table, game=play.offer(table.rules, running(table), action))


def _reply(table: Table, action: BoxReplies | TeamReplies) -> Table:
    return unless_over(table, play.reply(table.rules, running(table), action))


def _animals(table: Table, action: BoxAnimals | TeamAnimals) -> Table:
    return unless_over(table, play.answer_animals(table.rules, running(table), action))


def _settle(table: Table, action: Settle) -> Table:
    return unless_over(table, play.settle(table.rules, running(table), action))


def _give_extra(table: Table, action: GiveExtra) -> Table:
    stake = min(table.stake_of(action.giver), table.stake_of(action.taker))
    return replace(table, game=play.give_extra(table.rules, running(table), action, stake))


def _double_extra(table: Table, action: ExtraDoubles) -> Table:
    return replace(table, game=play.double_extra(table.rules, running(table), action))


def _reply_extra(table: Table, action: ExtraReply) -> Table:
    return unless_over(table, play.reply_extra(running(table), action))


STEPS: Final[Mapping[type[Any], Callable[[Table, Any], Table]]] = {
    RollOrder: lineup.roll_order,
    SetOrder: lineup.set_order,
    StartGame: lineup.start_game,
    EnterPoints: enter_points,
    Open: _open,
    TeamDoubles: _offer,
    BoxDoubles: _offer,
    BoxReplies: _reply,
    TeamReplies: _reply,
    BoxAnimals: _animals,
    TeamAnimals: _animals,
    Settle: _settle,
    GiveExtra: _give_extra,
    ExtraDoubles: _double_extra,
    ExtraReply: _reply_extra,
    EndGame: end_game,
    Join: lineup.join,
    Leave: lineup.leave,
    NamePartner: lineup.name_partner,
}
