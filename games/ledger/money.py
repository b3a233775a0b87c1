"""The money value of points: exact decimals, rounded to the smallest coin so that nothing is lost.

Every player's amount is points times stake. Where that is finer than the smallest coin, everybody
is rounded down and the missing coins go, one each, to those whose amounts were cut most (among
equals, to those named first). So each amount is less than one coin off, and all still sum to zero.
"""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from games.ledger.settle_up import Person

# ISO 4217 currencies whose smallest unit is not a hundredth.
_DECIMALS = {
    **dict.fromkeys(
        [
            "BIF",
            "CLP",
            "DJF",
            "GNF",
            "ISK",
            "JPY",
            "KMF",
            "KRW",
            "PYG",
            "RWF",
            "UGX",
            "UYI",
            "VND",
            "VUV",
            "XAF",
            "XOF",
            "XPF",
        ],
        0,
    ),
    **dict.fromkeys(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"], 3),
}


def decimals(currency: str) -> int:
    return _DECIMALS.get(currency.upper(), 2)


def coins(amount: Decimal, currency: str) -> int:
    """Return the amount in the currency's smallest coin.

    Raises:
        ValueError: if the amount is finer than that.
    """
    scaled = amount.scaleb(decimals(currency))
    if scaled != scaled.to_integral_value():
        raise ValueError(f"{amount} {currency} is finer than the smallest coin")
    return int(scaled)


def amount(count: int, currency: str) -> Decimal:
    """Return a number of the currency's smallest coins as an exact decimal."""
    return Decimal(count).scaleb(-decimals(currency))


def written(size: Decimal, currency: str) -> str:
    """Write an amount for programs: as many decimals as the currency has, more only if needed."""
    exponent = size.normalize().as_tuple().exponent
    needed = -exponent if isinstance(exponent, int) else 0
    return f"{size:.{max(needed, decimals(currency))}f}"


def balances(points: Mapping[Person, int], stake: Decimal, currency: str) -> dict[Person, int]:
    """Convert hundredths of a point into smallest coins that still sum to zero.

    Raises:
        ValueError: if the points themselves do not sum to zero.
    """
    if sum(points.values()) != 0:
        raise ValueError("the points do not sum to zero")
    coin_per_hundredth = Fraction(stake) * 10 ** decimals(currency) / 100
    exact = {player: value * coin_per_hundredth for player, value in points.items()}
    rounded = {player: value.__floor__() for player, value in exact.items()}
    missing = -sum(rounded.values())
    most_cut = sorted(exact, key=lambda player: rounded[player] - exact[player])
    for player in most_cut[:missing]:
        rounded[player] += 1
    return rounded
