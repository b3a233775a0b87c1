"""Reads the forms of an evening: of its set-up, and of everybody's totals."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from games.clubs.selectors.clubs import seatable_players
from games.ledger.figures import amount_read
from games.models import Club, Player
from games.sessions.presenters.setup import replies_hidden
from games.sessions.presenters.totals import POINTS
from games.web.input import Input, Unreadable


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a new session, besides its house rules."""

    players: list[Player]
    stakes: dict[str, int]
    stake_amount: Decimal | None
    currency: str
    title: str
    place: str
    played_on: datetime.date | None
    replies_hidden: bool
    on_board: bool


def setup_of(club: Club, ask: Input) -> Setup:
    """Return the values of the form.

    Raises:
        Unreadable: a number or a date is malformed.
    """
    chosen = ask.all("player")
    known = {player.public_id: player for player in seatable_players(club)}
    players = [known[player] for player in dict.fromkeys(chosen) if player in known]
    stakes = {one.public_id: _stake(ask.one(f"stake-{one.public_id}", "1"), one) for one in players}
    amount, currency = worth_of(ask)
    return Setup(
        players=players,
        stakes={player: stake for player, stake in stakes.items() if stake != 1},
        stake_amount=amount,
        currency=currency,
        title=ask.one("title"),
        place=ask.one("place"),
        played_on=day_typed(ask.one("played_on")),
        replies_hidden=replies_hidden(club, ask),
        on_board=ask.has("on_board"),
    )


def worth_of(ask: Input) -> tuple[Decimal | None, str]:
    """Return what a point is worth and its currency; nothing typed means points.

    Raises:
        Unreadable: it is not an amount.
    """
    text = ask.one("stake_amount")
    if not text.strip():
        return None, ""
    amount = amount_read(text)
    if amount is None:
        raise Unreadable(_("What a point is worth is an amount, such as 0.50."))
    return amount, ask.one("currency")


def _stake(text: str, player: Player) -> int:
    text = text.strip() or "1"
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Unreadable(_("%(name)s: a stake is a whole number from 1.") % {"name": player.name})
    return int(text)


def day_typed(text: str) -> datetime.date | None:
    """Return the day of a field; None where it is empty.

    Raises:
        Unreadable: it is no day.
    """
    if not text.strip():
        return None
    try:
        return datetime.date.fromisoformat(text.strip())
    except ValueError:
        raise Unreadable(_("The date is written like 2026-11-17.")) from None


@dataclass(frozen=True, slots=True)
class TotalsTyped:
    """An evening by totals as it was typed; points in hundredths."""

    totals: dict[Player, int]
    played_on: datetime.date | None
    title: str
    place: str
    is_settled: bool
    as_it_is: bool


def totals_typed(club: Club, ask: Input) -> TotalsTyped:
    """Return the values of the form; who has no points in it was not there.

    Raises:
        Unreadable: points or a date are malformed.
    """
    typed = {key: text.strip() for key, text in ask.prefixed(POINTS).items() if text.strip()}
    players = club.players.filter(public_id__in=typed, merged_into__isnull=True)
    totals = {
        player: _points_typed(player, typed[player.public_id])
        for player in players.order_by("name_key", "pk")
    }
    return TotalsTyped(
        totals=totals,
        played_on=day_typed(ask.one("played_on")),
        title=ask.one("title"),
        place=ask.one("place"),
        is_settled=ask.has("settled"),
        as_it_is=ask.has("as_it_is"),
    )


def _points_typed(player: Player, text: str) -> int:
    amount = amount_read(text.replace("\N{MINUS SIGN}", "-"))
    hundredths = None if amount is None else amount * 100
    if hundredths is None or hundredths != hundredths.to_integral_value():
        told = _("%(name)s: points are a number with at most two decimals, such as −4.5.")
        raise Unreadable(told % {"name": player.name})
    return int(hundredths)
