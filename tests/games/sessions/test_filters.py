"""Figures in templates are written the way their reader writes them."""

from decimal import Decimal

import pytest
from django.utils import translation

from games.ledger.figures import sign_class
from games.templatetags.figures import average
from games.web.figures import signed, unsigned
from games.web.money import amount_text, money_text


def test_a_german_reader_gets_a_decimal_comma() -> None:
    with translation.override("de"):
        assert unsigned(-150) == "−1,5"
        assert signed(25) == "+0,25"
        assert average(-5) == "−0,05"
        assert money_text(Decimal("-1020.000"), "EUR") == "−1.020,00\xa0EUR"
        assert money_text(Decimal("17.000"), "") == "17 Punkte"
        assert money_text(Decimal("1.500"), "") == "1,5 Punkte"


def test_an_english_reader_gets_a_decimal_point() -> None:
    with translation.override("en"):
        assert unsigned(-150) == "−1.5"
        assert money_text(Decimal("20.000"), "EUR") == "20.00\xa0EUR"
        assert money_text(Decimal("500.000"), "JPY") == "500\xa0JPY"
        assert money_text(Decimal("1.000"), "") == "1 point"
        assert amount_text(Decimal("0.500"), "CHF") == "0.50"


@pytest.mark.parametrize(
    ("hundredths", "name"), [(1, "points--plus"), (-1, "points--minus"), (0, "points--zero")]
)
def test_gains_and_losses_differ_by_class(hundredths: int, name: str) -> None:
    assert sign_class(hundredths) == name
