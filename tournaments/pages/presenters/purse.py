"""Fees and prizes of an event: only recorded, the program moves no money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from games.ledger import money
from tournaments.events.selectors.events import DivisionShown
from tournaments.events.selectors.fees import PaidBefore, fees_open
from tournaments.models import Division, Entry, Terms
from tournaments.pages.presenters.events_words import part_name
from tournaments.pages.presenters.finishes import finishes_of, place_text
from tournaments.standings.payouts import Payout, among, payouts, prizes

EVERY_PART: Final = "all"
"""The part of a side pool that is over main bracket, consolation and last chance."""


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of a place: only recorded."""

    place: int
    share: str
    amount: Decimal
    part: str = ""
    """The part of a bracket that it belongs to, where a pool is for all parts."""


@dataclass(frozen=True, slots=True)
class Paid:
    """What a player gets for their place."""

    number: int
    name: str
    place: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Purse:
    """A pool, and how it is split."""

    paid: int
    missing: int
    fees: Decimal
    pool: Decimal
    currency: str
    prizes: tuple[Prize, ...]
    payouts: tuple[Paid, ...] = ()
    costs: Decimal = Decimal(0)
    added: Decimal = Decimal(0)

    @property
    def rest(self) -> Decimal:
        """What stays in the pool once everybody has their prize."""
        return self.pool - sum((one.amount for one in self.payouts), Decimal(0))


@dataclass(frozen=True, slots=True)
class SidePool:
    """A pool besides the fees, for one part of a bracket, and who has joined."""

    number: int
    name: str
    bracket: str
    fee: Decimal
    joined: frozenset[int]
    shares: str
    purse: Purse


def fees_of(terms: Terms, entries: Iterable[Entry]) -> Decimal:
    """Return the sum of the fees paid: for entries, then for later buy-ins."""
    first = terms.fee or Decimal(0)
    again = first if terms.reentry_fee is None else terms.reentry_fee
    paid = [entry.fees_paid for entry in entries if entry.fees_paid]
    return sum((first + again * (count - 1) for count in paid), Decimal(0))


def costs_of(terms: Terms, fees: Decimal, currency: str) -> Decimal:
    """Return what costs take of the fees, rounded down to the coin."""
    return money.amount(_coins(fees * terms.costs / 100, currency), currency)


def _coins(pool: Decimal, currency: str) -> int:
    """Return a pool in whole coins: where a fee is finer than a coin, the rest is nobody's."""
    return int(pool.scaleb(money.decimals(currency)))


def split(
    pool: Decimal, shares: Sequence[int | float], currency: str, parts: Sequence[str] = ("",)
) -> tuple[Prize, ...]:
    """Return the prizes of a pool, exact to the coin; over several `parts` their winners' first."""
    amounts = prizes(_coins(pool, currency), [Decimal(str(one)) for one in shares])
    return tuple(
        Prize(
            1 + turn // len(parts),
            f"{share:g} %",
            money.amount(coins, currency),
            part_name(parts[turn % len(parts)]) if len(parts) > 1 else "",
        )
        for turn, (share, coins) in enumerate(zip(shares, amounts, strict=True))
    )


def _parts(field: DivisionShown, part: str) -> list[str]:
    """Return the parts of a bracket that a pool is over."""
    if part != EVERY_PART or field.bracket is None:
        return [part]
    return [one for one, _levels in field.bracket[0].levels]


def purse_of(
    division: Division,
    entries: Sequence[Entry],
    field: DivisionShown | None = None,
    before: Mapping[int, PaidBefore] | None = None,
) -> Purse:
    """Return the pool of a division; with its `field`, also who gets what by the places so far.

    `before` is who has paid in another division of the season: see `paid_before`.
    """
    terms, currency = division.terms, division.event.currency
    owed = sum(fees_open(entry, before or {}) for entry in entries)
    fees = fees_of(terms, entries)
    costs = costs_of(terms, fees, currency)
    pool = fees - costs + terms.added
    return Purse(
        paid=sum(entry.fees_paid for entry in entries),
        missing=owed if terms.has_fee else 0,
        fees=fees,
        pool=pool,
        currency=currency,
        prizes=split(pool, terms.prizes, currency),
        payouts=() if field is None else _paid(field, pool, terms.prizes, "main", None),
        costs=costs,
        added=terms.added,
    )


def side_pools_of(field: DivisionShown, *, is_over: bool) -> tuple[SidePool, ...]:
    """Return the side pools of a division, with who gets what once all is played."""
    return tuple(
        _side_pool(field, number, row, is_over=is_over)
        for number, row in enumerate(field.division.side_pools, 1)
    )


def amounts_due(field: DivisionShown, entries: Sequence[Entry]) -> dict[int, Decimal]:
    """Return what everybody gets, by number: the prize of their place, side pools included."""
    pools = [pool.purse for pool in side_pools_of(field, is_over=True)]
    due: dict[int, Decimal] = {}
    for purse in (purse_of(field.division, entries, field), *pools):
        for one in purse.payouts:
            due[one.number] = due.get(one.number, Decimal(0)) + one.amount
    return due


def _side_pool(
    field: DivisionShown, number: int, row: Mapping[str, Any], *, is_over: bool
) -> SidePool:
    fee, joined, shares = Decimal(row["fee"]), list(row["joined"]), list(row["prizes"])
    pool, currency = fee * len(joined), field.division.event.currency
    paid = _paid(field, pool, shares, row["bracket"], joined) if is_over else ()
    split_up = split(pool, shares, currency, _parts(field, row["bracket"]))
    return SidePool(
        number=number,
        name=row["name"],
        bracket=row["bracket"],
        fee=fee,
        joined=frozenset(joined),
        shares=", ".join(f"{share:g}" for share in shares),
        purse=Purse(len(joined), 0, pool, pool, currency, split_up, paid),
    )


def _paid(
    field: DivisionShown,
    pool: Decimal,
    shares: Sequence[int | float],
    part: str,
    joined: Sequence[int] | None,
) -> tuple[Paid, ...]:
    """Return who gets what. A pool over all parts pays their winners in turn, then the seconds."""
    currency = field.division.event.currency
    amounts = prizes(_coins(pool, currency), [Decimal(str(one)) for one in shares])
    parts = _parts(field, part)
    paid: list[Paid] = []
    for turn, one in enumerate(parts):
        finishes = finishes_of(field, one)
        if joined is not None:
            finishes = among(finishes, joined)
        where = part_name(one) if len(parts) > 1 else ""
        found = payouts(amounts[turn :: len(parts)], finishes)
        paid += [_line(field, payout, currency, where) for payout in found]
    return tuple(paid)


def _line(field: DivisionShown, payout: Payout, currency: str, where: str) -> Paid:
    number = payout.finish.number
    name = field.names.get(str(number), "")
    place = f"{where}: {place_text(payout.finish)}" if where else place_text(payout.finish)
    return Paid(number, name, place, money.amount(payout.coins, currency))
