"""What a game pays: each bet, the side bets, the partner's share, and the resulting transfers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from games.rules.chouette.actions import BEAVER, BOX, DROP, TEAM
from games.rules.chouette.options import HouseRules
from games.rules.chouette.state import POINT, Bet, Closing, Extra, Game
from games.rules.values import replace, shared

_closing: Final = shared(Closing)

Transfers = tuple[tuple[str, str, int], ...]


def gammons_count(rules: HouseRules, game: Game, bet: Bet) -> bool:
    """Tell whether this bet pays double for a gammon (option ``jacoby``)."""
    if rules.jacoby == "off" or (rules.jacoby_automatics and game.automatics > 0):
        return True
    return bet.turned if rules.jacoby == "cube" else game.offered


def played_out(rules: HouseRules, game: Game, winner: str, level: int) -> Game:
    """Close every live bet and extra by the result on the board."""
    sign = 1 if winner == TEAM else -1
    bets = []
    for bet in game.bets:
        if bet.closed is None:
            paid = bet.worth(bet.value) * (level if gammons_count(rules, game, bet) else 1)
            bet = replace(bet, closed=_closing("board", sign * paid, winner))
        bets.append(bet)
    extras = tuple(
        replace(extra, closed=sign * extra.value * extra.stake * POINT * level)
        if extra.live
        else extra
        for extra in game.extras
    )
    return replace(game, bets=tuple(bets), extras=extras)


def box_net(bets: Iterable[Bet]) -> int:
    """Return the box side's result of closed bets, in hundredths."""
    return -sum(bet.closed.amount for bet in bets if bet.closed is not None)


def net_of_replies(game: Game, replies: Mapping[str, str]) -> int:
    """Return the box side's result if the box won a single game after these replies.

    ``replies`` has one for every live bet. Source: ``minimum_take``. Closed bets count as they are,
    a taken cube its new value (beavered: twice that), a dropped one minus its old value.
    """
    net = 0
    for bet in game.bets:
        if bet.closed is not None:
            net -= bet.closed.amount
            continue
        reply = replies[bet.member]
        if reply == DROP:
            net -= bet.worth(bet.value)
        else:
            net += bet.worth(bet.value * (4 if reply == BEAVER else 2))
    return net


def partner_share(net: int, percent: str) -> int:
    """Return the partner's part of the box side's result: rounded toward zero to whole points.

    >>> partner_share(900, "50"), partner_share(-900, "50"), partner_share(100, "50")
    (400, -400, 0)
    """
    exact = Fraction(net) * Fraction(percent) / (100 * POINT)
    return int(exact) * POINT


def flows(game: Game) -> list[tuple[str, str, int]]:
    """Return who pays whom in a game whose bets are closed; hundredths, negative: the reverse.

    Every entry has two parties, so the game sums to zero by construction.
    """
    paid = [(game.box, bet.holder, bet.closed.amount) for bet in game.bets if bet.closed]
    if game.partner is not None:
        share = partner_share(box_net(game.bets), game.share)
        paid.append((game.box, game.partner, share))
    paid += [
        (extra.giver, extra.taker, extra.closed)
        for extra in game.extras
        if extra.closed is not None
    ]
    paid += game.paid
    return paid


def points_of(order: Iterable[str], paid: Iterable[tuple[str, str, int]]) -> dict[str, int]:
    """Sum each player's payments."""
    points = dict.fromkeys(order, 0)
    for payer, payee, amount in paid:
        points[payer] -= amount
        points[payee] += amount
    return points


def transfers_of(paid: Iterable[tuple[str, str, int]]) -> Transfers:
    """Net the payments between each two players: (payer, payee, amount > 0)."""
    between: dict[tuple[str, str], int] = defaultdict(int)
    for payer, payee, amount in paid:
        if (payee, payer) in between:
            between[payee, payer] -= amount
        else:
            between[payer, payee] += amount
    return tuple(
        (payer, payee, amount) if amount > 0 else (payee, payer, -amount)
        for (payer, payee), amount in between.items()
        if amount
    )


def exposure(rules: HouseRules, game: Game) -> dict[tuple[str, int], dict[str, int]]:
    """Return everyone's result if the board game ended now, by winner and level, in hundredths.

    Unanswered offers count as not made.
    """
    return {
        (winner, level): points_of(game.line.order, flows(played_out(rules, game, winner, level)))
        for winner in (BOX, TEAM)
        for level in (1, 2, 3)
    }


def drop_extra(extra: Extra, dropper: str) -> Extra:
    """Close an extra whose redouble was dropped: the dropper pays its value before the offer."""
    paid = extra.value * extra.stake * POINT
    return replace(extra, closed=paid if dropper == extra.giver else -paid, offered_by=None)
