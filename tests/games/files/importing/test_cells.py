"""Single cells: numbers as people write them, dates of three habits, formulas."""

import datetime

import pytest

from games.files.importing.cells import (
    date_in,
    guessed_order,
    has_open_order,
    points_in,
    text_in,
    yes_in,
)
from games.files.importing.problems import WrongCell
from games.ledger.delimited import neutral

DAY = datetime.date(2026, 11, 17)


@pytest.mark.parametrize(
    ("cell", "hundredths"),
    [("3", 300), ("+3", 300), ("-1.5", -150), ("1,5", 150), ("\N{MINUS SIGN}2", -200),
     ("0,250", 25), ("0", 0), ("- 4", -400), ("12\N{NO-BREAK SPACE}", 1200)],
)  # fmt: skip
def test_points_are_read_as_people_write_them(cell: str, hundredths: int) -> None:
    assert points_in(cell) == hundredths


@pytest.mark.parametrize(
    ("cell", "code"),
    [("three", "number"), ("1.234", "number"), ("1.000,00", "number"), ("=1+1", "formula"),
     ("1e5", "number"), ("٣", "number"), ("9" * 13, "number_too_large"), ("--1", "number")],
)  # fmt: skip
def test_what_is_no_number_is_refused(cell: str, code: str) -> None:
    with pytest.raises(WrongCell) as wrong:
        points_in(cell)
    assert wrong.value.code == code


@pytest.mark.parametrize(
    ("cell", "order"),
    [("2026-11-17", "dmy"), ("17.11.2026", "dmy"), ("17.11.26", "mdy"), ("17. 11. 2026", "dmy"),
     ("17/11/2026", "dmy"), ("11/17/2026", "mdy"), ("2026-11-17 20:00", "dmy"),
     ("2026-11-17T20:00:00Z", "dmy"), ("2026/11/17 20:00:01.5 +01:00", "mdy"),
     ("17.11.2026 20:15", "dmy"), ("17.11.2026, 20:15:00", "mdy"), ("17.11.26 20.15 Uhr", "dmy"),
     ("17/11/2026 20:15", "dmy"), ("11/17/2026 8:15 PM", "mdy"), ("11/17/2026 8:15:00 p.m.", "mdy"),
     ("17-11-2026T20:15:00+01:00", "dmy")],
)  # fmt: skip
def test_dates_are_read(cell: str, order: str) -> None:
    assert date_in(cell, order) == DAY


@pytest.mark.parametrize(
    "cell",
    [
        "31.02.2026",
        "tomorrow",
        "17.11.2026 and so on",
        "17.11.2026 20",
        "17.11",
        "1.1.0001",
        "99/99/9999",
    ],
)
def test_what_is_no_day_is_refused(cell: str) -> None:
    with pytest.raises(WrongCell):
        date_in(cell)


def test_the_order_of_day_and_month_is_guessed_from_the_whole_column() -> None:
    assert guessed_order(["1/2/2026", "1/31/2026"]) == "mdy"
    assert guessed_order(["1/2/2026", "31/1/2026"]) == "dmy"
    assert guessed_order(["1/2/2026"]) == "dmy"
    assert has_open_order(["1/2/2026"])
    assert guessed_order(["1/2/2026 8:00 PM", "1/31/2026 8:00 PM"]) == "mdy"
    assert has_open_order(["1/2/2026 20:00"])
    assert not has_open_order(["2026-01-02", "1.2.2026"])


@pytest.mark.parametrize("cell", ["=1+1", "@SUM(A1)", "+49 171", "-x", "＝1"])
def test_a_formula_is_no_text(cell: str) -> None:
    with pytest.raises(WrongCell) as wrong:
        text_in(cell)
    assert wrong.value.code == "formula"


@pytest.mark.parametrize("name", ["=Ann", "@bob", "O'Neill", "'tis", "Ann  Lee"])
def test_what_an_export_neutralised_comes_back_as_it_was(name: str) -> None:
    assert text_in(neutral(name)) == " ".join(name.split())


def test_yes_and_no_are_read_in_both_languages() -> None:
    assert [yes_in(cell) for cell in ("", "ja", "No", "x", "nein")] == [
        True, True, False, True, False,
    ]  # fmt: skip
    with pytest.raises(WrongCell):
        yes_in("perhaps")
