"""Tables as files: comma-separated text, or a spreadsheet of its own."""

from collections.abc import Iterable
from typing import Final

from django.http import HttpResponse

from games.language import decimal_sign
from games.ledger.delimited import write_rows
from games.ledger.workbook import Rows, write_workbook

XLSX: Final = "xlsx"
_WORKBOOK_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def spreadsheet(
    rows: Rows, kind: str, name: str, more: Iterable[tuple[str, Rows]] = ()
) -> HttpResponse:
    """Answer with a table as a file of this kind, which is also the ending of its name.

    `more` are further sheets with their titles: text has only the first table, and the reader's
    decimal sign; a spreadsheet shows numbers as its own reader has them.
    """
    if kind == XLSX:
        response = HttpResponse(write_workbook(rows, more), content_type=_WORKBOOK_TYPE)
    else:
        text = write_rows(rows, point=decimal_sign())
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response
