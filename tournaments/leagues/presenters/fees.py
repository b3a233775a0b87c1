"""The fee of a season or a cup, as its players read it."""

from __future__ import annotations

from games.web.money import money_text
from tournaments.events.selectors.fees import fee_owed
from tournaments.models import Division, Entry, Event


def fee_said(division: Division | None) -> str:
    """Return the fee of who enters a division; blank if there is none."""
    fee = None if division is None else division.terms.fee
    return "" if division is None or not fee else money_text(fee, division.event.currency)


def fee_open(event: Event, entry: Entry) -> str:
    """Return the fee that somebody has not paid; blank if they owe none."""
    entry.division.event = event
    owed = fee_owed(entry)
    return money_text(owed, event.currency) if owed else ""
