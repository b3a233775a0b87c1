"""Fees and prizes of an event: only recorded, the program moves no money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from tournaments.models import Entry, Event

CENT: Final = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of a place: only recorded."""

    place: int
    share: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Purse:
    """The fees paid and how they are split; the program moves no money."""

    paid: int
    missing: int
    pool: Decimal
    currency: str
    prizes: tuple[Prize, ...]


def purse_of(event: Event, entries: Sequence[Entry]) -> Purse | None:
    """Return the pool of an event: the entry fees, and the fees for later buy-ins."""
    if event.fee is None:
        return None
    again = event.fee if event.reentry_fee is None else event.reentry_fee
    paid = [entry.fees_paid for entry in entries]
    pool = sum((event.fee + again * (count - 1) for count in paid if count), Decimal(0))
    owed = sum(
        max(0, 1 + entry.reentries - entry.fees_paid)
        for entry in entries
        if entry.state != Entry.State.WITHDRAWN
    )
    return Purse(
        paid=sum(paid),
        missing=owed,
        pool=pool,
        currency=event.currency,
        prizes=tuple(
            Prize(place, f"{share:g} %", (pool * Decimal(str(share)) / 100).quantize(CENT))
            for place, share in enumerate(event.prizes, 1)
        ),
    )
