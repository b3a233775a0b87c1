"""Points and equities in the reader's locale; amounts of money are in `money`."""

from games.language import decimal_sign
from games.ledger.figures import MINUS, points_text, signed_text


def signed(hundredths: int) -> str:
    """Write points with their sign, in the reader's locale: "+1.5", "+1,5"."""
    return signed_text(hundredths, point=decimal_sign())


def unsigned(hundredths: int) -> str:
    """Write points in the reader's locale; only losses have a sign."""
    return points_text(hundredths, point=decimal_sign())


def decimals(figure: float, places: int) -> str:
    """Write a number with so many decimals, in the reader's locale."""
    return f"{figure:.{places}f}".replace("-", MINUS).replace(".", decimal_sign())


def equity(figure: float) -> str:
    """Write an equity with its sign and three decimals, as analyses do: "+0.120", "0.000"."""
    text = decimals(abs(figure), 3)
    is_zero = not round(abs(figure), 3)
    return text if is_zero else ("+" if figure > 0 else MINUS) + text
