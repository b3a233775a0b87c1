"""Tables come out of spreadsheets in many ways, and are the same table."""

import pytest

from games.files.importing.problems import Unusable
from games.files.importing.tables import letter, read_table

WANTED = ("Name", "Müller, Zoë", "Bob")


def cells(data: bytes) -> tuple[str, ...]:
    sheet = read_table(data)
    return (sheet.head[0], *(row.cells[0] for row in sheet.rows))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_a_table_reads_the_same_however_it_was_saved(
    encoding: str, end: str, delimiter: str
) -> None:
    text = end.join([f"Name{delimiter}aktiv", f'"Müller, Zoë"{delimiter}ja', f"Bob{delimiter}"])
    assert cells(text.encode(encoding)) == WANTED


def test_a_declared_delimiter_is_believed() -> None:
    assert read_table(b"sep=;\r\na,b;c\r\n1,5;2\r\n").head == ("a,b", "c")


def test_decimal_commas_do_not_pass_for_a_delimiter() -> None:
    sheet = read_table(b"date;Ann;Bob\n1.2.2026;1,5;-1,5\n2.2.2026;3;-3\n")
    assert sheet.rows[0].cells == ("1.2.2026", "1,5", "-1,5")


def test_a_single_column_is_a_table() -> None:
    assert cells(b"Name\nAnn\n\nBob\n") == ("Name", "Ann", "Bob")


def test_rows_are_numbered_as_the_spreadsheet_shows_them() -> None:
    sheet = read_table(b'a,b\n\n"one\ntwo",2\n3,4\n')
    assert [row.number for row in sheet.rows] == [3, 4]


def test_short_rows_are_filled_and_long_ones_widen_the_heading() -> None:
    sheet = read_table(b"a,b\n1\n1,2,3\n")
    assert sheet.rows[0].cells == ("1", "", "")
    assert sheet.label(2) == "C"


def test_columns_have_letters_as_above_a_spreadsheet() -> None:
    assert [letter(0), letter(25), letter(26), letter(51)] == ["A", "Z", "AA", "AZ"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"\n \n", "empty"),
        (b"name\n", "no_rows"),
        (b"PK\x03\x04rest", "spreadsheet"),
        (b"\xd0\xcf\x11\xe0rest", "old_spreadsheet"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary"),
        (b"a,b\n1,\x012\n", "binary"),
        (b"a,b\n1,\x81\n", "encoding"),
        (b"\xff\xfea", "encoding"),
        (b'a,b\n1,"2\n', "quotes"),
        (b"a\n" + b"1\n" * 10_001, "too_many_rows"),
        (b"a,b\n" + b"," * 60 + b"\n", "no_rows"),
        (b"a,b\n1" + b"," * 60 + b"\n", "too_many_columns"),
        (b"a\n" + b"x" * 501, "cell_too_long"),
        (b"a\n" + b"x" * 200_000, "quotes"),
        (b"x" * (5 * 1024 * 1024 + 1), "too_large"),
    ],
)
def test_what_is_no_table_is_refused_with_a_reason(data: bytes, code: str) -> None:
    with pytest.raises(Unusable) as refused:
        read_table(data)
    assert refused.value.code == code


def test_five_thousand_rows_are_accepted() -> None:
    assert len(read_table(b"a\n" + b"1\n" * 5_000).rows) == 5_000
