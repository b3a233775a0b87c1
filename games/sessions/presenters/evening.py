"""The end of an evening: the winner, the ranking, and a text to send round."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rule_texts import listed
from games.sessions.selectors.settling import Settlement
from games.sessions.selectors.sheets import Sheet
from games.web.figures import signed
from games.web.money import money_text


@dataclass(frozen=True)
class Place:
    """One line of the ranking; those with the same points share a place."""

    place: int
    name: str
    points: int
    has_left: bool = False


@dataclass(frozen=True)
class Evening:
    """How an evening ended. ``text`` says all of it, for a message."""

    headline: str
    ranking: tuple[Place, ...]
    text: str


def evening(sheet: Sheet, settlement: Settlement | None) -> Evening | None:
    """Return how an ended evening ended; None while it runs, without games, and if it is void."""
    session = sheet.session
    if session.status != session.Status.ENDED or not (sheet.games or session.by_totals):
        return None
    totals = sorted((column.total for column in sheet.columns), reverse=True)
    ranking = sorted(
        (
            Place(totals.index(column.total) + 1, column.player.name, column.total, column.has_left)
            for column in sheet.columns
        ),
        key=lambda one: one.place,
    )
    first = [one.name for one in ranking if one.place == 1]
    headline = ngettext("%(names)s wins the evening", "%(names)s share first place", len(first)) % {
        "names": listed(first)
    }
    day = date_format(session.played_on, "DATE_FORMAT")
    lines = [f"{session.title or session.club.name} · {day}", headline, ""]
    lines += [f"{one.place}. {one.name} {signed(one.points)}" for one in ranking]
    lines += _payments(settlement)
    return Evening(headline, tuple(ranking), "\n".join(lines))


def _payments(settlement: Settlement | None) -> list[str]:
    """Return who pays whom, a line each; nothing for readers whom money does not concern."""
    if settlement is None or not settlement.payments:
        return []
    pays = _("%(debtor)s pays %(creditor)s %(amount)s")
    return [
        "",
        *(
            pays
            % {
                "debtor": payment.debtor.name,
                "creditor": payment.creditor.name,
                "amount": money_text(payment.amount, payment.currency),
            }
            for payment in settlement.payments
            if not payment.is_paid
        ),
    ]
