"""Who owes whom in a club, from the evenings that count and the payments made.

Evenings are processed in order. Each takes over the open debts between the people who settle it,
adds its own figures, and is settled with the fewest payments. So two people never have more than
one open debt in a currency, and it belongs to the last evening that both settled.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games.ledger.settle_up import settle_up

Paid = tuple[int, int, int]
"""Debtor, creditor, and how much, in smallest coins."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What one evening adds in one currency, in smallest coins: plus is owed to the person.

    Payments made with the evening are already in the balances. An evening that is not settled is
    still being played: it keeps the debts it took over and yields none yet.
    """

    key: int
    currency: str
    balances: Mapping[int, int]
    settles: bool = True


@dataclass(frozen=True, slots=True)
class Owed:
    """A debt of an evening, and the later evening that took it over, if any."""

    evening: int
    debtor: int
    creditor: int
    amount: int
    currency: str
    carried_to: int | None = None


def with_payments(balances: Mapping[int, int], payments: Iterable[Paid]) -> dict[int, int]:
    found = dict(balances)
    for payer, payee, size in payments:
        found[payer] = found.get(payer, 0) + size
        found[payee] = found.get(payee, 0) - size
    return found


def debts_of(
    evenings: Iterable[Evening],
    still_open: Iterable[Owed] = (),
    known: Mapping[tuple[int, str], tuple[Paid, ...]] | None = None,
) -> list[Owed]:
    """Return all debts after the evenings, which are in order.

    `still_open` is what earlier evenings left; it is returned too. `known` are payments that
    settled an evening before: they are reused where the balances are the same, which saves another
    search for the fewest.
    """
    waiting: dict[str, list[Owed]] = {}
    done: list[Owed] = []
    for owed in still_open:
        waiting.setdefault(owed.currency, []).append(owed)
    for evening in evenings:
        balances = dict(evening.balances)
        rest: list[Owed] = []
        for owed in waiting.get(evening.currency, ()):
            if owed.debtor in evening.balances and owed.creditor in evening.balances:
                done.append(replace(owed, carried_to=evening.key))
                balances[owed.debtor] -= owed.amount
                balances[owed.creditor] += owed.amount
            else:
                rest.append(owed)
        if evening.settles:
            before = (known or {}).get((evening.key, evening.currency), ())
            rest += (
                Owed(evening.key, debtor, creditor, size, evening.currency)
                for debtor, creditor, size in _settled(balances, before)
            )
        waiting[evening.currency] = rest
    return done + [owed for rest in waiting.values() for owed in rest]


def _settled(balances: Mapping[int, int], before: tuple[Paid, ...]) -> tuple[Paid, ...]:
    wanted = {person: size for person, size in balances.items() if size}
    if before:
        nothing = with_payments(wanted, before)
        if not any(nothing.values()):
            return before
    return tuple((one.debtor, one.creditor, one.amount) for one in settle_up(wanted))
