"""Prizes as they are written down, beside those that are due by the places of now."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _

from games.web.money import money_text
from tournaments.desk.selectors import Directed
from tournaments.pages.presenters.purse import amounts_due


def prizes_kept(directed: Directed) -> dict[int, Decimal]:
    """Return the prizes that are written down, by number."""
    return {one.number: one.prize for one in directed.entries if one.prize is not None}


def count_written(directed: Directed) -> int:
    """Count who has a prize written beside their name, if all are what is due; else 0."""
    kept = prizes_kept(directed)
    return len(kept) if kept == amounts_due(directed.field, directed.entries) else 0


def prizes_unlike(directed: Directed) -> tuple[str, ...]:
    """Say of whom another prize is written down than is due by now: a result was put right since.
    Nothing as long as none is written down.
    """
    kept = prizes_kept(directed)
    due = amounts_due(directed.field, directed.entries) if kept else {}
    currency, said = directed.event.currency, []
    for number in dict.fromkeys([*kept, *due]):
        if kept.get(number) == due.get(number):
            continue
        params = {
            "name": directed.names.get(str(number), ""),
            "kept": prize_said(kept.get(number), currency),
            "due": prize_said(due.get(number), currency),
        }
        said.append(_("%(name)s: %(kept)s is written down, %(due)s is due by now.") % params)
    return tuple(said)


def prize_said(prize: Decimal | None, currency: str) -> str:
    """Return a prize in words: an amount, or nothing."""
    return _("nothing") if prize is None else money_text(prize, currency)
