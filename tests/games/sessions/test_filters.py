"""Figures in templates are written the way their reader writes them."""

from decimal import Decimal

import pytest
from django.utils import translation

from games.templatetags import figures


def test_a_german_reader_gets_a_decimal_comma() -> None:
    with translation.override("de"):
        assert figures.points(-150) == "−1,5"
        assert figures.signed(25) == "+0,25"
        assert figures.average(-5) == "−0,05"
        assert figures.money(Decimal("-1020.000"), "EUR") == "−1.020,00\xa0EUR"
        assert figures.money(Decimal("17.000"), "") == "17 Punkte"
        assert figures.money(Decimal("1.500"), "") == "1,5 Punkte"


def test_an_english_reader_gets_a_decimal_point() -> None:
    with translation.override("en"):
        assert figures.points(-150) == "−1.5"
        assert figures.money(Decimal("20.000"), "EUR") == "20.00\xa0EUR"
        assert figures.money(Decimal("500.000"), "JPY") == "500\xa0JPY"
        assert figures.money(Decimal("1.000"), "") == "1 point"
        assert figures.amount(Decimal("0.500"), "CHF") == "0.50"


@pytest.mark.parametrize(
    ("hundredths", "name"), [(1, "points--plus"), (-1, "points--minus"), (0, "points--zero")]
)
def test_gains_and_losses_differ_by_class(hundredths: int, name: str) -> None:
    assert figures.sign_class(hundredths) == name
