"""Template filters for figures: points and money in the reader's locale."""

from decimal import Decimal

from django import template
from django.utils import formats

from games.ledger.figures import average_text, points_text, signed_text
from games.web.money import amount_text, money_text

register = template.Library()


def decimal_sign() -> str:
    """Return the decimal separator of the active language."""
    return str(formats.get_format("DECIMAL_SEPARATOR"))


@register.filter
def points(hundredths: int) -> str:
    """Write 150 as 1.5."""
    return points_text(hundredths, point=decimal_sign())


@register.filter
def signed(hundredths: int) -> str:
    """Write 150 as +1.5, with a plus before gains."""
    return signed_text(hundredths, point=decimal_sign())


@register.filter
def average(hundredths: int) -> str:
    """Write 20 as +0.20: the averages of a column line up."""
    return average_text(hundredths, point=decimal_sign())


@register.filter
def sign_class(hundredths: int) -> str:
    """Return the CSS class that distinguishes gains and losses by weight and colour."""
    if hundredths == 0:
        return "points--zero"
    return "points--plus" if hundredths > 0 else "points--minus"


@register.filter
def money(amount: Decimal, currency: str) -> str:
    return money_text(amount, currency)


@register.filter
def amount(number: Decimal, currency: str) -> str:
    """Write an amount for a column whose heading has the currency."""
    return amount_text(number, currency)
