"""Amounts as people read them: with their currency, and as their language writes numbers.

All pages use these; files for programs write plain decimals.
"""

from decimal import Decimal

from django.utils import formats
from django.utils.translation import ngettext

from games.ledger.figures import MINUS
from games.ledger.money import decimals

NO_BREAK = "\N{NO-BREAK SPACE}"


def amount_text(amount: Decimal, currency: str) -> str:
    """Write an amount without its currency, for a column that names it; points as short as
    possible.

    As many decimals as the currency has, but never fewer than the amount.
    """
    size = abs(amount).normalize()
    exponent = size.as_tuple().exponent
    places = max(-exponent, 0) if isinstance(exponent, int) else 0
    if currency:
        places = max(places, decimals(currency))
    text = str(formats.number_format(size, decimal_pos=places, use_l10n=True, force_grouping=True))
    return MINUS + text if amount < 0 else text


def money_text(amount: Decimal, currency: str) -> str:
    """Write an amount with its currency; a blank one means points."""
    text = amount_text(amount, currency)
    if currency:
        return f"{text}{NO_BREAK}{currency}"
    return ngettext("%(count)s point", "%(count)s points", 1 if abs(amount) == 1 else 2) % {
        "count": text
    }
