"""Who owes whom in a club: a function of the evenings that count and of the payments made.

Evenings are gone through in their order. Each takes over what is still open between the people who
settle it, adds its own figures, and is settled with the fewest payments. So between two people no
more than one debt is open in a currency, and it stands with the last evening that both settled.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games.ledger.settle_up import settle_up

Paid = tuple[int, int, int]
"""Debtor, creditor, and how much, in smallest coins."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What one evening adds in one currency, in smallest coins: plus is owed to somebody.

    What has been paid with it is in the balances already. One that does not settle is being played
    on: it keeps what it took over, and says nothing yet.
    """

    key: int
    currency: str
    balances: Mapping[int, int]
    settles: bool = True


@dataclass(frozen=True, slots=True)
class Owed:
    """A debt of an evening, and the later evening that took it over, if one did."""

    evening: int
    debtor: int
    creditor: int
    amount: int
    currency: str
    carried_to: int | None = None


def with_payments(balances: Mapping[int, int], payments: Iterable[Paid]) -> dict[int, int]:
    """Return balances after payments: who has paid owes less, who was paid is owed less."""
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
    """Return all debts after the evenings, which are given in their order.

    `still_open` is what earlier evenings left; it is returned, too. `known` are payments that
    settled an evening before: they hold again where the balances are the same, which saves looking
    for the fewest once more.
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
