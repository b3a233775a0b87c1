"""How a game ends (on the board, by its cubes, or entered as points) and what follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final

from games.rules.chouette import rotation, scoring
from games.rules.chouette.actions import BOX, LEVELS, SIDES, TEAM, EndGame, EnterPoints, Join
from games.rules.chouette.errors import RuleError
from games.rules.chouette.state import POINT, Closing, Game, GameResult, repeated
from games.rules.chouette.table_state import T, TableState
from games.rules.values import replace

MOST_POINTS: Final = 100_000_000
"""The most points that can be agreed or entered: far beyond any table, and safe to store."""


def running(table: TableState) -> Game:
    """Return the game in progress.

    Raises:
        RuleError: no game is in progress.
    """
    if not table.ordered:
        raise RuleError("order_missing")
    if table.game is None:
        raise RuleError("no_game")
    return table.game


def require_quiet(game: Game) -> None:
    """Raise while an answer, or the second roll of a tied opening, is outstanding.

    Raises:
        RuleError: something is outstanding.
    """
    if game.opening == "tied":
        raise RuleError("reroll_first")
    if game.round is not None:
        raise RuleError("answers_due", players=_who_answers(game))
    extra = game.open_extra
    if extra is not None:
        raise RuleError("answers_due", players=tuple(extra.parties - {extra.offered_by or ""}))


def _who_answers(game: Game) -> tuple[str, ...]:
    round = game.round
    if round is None:
        return ()
    side = round.animals[0].answerer if round.animals else round.answerer
    return round.waiting if side == TEAM else (game.box,)


def require_points(hundredths: int) -> None:
    """Raise where an amount is too large to store.

    Raises:
        RuleError: more than ``MOST_POINTS`` points.
    """
    if abs(hundredths) > MOST_POINTS * POINT:
        raise RuleError("points_too_large", limit=MOST_POINTS)


def enter_points(table: T, action: EnterPoints) -> T:
    """Record a game of which only the points are known. Source: phase 8, "Points only"."""
    game = running(table)
    require_quiet(game)
    if game.started:
        raise RuleError("points_late")
    for member, points in action.points:
        if member not in game.team:
            raise RuleError("no_cube", player=member)
        require_points(points)
    for member in repeated(member for member, _ in action.points):
        raise RuleError("named_twice", player=member)
    points_by = dict(action.points)
    for member in game.team:
        if member not in points_by:
            raise RuleError("points_incomplete", player=member)
    winner = action.winner
    if winner is None:
        captains = points_by[game.captain]
        if captains == 0:
            raise RuleError("points_side_missing", captain=game.captain)
        winner = TEAM if captains > 0 else BOX
    if winner not in SIDES:
        raise RuleError("side_invalid")
    bets = tuple(
        replace(bet, closed=Closing("points", points_by[bet.member], winner)) for bet in game.bets
    )
    return _finished(table, replace(game, bets=bets), winner, None, "points", game.captain)


def end_game(table: T, action: EndGame) -> T:
    """End the board game with a winner and a level. Source: phase 7."""
    game = running(table)
    require_quiet(game)
    if action.winner not in SIDES:
        raise RuleError("side_invalid")
    if action.level not in LEVELS.values():
        raise RuleError("level_invalid")
    decider = game.acting_captain
    game = scoring.played_out(table.rules, game, action.winner, action.level)
    return _finished(table, game, action.winner, action.level, "board", decider)


def unless_over(table: T, game: Game) -> T:
    """Return the table with this game, or after the game if its last bet is closed.

    The winner is the side of the decider: the highest-ranking member whose bet the last event
    closed.
    """
    if not game.over:
        return replace(table, game=game)
    last = [bet for bet in game.bets if bet.member in game.closing]
    deciding = min(last, key=lambda bet: (game.team.index(bet.holder), bet.bought))
    assert deciding.closed is not None  # the decider's bet is among those closed last
    return _finished(table, game, deciding.closed.side, None, "cubes", deciding.holder)


def _finished(table: T, game: Game, winner: str, level: int | None, ending: str, decider: str) -> T:
    """Return the table after a game whose bets are all closed: new totals and the next line."""
    paid = scoring.flows(game)
    points = scoring.points_of(game.line.order, paid)
    captain_bet = game.bets[0]
    assert captain_bet.closed is not None  # all bets are closed here
    result = GameResult(
        number=game.number,
        line=game.line,
        by_hand=game.by_hand,
        winner=winner,
        level=level,
        ending=ending,
        points=points,
        transfers=scoring.transfers_of(paid),
        net=scoring.box_net(game.bets),
        bets=game.bets,
        extras=game.extras,
        start=game.start * 2**game.automatics,
        automatics=game.automatics,
        decider=decider,
        captain_side=captain_bet.closed.side,
        rule="",
        order=(),
    )
    seating, rule = rotation.next_seating(
        table.rules, rotation.situation(result), game.partner, game.share
    )
    order = seating.order
    for kind, player in table.moves:
        if kind == Join.kind:
            sat_out = player not in game.line.order
            before = table.line_before if sat_out else ()
            seating = rotation.join(table.rules, seating, player, before)
        else:
            seating = rotation.leave(seating, player)
    totals = defaultdict(int, points)
    return replace(
        table,
        amounts=tuple(
            amount + totals[player]
            for player, amount in zip(table.players, table.amounts, strict=True)
        ),
        seating=seating,
        game=None,
        moves=(),
        played=game.number,
        last=replace(result, rule=rule, order=order, after=seating),
    )


STEPS: Final[Mapping[type[Any], Callable[[Any, Any], Any]]] = {
    EnterPoints: enter_points,
    EndGame: end_game,
}
