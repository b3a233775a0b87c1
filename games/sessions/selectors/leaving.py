"""Reads what is open for somebody who has left a running evening."""

from dataclasses import dataclass
from decimal import Decimal

from games.errors import NotFound
from games.models import Player, Session
from games.permissions import NOBODY, Reader
from games.record.selectors.sessions import players_present
from games.sessions.selectors.settling import PaymentLine, Settlement, settlement


@dataclass(frozen=True)
class Leaving:
    """What is open for who left, as if the evening ended now: plus is owed to them.

    `lines` are theirs among the fewest payments of the evening, `made` what they have paid.
    `others` are those at the table whom they may settle all of it with, best matched first;
    `everybody` are all others of the evening.
    """

    player: Player
    evening: Decimal
    carried: Decimal
    left: Decimal
    currency: str
    lines: tuple[PaymentLine, ...]
    made: tuple[PaymentLine, ...]
    others: tuple[Player, ...]
    everybody: tuple[Player, ...]


def leaving_get(session: Session, public_id: str, reader: Reader = NOBODY) -> Leaving:
    """Return what is open for who left, in a constant number of queries.

    Raises:
        NotFound: they have not left, or the session has ended, or money does not concern the
            reader.
    """
    found = settlement(session, reader) if session.is_open else None
    away = leavers(session)
    row = next(
        (
            one
            for one in (found.rows if found else ())
            if one.player.pk in away and public_id in (one.player.public_id, away[one.player.pk])
        ),
        None,
    )
    if found is None or row is None:
        raise NotFound
    mine = [line for line in found.payments if row.player in (line.debtor, line.creditor)]
    left = open_now(found)
    sign = -1 if left[row.player.pk] > 0 else 1
    others = [one.player for one in found.rows if one.player != row.player]
    there = [one for one in others if one.pk not in away] or others
    return Leaving(
        player=row.player,
        evening=row.evening,
        carried=row.carried,
        left=left[row.player.pk],
        currency=found.currency,
        lines=tuple(line for line in mine if not line.is_paid),
        made=tuple(line for line in mine if line.is_paid),
        others=tuple(sorted(there, key=lambda one: -sign * left[one.pk])),
        everybody=tuple(others),
    )


def leavers(session: Session) -> dict[int, str]:
    """Return who has left a running session, by key, with the name the log has for them."""
    there = players_present(session)
    if not session.is_open or there is None:
        return {}
    seats = session.seats.exclude(logged_as__in=there).order_by("position")
    return dict(seats.values_list("player_id", "logged_as"))


def open_now(settlement: Settlement) -> dict[int, Decimal]:
    """Return what is open for everybody: their total, less what was paid."""
    left = {row.player.pk: row.total for row in settlement.rows}
    for line in settlement.payments:
        if line.is_paid and line.currency == settlement.currency:
            left[line.debtor.pk] = left.get(line.debtor.pk, Decimal(0)) + line.amount
            left[line.creditor.pk] = left.get(line.creditor.pk, Decimal(0)) - line.amount
    return left
