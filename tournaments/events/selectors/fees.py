"""Which fees of a division are open: who moves within the season of a league pays once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from tournaments.models import Division, Entry, Event, LeagueSeason


@dataclass(frozen=True, slots=True)
class PaidBefore:
    """What somebody has paid in a division of the same season from which they withdrew.

    It stays in the pool of that division. `rest` is what the fee here is higher.
    """

    entry: Entry
    amount: Decimal
    rest: Decimal

    @property
    def division(self) -> str:
        """The name of the division in which they have paid."""
        return self.entry.division.name


def paid_before(division: Division, entries: Iterable[Entry]) -> dict[int, PaidBefore]:
    """Return who of a division has paid the fee of its season elsewhere, by the entry's key.

    In an event that is no season nobody has: there two divisions are paid for twice.
    """
    event, fee = division.event, division.terms.fee
    if not fee or not event.own_dates or not LeagueSeason.objects.filter(event=event).exists():
        return {}
    gone = Entry.objects.filter(
        division__event=event, state=Entry.State.WITHDRAWN, fees_paid__gt=0
    ).exclude(division=division)
    before: dict[int, PaidBefore] = {}
    for one in gone.select_related("division", "player").order_by("pk"):
        one.division.event = event
        amount = one.division.terms.fee or Decimal(0)
        found = PaidBefore(one, amount, max(Decimal(0), fee - amount))
        key = one.player.merged_into_id or one.player_id
        known = before.get(key)
        if known is None or amount > known.amount:
            before[key] = found
    if not before:
        return {}
    keys = {entry.pk: entry.player.merged_into_id or entry.player_id for entry in entries}
    return {pk: before[key] for pk, key in keys.items() if key in before}


def fees_open(entry: Entry, before: Mapping[int, PaidBefore]) -> int:
    """Return how many fees somebody owes in a division that has one; who withdrew owes none."""
    if entry.state == Entry.State.WITHDRAWN:
        return 0
    there = before.get(entry.pk)
    is_settled = there is not None and not there.rest
    return max(0, 1 + entry.reentries - entry.fees_paid - is_settled)


def fee_owed(entry: Entry) -> Decimal:
    """Return the fee that somebody has not paid, or what it is higher than the one they have paid
    elsewhere; 0 if they owe none.
    """
    division, fee = entry.division, entry.division.terms.fee
    before = paid_before(division, [entry])
    if not fee or division.event.status == Event.Status.CANCELLED or not fees_open(entry, before):
        return Decimal(0)
    there = before.get(entry.pk)
    return fee if there is None else there.rest
