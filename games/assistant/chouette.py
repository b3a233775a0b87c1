"""What the bets of a chouette are worth, and what the box answers where nobody is there to.

A bet is judged as if it were played alone, on its own cube: that is how a settlement is talked
about at a table, and how each member decides.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.assistant.engine import Engine, Holder, Stakes
from games.rules.backgammon.game import Game as BoardGame
from games.rules.chouette import (
    Action,
    Bet,
    BoxAnimals,
    BoxReplies,
    Game,
    HouseRules,
    Table,
)
from games.rules.chouette.actions import ACCEPT, BEAVER, BOX, DROP, TAKE, TEAM
from games.rules.chouette.legality import able
from games.rules.chouette.scoring import gammons_count
from games.rules.chouette.state import CENTRE, MEMBER

SIDES = (BOX, TEAM)


def bet_stakes(rules: HouseRules, game: Game, bet: Bet, side: int) -> Stakes:
    """Return what a side plays for on a bet: the box is 0, its member 1."""
    counts = gammons_count(rules, game, bet)
    return Stakes(bet.value, _holder(bet, side), jacoby=not counts, beavers=rules.allows_animals(1))


def settlements(table: Table, board: BoardGame, engine: Engine) -> tuple[tuple[str, int], ...]:
    """Return what each live bet is worth now, in hundredths: positive where the box would pay.

    The side on roll may double where the rules let it, and does if that is right.
    """
    game = table.game
    assert game is not None  # asked only while a game is played
    assert board.turn is not None
    side = board.turn
    may_double = {bet.member for bet in able(table.rules, game, SIDES[side])}
    found = []
    for bet in game.live:
        stakes = bet_stakes(table.rules, game, bet, side)
        equity = _equity(board, stakes, engine, may_double=bet.member in may_double)
        found.append((bet.member, round((equity if side else -equity) * bet.worth(bet.value))))
    return tuple(found)


def box_answer(table: Table, board: BoardGame, engine: Engine) -> Action | None:
    """Return what a box that has gone answers: each cube as it is right, as far as that is legal.

    None where nothing is asked of the box.
    """
    game = table.game
    if game is None or game.round is None:
        return None
    animals = game.round.animals
    if (animals[0].answerer if animals else game.round.answerer) != BOX:
        return None
    return next((one for one in _answers(table, board, engine) if table.problem(one) is None), None)


def _answers(table: Table, board: BoardGame, engine: Engine) -> Iterator[Action]:
    """Yield answers to the open offers: the right one first, then what is always legal."""
    game = table.game
    assert game is not None
    assert game.round is not None
    waiting = game.round.waiting
    if game.round.animals:
        yield BoxAnimals(tuple((member, ACCEPT) for member in waiting))
        return
    right = {}
    for member in waiting:
        bet = game.bet(member)
        assert bet is not None
        rating = engine.rate_cube(board.position, bet_stakes(table.rules, game, bet, 1))
        right[member] = TAKE if rating.is_take else DROP
    for words in (right, dict.fromkeys(waiting, TAKE), dict.fromkeys(waiting, BEAVER)):
        yield BoxReplies(tuple(words.items()))
    yield BoxReplies(tuple((member, DROP) for member in waiting))


def _equity(board: BoardGame, stakes: Stakes, engine: Engine, *, may_double: bool) -> float:
    """Return the equity of the side that is to roll or to play, in cubes."""
    if board.roll is not None:
        plays = engine.rate_plays(board.position, board.roll, stakes)
        return max(one.equity for one in plays)
    rating = engine.rate_cube(board.position, stakes)
    return rating.best if may_double else rating.hold


def _holder(bet: Bet, side: int) -> Holder:
    if bet.owner == CENTRE:
        return "nobody"
    return "self" if bet.owner == (BOX, MEMBER)[side] else "other"
