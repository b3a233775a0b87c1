"""Open documents are read like other spreadsheets, within the same limits."""

import pytest

from games.files.importing import tables, workbooks
from games.files.importing.problems import Unusable
from games.files.importing.tables import read_table
from tests.sheets import ods, ods_of

HIDDEN = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>'


def row(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def test_the_first_sheet_that_is_shown_is_read_with_its_row_numbers() -> None:
    hidden = '<table:table table:style-name="h"><table:table-row/></table:table>'
    text = '<table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell>'
    gap = '<table:table-row table:number-rows-repeated="3"/>'
    body = f"<table:table>{row(text)}{gap}{row(text.replace('Name', 'Ann'))}</table:table>"
    second = f"<table:table>{row(text)}</table:table>"
    sheet = read_table(ods_of(hidden + body + second, styles=HIDDEN))
    assert (sheet.head, [(one.number, one.cells) for one in sheet.rows]) == (
        ("Name",),
        [(5, ("Ann",))],
    )


CELLS = {
    '<table:table-cell office:value-type="float" office:value="1650.50"/>': "1650.5",
    '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>': "yes",
    '<table:table-cell office:value-type="date" office:date-value="2026-11-17T00:00:00"/>':
        "2026-11-17",
    "<table:table-cell><text:p>A<text:s/>B</text:p><text:p>C</text:p></table:table-cell>": "A B C",
    "<table:table-cell><text:p>a <text:span>b</text:span>c</text:p></table:table-cell>": "a bc",
    "<table:table-cell><office:annotation><text:p>x</text:p></office:annotation>"
    "<text:p>Ann</text:p></table:table-cell>": "Ann",
    '<table:table-cell table:formula="of:=1+1"/>': "=1+1",
    '<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"/>': "2",
}  # fmt: skip


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_is_read_as_it_shows(cell: str) -> None:
    at = "<table:table-cell><text:p>x</text:p></table:table-cell>"
    sheet = read_table(ods_of(f"<table:table>{row(at, at)}{row(at, cell)}</table:table>"))
    assert sheet.rows[0].cells == ("x", CELLS[cell])


def test_what_is_too_large_or_foreign_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SHORT", 0)  # read here
    filled = (
        '<table:table-cell table:number-columns-repeated="300"><text:p>x</text:p>'
        "</table:table-cell>"
    )
    many = row(filled).replace(
        "<table:table-row", '<table:table-row table:number-rows-repeated="60000"'
    )
    bad = {
        "too_many_columns": ods_of(f"<table:table>{row(filled)}</table:table>"),
        "too_many_rows": ods_of(f"<table:table>{many.replace('300', '3')}</table:table>"),
        "spreadsheet": ods_of("", head='<!DOCTYPE x [<!ENTITY a "b">]>'),
    }
    for code, data in bad.items():
        with pytest.raises(Unusable) as caught:
            read_table(data)
        assert caught.value.code == code
    monkeypatch.setattr(workbooks, "MOST_CELLS", 10)
    with pytest.raises(Unusable, match="cells"):
        read_table(ods([["a", "b", "c"]] * 9))
