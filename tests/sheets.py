"""Spreadsheets of both kinds, as their programs save them."""

import io
import zipfile
from collections.abc import Sequence
from html import escape

from openpyxl import Workbook

_NAMES = "office", "table", "text", "style"
_SPACES = " ".join(
    f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"' for one in _NAMES
)


def xlsx(rows: Sequence[Sequence[str]]) -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append([int(one) if one.isdigit() else one for one in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def ods(rows: Sequence[Sequence[str]], *, before: str = "") -> bytes:
    """A sheet with these rows, and with so many empty ones as LibreOffice writes."""
    body = "".join(
        f"<table:table-row>{''.join(map(_cell, row))}"
        '<table:table-cell table:number-columns-repeated="1020"/></table:table-row>'
        for row in rows
    )
    return ods_of(
        f"{before}<table:table>{body}"
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="1024"/></table:table-row></table:table>'
    )


def ods_of(tables: str, *, head: str = "", styles: str = "") -> bytes:
    """A file with these tables."""
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?>{head}<office:document-content {_SPACES}>'
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body>"
        f"<office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    return out.getvalue()


def _cell(text: str) -> str:
    if text.isdigit():
        shown = f"{int(text):,}".replace(",", ".")
        value = f'office:value-type="float" office:value="{text}"'
        return f"<table:table-cell {value}><text:p>{shown}</text:p></table:table-cell>"
    value = 'office:value-type="string"' if text else ""
    return f"<table:table-cell {value}><text:p>{escape(text)}</text:p></table:table-cell>"
