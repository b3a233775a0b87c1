"""Who pays whom at the end of an evening, with the fewest payments.

People whose results cancel out among themselves form a group; a group of k needs k - 1 payments, so
the most groups give the fewest payments. Up to `EXACT_UP_TO` people the best grouping is found
exactly, by a table over all subsets; beyond, large debts are paid greedily until so few are left.
The answer does not depend on the order of the input.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

EXACT_UP_TO = 12

# A person's name or primary key.
Person = TypeVar("Person", int, str)


@dataclass(frozen=True)
class Payment(Generic[Person]):
    """One person pays another an amount in smallest coins, greater than zero."""

    debtor: Person
    creditor: Person
    amount: int


def settle_up(balances: Mapping[Person, int]) -> tuple[Payment[Person], ...]:
    """Find payments that bring every balance (plus: is owed, minus: owes) to zero.

    Raises:
        ValueError: if the balances do not sum to zero.
    """
    if sum(balances.values()) != 0:
        raise ValueError("the balances do not sum to zero")
    open_balances = {name: value for name, value in sorted(balances.items()) if value}
    payments: list[Payment[Person]] = []
    while len(open_balances) > EXACT_UP_TO:
        payments.append(_pay_once(open_balances))
    for group in _most_groups(open_balances):
        rest = {name: open_balances[name] for name in group}
        while rest:
            payments.append(_pay_once(rest))
    return tuple(sorted(payments, key=lambda p: (p.debtor, -p.amount, p.creditor)))


def _pay_once(open_balances: dict[Person, int]) -> Payment[Person]:
    """Remove one payment from the balances: between two that cancel, else between the largest."""
    debtors = sorted((v, name) for name, v in open_balances.items() if v < 0)
    creditors = sorted((-v, name) for name, v in open_balances.items() if v > 0)
    credit_of = dict(reversed(creditors))
    debt, debtor = next((d for d in debtors if d[0] in credit_of), debtors[0])
    creditor = credit_of.get(debt, creditors[0][1])
    size = min(-debt, open_balances[creditor])
    for name, change in ((debtor, size), (creditor, -size)):
        open_balances[name] += change
        if open_balances[name] == 0:
            del open_balances[name]
    return Payment(debtor, creditor, size)


def _most_groups(balances: Mapping[Person, int]) -> list[list[Person]]:
    """Split the balances into the most groups that sum to zero.

    `best[s]` is the most groups that can be closed when the people in subset `s` are lined up one
    after the other: a group closes whenever the people so far sum to zero. Walking back from
    everybody along a best line-up, each zero on the way is the border of a group.
    """
    names = list(balances)
    size = 1 << len(names)
    total = [0] * size
    best = [0] * size
    last = [0] * size
    for subset in range(1, size):
        low = subset & -subset
        total[subset] = total[subset ^ low] + balances[names[low.bit_length() - 1]]
        members = [i for i in range(len(names)) if subset >> i & 1]
        last[subset] = max(members, key=lambda i: best[subset ^ 1 << i])
        best[subset] = best[subset ^ 1 << last[subset]] + (total[subset] == 0)
    groups: list[list[Person]] = []
    subset = size - 1
    while subset:
        if total[subset] == 0:
            groups.append([])
        groups[-1].append(names[last[subset]])
        subset ^= 1 << last[subset]
    return groups
