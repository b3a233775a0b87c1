"""Template filters for figures: points and money in the reader's locale."""

from typing import Final

from django import template

from games.language import decimal_sign
from games.ledger.figures import average_text, sign_class
from games.ledger.money import written
from games.web.figures import signed, unsigned
from games.web.money import amount_text, money_text

register = template.Library()
register.filter("points", unsigned)
register.filter("signed", signed)
register.filter("sign_class", sign_class)
register.filter("money", money_text)
register.filter("amount", amount_text)
register.filter("typed_amount", written)


LONG: Final = 18
"""Longer names are written smaller on a wall, and on two lines if they must be."""
LONGEST: Final = 26


@register.filter
def name_size(name: str, long: int = LONG) -> str:
    """Return the class of a name on a wall: a long one is read whole, beside figures that stay."""
    if len(name) > LONGEST:
        return " name--longest"
    return " name--long" if len(name) > long else ""


@register.filter
def unsigned_average(hundredths: int) -> str:
    """Write 20 as 0.20: the widths of intervals line up, and have no sign."""
    return average_text(hundredths, point=decimal_sign()).lstrip("+")


@register.filter
def average(hundredths: int) -> str:
    """Write 20 as +0.20: the averages of a column line up."""
    return average_text(hundredths, point=decimal_sign())
