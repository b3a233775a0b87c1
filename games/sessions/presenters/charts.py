"""Charts of totals, with titles and descriptions in the reader's language."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.language import decimal_sign
from games.ledger.charts.lines import Series, line_chart
from games.ledger.figures import signed_text
from games.sessions.selectors.sheets import Sheet


def totals_chart(sheet: Sheet) -> SafeString:
    """Draw everybody's running total over the games of a sheet; nothing before the first game."""
    if not sheet.rows:
        return SafeString("")
    point = decimal_sign()
    ranking = sorted(sheet.columns, key=lambda column: -column.total)
    standings = ", ".join(
        f"{column.player.name} {signed_text(column.total, point=point)}" for column in ranking
    )
    last = sheet.rows[-1].game.number
    description = ngettext(
        "After %(count)s game: %(standings)s.", "After %(count)s games: %(standings)s.", last
    )
    return _markup(
        line_chart(
            [_series(sheet, index) for index in range(len(sheet.columns))],
            key="totals",
            title=_("Running totals"),
            description=description % {"count": last, "standings": standings},
            axis=_("games"),
            first=sheet.rows[0].game.number - 1,
            point=point,
        )
    )


def _series(sheet: Sheet, index: int) -> Series:
    """Return a player's line: it begins where they sit down and is level while they sit out."""
    column = sheet.columns[index]
    value: int | None = column.before
    played = [row.cells[index] for row in sheet.rows]
    if not column.before and played[0] is None:
        value = None
    values = [value]
    for cell in played:
        if cell is not None:
            if values[-1] is None:
                values[-1] = 0
            value = cell.running
        values.append(value)
    return Series(column.player.name, tuple(values))


def _markup(svg: str) -> SafeString:
    return SafeString(svg)  # nosec B703 - the charts escape all their texts
