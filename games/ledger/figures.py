"""Points as people read them: hundredths in, text out, with a real minus sign on pages."""

import re
from decimal import Decimal
from typing import Final

MINUS = "\N{MINUS SIGN}"
LONGEST: Final = 30
_AMOUNT: Final = re.compile(r"[+-]?(?=\.?[0-9])[0-9]*(?:\.[0-9]*)?", re.ASCII)
_CURRENCY: Final = re.compile(
    r"^(?:[A-Za-z]{3}(?=[\s\d])|[$€£¥₣₤₩₪₫₹₺₽])\s*|\s*(?:(?<=[\s\d])[A-Za-z]{3}|[$€£¥₣₤₩₪₫₹₺₽])$"
)
"""A currency beside an amount: a sign, or three letters."""
_WHOLE: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


def amount_read(text: str) -> Decimal | None:
    """Read an amount as people type it, with a comma or a point; None if it is not an amount.

    Exponents, "NaN" and hundreds of digits are refused: nobody types them, and `Decimal` would read
    numbers too large for a column or for memory.
    """
    plain = text.strip().replace(MINUS, "-").replace(",", ".")
    return Decimal(plain) if len(plain) <= LONGEST and _AMOUNT.fullmatch(plain) else None


def money_read(text: str) -> Decimal | None:
    """Read an amount of money as people type it, with its currency before or after it, too: 10 €,
    EUR 7,50; None if it is not one.
    """
    plain = _CURRENCY.sub("", text.strip())
    return amount_read(plain)


def whole_read(text: str) -> int | None:
    """Read a whole number from 0 that a database column can hold; None otherwise."""
    return int(text) if _WHOLE.fullmatch(text) else None


def points_text(hundredths: int, *, minus: str = MINUS, point: str = ".") -> str:
    """Write points without trailing zeros: 150 is "1.5", -300 is "3" after the minus sign."""
    whole, rest = divmod(abs(hundredths), 100)
    decimals = f"{rest:02d}".rstrip("0")
    text = f"{whole}{point}{decimals}" if decimals else str(whole)
    return minus + text if hundredths < 0 else text


def signed_text(hundredths: int, *, minus: str = MINUS, point: str = ".") -> str:
    """Write points with their sign, so that gain and loss differ without colour; zero has none."""
    text = points_text(hundredths, minus=minus, point=point)
    return "+" + text if hundredths > 0 else text


def average_text(hundredths: int, *, minus: str = MINUS, point: str = ".") -> str:
    """Write an average with its sign and always two decimals, so that a column lines up."""
    whole, rest = divmod(abs(hundredths), 100)
    sign = minus if hundredths < 0 else "+" if hundredths else ""
    return f"{sign}{whole}{point}{rest:02d}"


def average_hundredths(hundredths: int, games: int) -> int:
    """Return points per game in hundredths, rounded half away from zero so that signs mirror."""
    if games == 0:
        return 0
    size = (2 * abs(hundredths) + games) // (2 * games)
    return -size if hundredths < 0 else size


def sign_class(hundredths: int) -> str:
    """Return the CSS class that distinguishes gains and losses by weight and colour."""
    if hundredths == 0:
        return "points--zero"
    return "points--plus" if hundredths > 0 else "points--minus"
