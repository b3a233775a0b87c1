"""A spreadsheet's own file is read as the text that it would be saved as."""

import contextlib
import datetime
import io
import pickle
import re
import zipfile
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from games.fast.apart import TooMuch
from games.files.importing import problems, tables, workbooks
from games.files.importing.problems import Unusable
from games.files.importing.tables import decoded, read_table
from games.ledger.delimited import write_rows
from games.ledger.workbook import write_workbook


def made(*rows: Sequence[Any], beside: str = "", hidden: bool = False) -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    if hidden:
        sheet.append(["not", "this"])
        sheet.sheet_state = "hidden"
        sheet = book.create_sheet("shown")
    for row in rows:
        sheet.append(row)
    if beside:
        book.create_sheet("second").append([beside])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(data: bytes, name: str, old: bytes, new: bytes) -> bytes:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for entry in source.infolist():
            content = source.read(entry)
            if entry.filename == name:
                assert old in content
                content = content.replace(old, new)
            target.writestr(entry.filename, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("Müller, Zoë", "Müller, Zoë"),
        ('the "old" one', 'the "old" one'),
        ("one;two\tthree\nfour", "one;two three four"),
        (3, "3"),
        (1.5, "1.5"),
        (0.1 + 0.2, "0.3"),
        (-2.0, "-2"),
        (True, "yes"),
        (False, "no"),
        (datetime.date(2026, 11, 17), "2026-11-17"),
        (datetime.datetime(2026, 11, 17), "2026-11-17"),
        (None, ""),
    ],
)
def test_a_cell_is_read_as_its_sheet_shows_it(cell: Any, text: str) -> None:
    sheet = read_table(made(["first", "second", "third"], ["x", cell, "y"]))
    assert sheet.rows[0].cells == ("x", text, "y")
    assert sheet.encoding == "xlsx"


def test_rows_are_numbered_as_the_sheet_shows_them() -> None:
    sheet = read_table(made(["Name"], [None], ["Ann"], [], ["Bob"]))
    assert [(row.number, row.cells) for row in sheet.rows] == [(3, ("Ann",)), (5, ("Bob",))]


def test_the_first_sheet_that_is_shown_is_read() -> None:
    sheet = read_table(made(["Name"], ["Ann"], beside="Bob", hidden=True))
    assert [row.cells for row in sheet.rows] == [("Ann",)]


def test_a_formula_is_what_it_showed() -> None:
    plain = made(["Ann"], [7])
    formula = repacked(plain, "xl/worksheets/sheet1.xml", b"<v>7</v>", b"<f>SUM(B1:B3)</f><v>7</v>")
    assert read_table(formula).rows[0].cells == ("7",)


def test_a_formula_that_showed_nothing_stays_one_and_is_refused_later() -> None:
    assert read_table(made(["Ann"], ["=1+1"])).rows[0].cells == ("=1+1",)


@pytest.mark.parametrize(("cell", "readings"), [(7, 1), ("=1+1", 2), ("<f>", 1)])
def test_a_sheet_is_read_once_more_only_for_formulas(
    cell: Any, readings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SHORT", 0)  # read here
    seen: list[object] = []
    bound = workbooks._bound
    monkeypatch.setattr(workbooks, "_bound", lambda sheet: (seen.append(sheet), bound(sheet)))
    assert read_table(made(["Ann"], [cell])).rows[0].cells == (str(cell),)
    assert len(seen) == readings


def test_the_desk_reads_the_same_table_from_the_text_it_shows() -> None:
    data = made(["Name", "rating"], ["Müller, Zoë", 1500.5], ["a;b", None])
    text, _ = decoded(data)
    assert read_table(text.encode()).rows == read_table(data).rows


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04rest", "spreadsheet"),
        (made(["a"], ["b"])[:-200], "spreadsheet"),
        (repacked(made(["a"], ["b"]), "xl/workbook.xml", b"<", b"!"), "spreadsheet"),
        (repacked(made(["a"], [7]), "xl/worksheets/sheet1.xml", b"<v>", b"<w>"), "spreadsheet"),
        (made(), "empty"),
        (made(["Name"]), "no_rows"),
        (made(["a"], list(range(61))), "too_many_columns"),
        (made(["a"], ["x" * 501]), "cell_too_long"),
        (made(["a"], *([1] for _ in range(5_001))), "too_many_rows"),
    ],
)
def test_what_is_no_table_is_refused_with_a_reason(data: bytes, code: str) -> None:
    with pytest.raises(Unusable) as refused:
        read_table(data)
    assert refused.value.code == code


