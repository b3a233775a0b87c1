"""Seating: the order, lines, joins, departures and partners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from games.rules.chouette import rotation
from games.rules.chouette.actions import (
    PERCENT,
    Join,
    Leave,
    NamePartner,
    ReleasePartner,
    RollOrder,
    SetOrder,
    StartGame,
)
from games.rules.chouette.errors import RuleError
from games.rules.chouette.order import order_from_dice
from games.rules.chouette.state import Bet, Game, Line, Seating, repeated
from games.rules.chouette.table_state import T, TableState
from games.rules.values import replace, shared

_bet: Final = shared(Bet)

FEWEST_PLAYERS: Final = 3
"""The fewest players for a new session; it may go on with two."""
MOST_CAP: Final = 1_000_000
"""The highest cap: far beyond any format, and safe to store."""
HIGHEST_START: Final = 4096
"""The highest starting cube: far beyond any format, and safe to store."""


def roll_order(table: T, action: RollOrder) -> T:
    """Set the order that the dice give. Source: phase 1."""
    _require_unordered(table)
    return _with_order(table, order_from_dice(table.present, action.dice))


def set_order(table: T, action: SetOrder) -> T:
    """Set the order by hand: it names everyone once."""
    _require_unordered(table)
    _require_everyone(table, action.line, table.present)
    return _with_order(table, action.line)


def _require_unordered(table: TableState) -> None:
    if table.ordered:
        raise RuleError("order_exists")
    if len(table.present) < FEWEST_PLAYERS:
        raise RuleError("too_few_players")


def _require_everyone(table: TableState, named: Sequence[str], all_of: Sequence[str]) -> None:
    for player in named:
        if player not in all_of:
            raise RuleError("order_unknown", player=player)
    for player in repeated(named):
        raise RuleError("order_twice", player=player)
    for player in all_of:
        if player not in named:
            raise RuleError("order_incomplete", player=player)


def _with_order(table: T, order: tuple[str, ...]) -> T:
    return replace(table, ordered=True, seating=Seating(order), moves=())


def start_game(table: T, action: StartGame) -> T:
    """Begin a game with its line and a bet for every member of the team.

    Any line but the proposed one must be marked as set by hand. Source: phase 9, "Partner".
    """
    _require_between(table)
    proposed = table.seating.line
    if proposed is None or not proposed.team:
        raise RuleError("two_needed")
    if table.seating.partner is None and rotation.partner_required(
        table.rules, len(table.seating.order)
    ):
        raise RuleError("partner_required", number=len(table.seating.order))
    line = Line(action.box, action.partner, action.team)
    if line != proposed:
        _check_line(table, line, proposed, action.by_hand)
    start = _starting_cube(table, action)
    boxes = table.stake_of(line.box)
    game = Game(
        number=table.played + 1,
        line=line,
        by_hand=line != proposed,
        share=table.seating.share,
        start=start,
        caps=_caps(line, action.caps),
        bets=tuple(
            [
                _bet(member, member, min(boxes, table.stake_of(member)), start)
                for member in line.team
            ]
        ),
    )
    return replace(table, game=game)


def _starting_cube(table: TableState, action: StartGame) -> int:
    """Return the value every cube begins on: the action's, else the house rules'."""
    value = action.starting_cube
    if value is None:
        return table.rules.starting_cube
    if not 1 <= value <= HIGHEST_START or value & (value - 1):
        raise RuleError("start_invalid", limit=HIGHEST_START)
    if not table.rules.allows(value):
        raise RuleError("start_over_limit", start=value, limit=str(table.rules.cube_limit))
    return value


def _caps(line: Line, caps: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """Return the caps of this game; each player is in the line and named once."""
    for player, cap in caps:
        if player not in line.order:
            raise RuleError("not_present", player=player)
        if not 0 <= cap <= MOST_CAP:
            raise RuleError("cap_invalid", limit=MOST_CAP)
    for player in repeated(player for player, _ in caps):
        raise RuleError("order_twice", player=player)
    return caps


def _check_line(table: TableState, line: Line, proposed: Line, by_hand: bool) -> None:
    if not by_hand:
        raise RuleError("line_wrong", players=proposed.order)
    for player in line.order:
        if player not in table.seating.order:
            raise RuleError("not_present", player=player)
    for player in repeated(line.order):
        raise RuleError("order_twice", player=player)
    for player in table.seating.order:
        if player not in line.order:
            raise RuleError("line_incomplete", player=player)
    if line.partner != proposed.partner:
        if proposed.partner is None:
            raise RuleError("line_no_partner")
        raise RuleError("line_partner", partner=proposed.partner)


def _require_between(table: TableState) -> None:
    if not table.ordered:
        raise RuleError("order_missing")
    if table.game is not None:
        raise RuleError("game_running")


def join(table: T, action: Join) -> T:
    """Seat a newcomer: at once between games, else after the game. Source: "Joining".

    Before the first line they are among those who are put in it.
    """
    if action.player in table.present:
        raise RuleError("already_present", player=action.player)
    if action.stake is not None:
        if action.stake < 1:
            raise RuleError("stake_invalid")
        known = table.stakes.get(action.player)
        if action.player in table.players and action.stake != (known or 1):
            raise RuleError("stake_changed", player=action.player, stake=known or 1)
        table = replace(table, stakes={**table.stakes, action.player: action.stake})
    if action.player not in table.players:
        table = replace(table, players=(*table.players, action.player), amounts=(*table.amounts, 0))
    if table.game is not None or not table.ordered:
        return replace(table, moves=(*table.moves, (Join.kind, action.player)))
    seating = rotation.join(table.rules, table.seating, action.player, table.line_before)
    return replace(table, seating=seating)


def leave(table: T, action: Leave) -> T:
    """Let a player go: at once between games, else after the game. Source: "Leaving".

    Before the first line they are no longer among those who are put in it.
    """
    if action.player not in table.present:
        raise RuleError("not_present", player=action.player)
    if table.game is not None or not table.ordered:
        return replace(table, moves=(*table.moves, (Leave.kind, action.player)))
    return replace(table, seating=rotation.leave(table.seating, action.player))


def name_partner(table: T, action: NamePartner) -> T:
    """Give the box a partner, who moves to the second place. Source: "Partner"."""
    if not table.ordered:
        raise RuleError("order_missing")
    if table.game is not None:
        raise RuleError("between_games_only")
    seating = table.seating
    if not PERCENT.fullmatch(action.percent) or Fraction(action.percent) > 100:
        raise RuleError("percent_invalid")
    if action.player not in seating.order:
        raise RuleError("not_present", player=action.player)
    if seating.partner is not None:
        raise RuleError("partner_exists", partner=seating.partner)
    if action.player == seating.order[0]:
        raise RuleError("partner_is_box", player=action.player)
    if len(seating.order) < 3:
        raise RuleError("partner_needs_three")
    return replace(table, seating=rotation.name_partner(seating, action.player, action.percent))


def release_partner(table: T, action: ReleasePartner) -> T:
    """Let the box play alone again where the rules no longer demand a partner.

    Who is released stays second, and is the captain. Source: "Partner".
    """
    if not table.ordered:
        raise RuleError("order_missing")
    if table.game is not None:
        raise RuleError("between_games_only")
    seating = table.seating
    if seating.partner is None or seating.partner != action.player:
        raise RuleError("partner_other", player=action.player)
    if rotation.partner_required(table.rules, len(seating.order)):
        raise RuleError("partner_required", number=len(seating.order))
    if table.rules.partner_required_from is None:
        raise RuleError("partner_stays", partner=seating.partner)
    return replace(table, seating=replace(seating, partner=None, share="50"))


STEPS: Final[Mapping[type[Any], Callable[[Any, Any], Any]]] = {
    RollOrder: roll_order,
    SetOrder: set_order,
    StartGame: start_game,
    Join: join,
    Leave: leave,
    NamePartner: name_partner,
    ReleasePartner: release_partner,
}
