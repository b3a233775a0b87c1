"""A session as JSON for programs: players, games, points; money only for those it concerns."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from games.record.selectors.sessions import names_of
from games.sessions.selectors.settling import Settlement
from games.sessions.selectors.sheets import Row, Sheet


def session_as_json(sheet: Sheet, settlement: Settlement | None = None) -> dict[str, Any]:
    """Describe a session; with a settlement also stakes, currency and who pays whom.

    Points are numbers, whole where they are whole; amounts of money are texts, to stay exact.
    """
    session, names = sheet.session, names_of(sheet.session)
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
        "games": [_game(row, names) for row in sheet.rows],
    }
    if settlement is None:
        return data
    return data | {"stakes": _stakes(sheet, settlement), "settle_up": _payments(settlement)}


def number(hundredths: int) -> int | float:
    """Turn points into a JSON number; two decimals survive the way through a float."""
    return hundredths // 100 if hundredths % 100 == 0 else float(Decimal(hundredths) / 100)


def _game(row: Row, names: Mapping[str, str]) -> dict[str, Any]:
    game = row.game
    played = [cell for cell in row.cells if cell]
    team = [names.get(player) for player in game.line["team"]]
    return {
        "number": game.number,
        "void": game.is_void,
        "box": names.get(game.line["box"]),
        "partner": names.get(game.line["partner"] or ""),
        "captain": team[0],
        "team": team,
        "winner": game.winner,
        "level": game.level,
        "ending": game.ending,
        "points": {cell.player.name: number(cell.points) for cell in played},
        "totals": {cell.player.name: number(cell.running) for cell in played},
    }


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
