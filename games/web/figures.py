"""Points in the reader's locale; amounts of money are in `money`."""

from django.utils import formats

from games.ledger.figures import points_text, signed_text


def decimal_sign() -> str:
    """Return the decimal separator of the active language."""
    return str(formats.get_format("DECIMAL_SEPARATOR"))


def signed(hundredths: int) -> str:
    """Write points with their sign, in the reader's locale: "+1.5", "+1,5"."""
    return signed_text(hundredths, point=decimal_sign())


def unsigned(hundredths: int) -> str:
    """Write points in the reader's locale; only losses have a sign."""
    return points_text(hundredths, point=decimal_sign())
