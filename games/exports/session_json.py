"""A session as JSON for programs: players, games, points; money only for those it concerns."""

from decimal import Decimal
from typing import Any

from games.models import GameScore
from games.selectors.settling import Settlement
from games.selectors.sheets import Row, Sheet


def session_as_json(sheet: Sheet, settlement: Settlement | None = None) -> dict[str, Any]:
    """Describe a session; with a settlement also stakes, currency and who pays whom.

    Points are numbers, whole where they are whole; amounts of money are texts, to stay exact.
    """
    session = sheet.session
    data: dict[str, Any] = {
        "session": session.public_id,
        "club": session.club.slug,
        "title": session.title,
        "place": session.place,
        "date": session.played_on.isoformat(),
        "status": session.status,
        "rules": session.rules,
        "players": [
            {"id": c.player.public_id, "name": c.player.name, "total": number(c.total)}
            for c in sheet.columns
        ],
        "page": sheet.page,
        "pages": sheet.pages,
        "games": [_game(row) for row in sheet.rows],
    }
    if settlement is None:
        return data
    return data | {"stakes": _stakes(sheet, settlement), "settle_up": _payments(settlement)}


def number(hundredths: int) -> int | float:
    """Turn points into a JSON number; two decimals survive the way through a float."""
    return hundredths // 100 if hundredths % 100 == 0 else float(Decimal(hundredths) / 100)


def _game(row: Row) -> dict[str, Any]:
    game = row.game
    played = [cell for cell in row.cells if cell]
    names = {cell.player.public_id: cell.player.name for cell in played}
    return {
        "number": game.number,
        "box": _in_role(row, GameScore.Role.BOX),
        "partner": _in_role(row, GameScore.Role.PARTNER),
        "captain": _in_role(row, GameScore.Role.CAPTAIN),
        "team": [names.get(player) for player in game.line["team"]],
        "winner": game.winner,
        "level": game.level,
        "ending": game.ending,
        "points": {cell.player.name: number(cell.points) for cell in played},
        "totals": {cell.player.name: number(cell.running) for cell in played},
    }


def _in_role(row: Row, role: str) -> str | None:
    return next((cell.player.name for cell in row.cells if cell and cell.role == role), None)


def _stakes(sheet: Sheet, settlement: Settlement) -> dict[str, Any]:
    amount = settlement.stake_amount
    return {
        "point": None if amount is None else str(amount),
        "currency": settlement.currency,
        "multiples": {column.player.name: column.stake for column in sheet.columns},
    }


def _payments(settlement: Settlement) -> list[dict[str, Any]]:
    return [
        {
            "from": payment.debtor.name,
            "to": payment.creditor.name,
            "amount": str(payment.amount),
            "paid": payment.is_paid,
        }
        for payment in settlement.payments
    ]
