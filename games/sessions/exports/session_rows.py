"""A score sheet for a spreadsheet: a row per game, points and running totals per player."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.ledger.delimited import Cell, points_number
from games.sessions.selectors.settling import Settlement
from games.sessions.selectors.sheets import Row, Sheet


def sheet_rows(sheet: Sheet) -> list[Sequence[Cell]]:
    """Return the sheet as a table with a heading, without stakes and money.

    The import of past results reads it back: by date and session, without what is void.
    Of a damaged evening a last column says which games its record does not show any more.
    """
    names = [column.player.name for column in sheet.columns]
    head = [_("game"), _("box"), _("partner"), _("captain"), _("winner"), _("level"), _("ending")]
    totals = [_("%(name)s total") % {"name": name} for name in names]
    running = [column.before for column in sheet.columns]
    players = {column.player.pk: column.player.name for column in sheet.columns}
    session = sheet.session
    evening = [session.played_on.isoformat(), session.title]
    lines = (
        [*_line(row, running, players), *evening, *([_record(row)] if sheet.damage else [])]
        for row in sheet.rows
    )
    record = [_("record")] if sheet.damage else []
    about = [_("date"), _("session")]
    return [[*head, *names, *totals, *about, *record], *lines]


def sheets_beside(sheet: Sheet, money: Settlement | None) -> list[tuple[str, list[Sequence[Cell]]]]:
    """Return what else a spreadsheet has, each with its title: the totals and who pays whom.

    The payments are there for readers whom money concerns.
    """
    totals: list[Sequence[Cell]] = [[_("player"), _("points")]]
    ranked = sorted(sheet.columns, key=lambda column: -column.total)
    totals += [[column.player.name, points_number(column.total)] for column in ranked]
    found = [(_("Totals"), totals)]
    if money is not None:
        payments: list[Sequence[Cell]] = [
            [_("pays"), _("gets"), _("amount"), _("currency"), _("paid")]
        ]
        for payment in money.payments:
            currency = payment.currency or _("points")
            paid = _("yes") if payment.is_paid else _("no")
            payments.append(
                [payment.debtor.name, payment.creditor.name, payment.amount, currency, paid]
            )
        found.append((_("Who pays whom"), payments))
    return found


def _record(row: Row) -> str:
    return _("not in the record any more") if row.is_unproven else ""


def _line(row: Row, running: list[int], players: Mapping[int, str]) -> list[Cell]:
    game = row.game
    for index, cell in enumerate(row.cells):
        running[index] = cell.running if cell else running[index]
    return [
        game.number,
        players.get(game.box_id),
        players.get(game.partner_id or 0),
        players.get(game.captain_id),
        game.get_winner_display(),
        game.level,
        _("void") if game.is_void else game.get_ending_display(),
        *(points_number(cell.points) if cell else None for cell in row.cells),
        *(points_number(total) for total in running),
    ]
