"""A session as JSON for programs: players, games, points; money only for those it concerns."""

from collections.abc import Mapping
from typing import Any

from games.ledger.money import written
from games.permissions import NOBODY, Reader
from games.record.selectors.sessions import seats_of
from games.sessions.selectors.settling import Settlement, settlement
from games.sessions.selectors.sheets import Row, Sheet


def session_as_json(sheet: Sheet, reader: Reader = NOBODY) -> dict[str, Any]:
    """Describe a session; for readers whom money concerns, with stakes, currency and payments.

    Players appear by identifier, and once by name. Points are whole numbers in hundredths of a
    point; amounts of money are texts, to stay exact.
    """
    session = sheet.session
    # The log has the identifiers under which players sat down; a merge changes the player.
    ids = {seat.logged_as: seat.player.public_id for seat in seats_of(session)}
    data: dict[str, Any] = {
        "session": session.public_id,
        "club": session.club.slug,
        "title": session.title,
        "place": session.place,
        "date": session.played_on.isoformat(),
        "status": session.status,
        "by_totals": session.by_totals,
        "settled": session.is_settled,
        "rules": session.rules,
        "players": [
            {"id": c.player.public_id, "name": c.player.name, "total": c.total}
            for c in sheet.columns
        ],
        "page": sheet.page,
        "pages": sheet.pages,
        "games": [_game(row, ids) for row in sheet.rows],
    }
    money = settlement(session, reader)
    if money is None:
        return data
    return data | {"stakes": _stakes(sheet, money), "settle_up": _payments(money)}


def _game(row: Row, ids: Mapping[str, str]) -> dict[str, Any]:
    game = row.game
    played = [cell for cell in row.cells if cell]
    partner = game.line["partner"]
    return {
        "number": game.number,
        "void": game.is_void,
        "in_record": not row.is_unproven,
        "box": ids[game.line["box"]],
        "partner": ids[partner] if partner else None,
        "team": [ids[player] for player in game.line["team"]],
        "winner": game.winner,
        "level": game.level,
        "ending": game.ending,
        "points": {cell.player.public_id: cell.points for cell in played},
        "totals": {cell.player.public_id: cell.running for cell in played},
    }


def _stakes(sheet: Sheet, settlement: Settlement) -> dict[str, Any]:
    amount = settlement.stake_amount
    return {
        "point": None if amount is None else written(amount, settlement.currency),
        "currency": settlement.currency,
        "multiples": {column.player.public_id: column.stake for column in sheet.columns},
    }


def _payments(settlement: Settlement) -> list[dict[str, Any]]:
    return [
        {
            "debtor": payment.debtor.public_id,
            "creditor": payment.creditor.public_id,
            "amount": written(payment.amount, payment.currency),
            "paid": payment.is_paid,
        }
        for payment in settlement.payments
    ]
