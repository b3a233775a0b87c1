"""Buttons of fees, prizes and side pools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.ledger.figures import whole_read
from games.permissions import Reader
from games.web.input import Unreadable
from tournaments.desk.selectors import division_directed
from tournaments.desk.views.acts.tap import DeskTap, Do
from tournaments.events.services import money
from tournaments.models import Entry
from tournaments.pages.forms import amount, shares
from tournaments.pages.presenters.purse import amounts_due


def _fees(tap: DeskTap) -> None:
    money.fees_tick(
        division=tap.division, by=tap.by, paid=tap.entries(), version=tap.version, key=tap.key
    )


def _fees_all(tap: DeskTap) -> None:
    money.fees_tick(division=tap.division, by=tap.by, version=tap.version, key=tap.key)


def _prizes_write(tap: DeskTap) -> None:
    """Write down what the payout sheet says, side pools included."""
    directed = division_directed(
        tap.event, Reader.of(tap.by, tap.event.club), tap.division.public_id
    )
    due = amounts_due(directed.field, directed.entries)
    money.prizes_write(division=tap.division, by=tap.by, amounts=due, key=tap.key)


def _pool_add(tap: DeskTap) -> None:
    fee = amount(tap.ask, "pool_fee")
    if not fee:
        raise Unreadable(_("Say what it costs to join the side pool."))
    money.side_pool_add(
        division=tap.division,
        by=tap.by,
        name=tap.ask.one("pool_name"),
        bracket=tap.ask.one("pool_bracket") or "main",
        fee=fee,
        prizes=shares(tap.ask.one("pool_prizes")),
        key=tap.key,
    )


def _pool_join(tap: DeskTap) -> None:
    joined = [one.number for one in tap.entries()]
    number_of = whole_read(tap.ask.one("pool")) or 0
    money.side_pool_join(
        division=tap.division, by=tap.by, number=number_of, joined=joined, key=tap.key
    )


def _pool_all(tap: DeskTap) -> None:
    """Let everybody who plays be in a side pool."""
    playing = tap.division.entries.exclude(state=Entry.State.WITHDRAWN)
    joined = list(playing.order_by("number").values_list("number", flat=True))
    number_of = whole_read(tap.ask.one("pool")) or 0
    money.side_pool_join(
        division=tap.division, by=tap.by, number=number_of, joined=joined, key=tap.key
    )


def _pool_remove(tap: DeskTap) -> None:
    number_of = whole_read(tap.ask.one("pool")) or 0
    money.side_pool_remove(division=tap.division, by=tap.by, number=number_of, key=tap.key)


ACTS: Final[Mapping[str, Do]] = {
    "fees": _fees,
    "fees_all": _fees_all,
    "prizes_write": _prizes_write,
    "pool_add": _pool_add,
    "pool_join": _pool_join,
    "pool_all": _pool_all,
    "pool_remove": _pool_remove,
}
