"""Who gets what of a pool: exact to the smallest coin, ties sharing the prizes of their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Finish:
    """An entry's final places, `first` to `last`: the same unless shared."""

    number: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Payout:
    """What an entry gets, in smallest coins."""

    finish: Finish
    coins: int


def prizes(pool: int, shares: Sequence[Decimal]) -> tuple[int, ...]:
    """Split a pool of coins into prizes by shares in percent, the first place's first.

    Each is rounded down; coins that are left of what the shares give together go, one each, to
    those cut most, the better place first. So shares of 100 percent give the pool exactly.
    """
    exact = [Fraction(share) * pool / 100 for share in shares]
    coins = [int(one) for one in exact]
    left = int(sum(exact, Fraction(0))) - sum(coins)
    by_cut = sorted(range(len(exact)), key=lambda place: (coins[place] - exact[place], place))
    for place in by_cut[:left]:
        coins[place] += 1
    return tuple(coins)


def payouts(amounts: Sequence[int], finishes: Sequence[Finish]) -> tuple[Payout, ...]:
    """Pay prizes out: who shares places shares their prizes, rounded down to the coin.

    What cannot be split stays in the pool.
    """
    found = []
    for finish in finishes:
        together = sum(amounts[finish.first - 1 : finish.last])
        coins = together // (finish.last - finish.first + 1)
        if coins:
            found.append(Payout(finish, coins))
    return tuple(found)


def among(finishes: Sequence[Finish], joined: Sequence[int]) -> tuple[Finish, ...]:
    """Rank only some of the entries, as for a pool that not everybody has joined."""
    there = [one for one in finishes if one.number in set(joined)]
    found = []
    for finish in there:
        before = sum(other.last < finish.first for other in there)
        level = sum(other.first <= finish.last and finish.first <= other.last for other in there)
        found.append(Finish(finish.number, before + 1, before + level))
    return tuple(found)