def test_a_spreadsheet_that_unpacks_to_too_much_is_not_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "SHORT", 0)  # read here
    monkeypatch.setattr(workbooks, "LARGEST_UNPACKED", 0)
    with pytest.raises(Unusable) as refused:
        read_table(made(["a"], ["b"]))
    assert refused.value.code == "zip_total"


def far_out(rows: int, value: Any) -> bytes:
    """A sheet whose rows each have a cell in the last column there is."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for number in range(1, rows + 1):
        sheet.cell(number, 1, f"name {number}")
        sheet.cell(number, 16_384, value).number_format = "0.00"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_cell_in_the_last_column_is_refused_before_its_row_is_built() -> None:
    with pytest.raises(Unusable) as refused:
        read_table(far_out(3, 1))
    assert (refused.value.code, refused.value.params["row"]) == ("too_many_columns", 1)


def test_empty_cells_that_somebody_formatted_far_out_are_no_columns() -> None:
    assert workbooks.workbook_text(far_out(2, None)) == "name 1\nname 2\n"


def test_cells_are_counted_while_a_sheet_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MOST_CELLS", 8)
    assert workbooks.workbook_text(made(["a", "b"], ["c", "d"], ["e", "f"]))
    with pytest.raises(Unusable) as refused:
        workbooks.workbook_text(made(*[["a", "b"]] * 5))
    assert refused.value.code == "too_many_cells"


def test_a_sheet_of_too_many_rows_or_columns_is_left_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MOST_CELLS", 2 * (workbooks.MOST_ROWS + 1))
    with pytest.raises(Unusable) as refused:
        workbooks.workbook_text(made(*[["a", "b"]] * (workbooks.MOST_ROWS + 2)))
    assert refused.value.code == "too_many_rows"
    monkeypatch.setattr(workbooks, "MOST_CELLS", workbooks.MOST_COLUMNS)
    with pytest.raises(Unusable) as refused:
        workbooks.workbook_text(made(range(workbooks.MOST_COLUMNS + 1)))
    assert refused.value.code == "too_many_columns"


def test_entities_that_would_grow_are_refused() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><worksheet'
    data = repacked(made(["a"], ["b"]), "xl/worksheets/sheet1.xml", b"<worksheet", bomb)
    with pytest.raises(Unusable) as refused:
        read_table(data)
    assert refused.value.code == "spreadsheet"


@pytest.mark.thorough
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
@given(place=st.integers(min_value=0), byte=st.integers(0, 255))
def test_a_damaged_spreadsheet_is_read_or_refused(place: int, byte: int) -> None:
    data = bytearray(made(["Name", "rating"], ["Ann", 1500]))
    data[place % len(data)] = byte
    with contextlib.suppress(Unusable):
        read_table(bytes(data))


@pytest.mark.thorough
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), max_size=12),
            st.decimals(-9999, 9999, places=2),
        ),
        min_size=1,
        max_size=5,
    )
)
@settings(max_examples=40, deadline=None)
def test_what_is_written_reads_like_the_text_beside_it(rows: list[tuple[str, Decimal]]) -> None:
    table = [("name", "points"), *rows]
    spreadsheet = read_table(write_workbook(table))
    text = read_table(write_rows(table).encode())
    assert [row.cells[0] for row in spreadsheet.rows] == [row.cells[0] for row in text.rows]
    assert [Decimal(row.cells[1]) for row in spreadsheet.rows] == [points for _, points in rows]


@pytest.mark.parametrize("code", problems.MESSAGES)
def test_every_reason_comes_back_from_the_process_that_reads(code: str) -> None:
    names = re.findall(r"%\((\w+)\)", problems.MESSAGES[code])
    there = Unusable(code, **{name: number for number, name in enumerate(names)})
    here = pickle.loads(pickle.dumps(there))
    assert (here.code, here.params, str(here)) == (there.code, there.params, str(there))


def test_a_spreadsheet_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_given: Any) -> None:
        raise TooMuch

    monkeypatch.setattr(tables, "apart", late)
    with pytest.raises(Unusable) as refused:
        decoded(made(["Name"], ["Ann"]))
    assert refused.value.code == "spreadsheet_slow"
    monkeypatch.setattr(tables, "SHORT", 0)  # a longer one is the worker's
    assert decoded(made(["Name"], ["Ann"]))[0] == "Name\nAnn\n"
