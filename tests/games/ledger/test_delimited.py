"""Cells of a spreadsheet: texts never run as formulas, numbers stay numbers."""

import csv
import io
from decimal import Decimal

import pytest

from games.ledger.delimited import BYTE_ORDER_MARK, neutral, points_number, write_rows


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+49 30", "-Ann", "@cmd", "\tAnn", "\rAnn", "\nAnn", "  =1+1", "＝1+1", "＠x"]
    + [
        f"{blank}=1+1"
        for blank in ("\u00a0", "\u2003", "\u3000", "\u200b", "\ufeff", "\u202e", "\u200d ")
    ],
)
def test_a_text_that_starts_like_a_formula_is_neutralised(text: str) -> None:
    assert neutral(text) == "'" + text


@pytest.mark.parametrize("text", ["Ann", "Ann = Bob", "", "O'Brien", "日本", "🎲"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert neutral(text) == text


def test_negative_numbers_stay_numbers() -> None:
    text = write_rows([["-Ann", -3, Decimal("-1.5"), None]])
    assert text == BYTE_ORDER_MARK + "'-Ann,-3,-1.5,\r\n"


def test_quotes_commas_and_line_breaks_survive() -> None:
    row = ['Ann "the box" Lee', "a,b", "two\nlines"]
    read = next(csv.reader(io.StringIO(write_rows([row]).removeprefix(BYTE_ORDER_MARK))))
    assert read == row


@pytest.mark.parametrize(
    ("hundredths", "text"), [(150, "1.5"), (300, "3"), (-25, "-0.25"), (0, "0"), (1000, "10")]
)
def test_points_are_plain_numbers(hundredths: int, text: str) -> None:
    assert str(points_number(hundredths)) == text
