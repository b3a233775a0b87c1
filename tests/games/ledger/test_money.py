"""What points are worth: exact, to the coin, and never a coin too many."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ledger import money


def test_points_times_stake_is_exact() -> None:
    # 5 points at 0.50 EUR are 2.50 EUR: 250 cents.
    points = {"Ann": 500, "Bob": -200, "Cid": -300}
    cents = money.balances(points, Decimal("0.50"), "EUR")
    assert cents == {"Ann": 250, "Bob": -100, "Cid": -150}


def test_a_coin_lost_by_rounding_goes_to_the_one_cut_most() -> None:
    # 0.25 EUR a point: +1.5 is 37.5 cents, -0.5 is -12.5, -1 is -25. Down: 37, -13, -25 = -1;
    # Ann and Bob were both cut by half a cent, Ann is named first: 38, -13, -25.
    points = {"Ann": 150, "Bob": -50, "Cid": -100}
    cents = money.balances(points, Decimal("0.25"), "EUR")
    assert cents == {"Ann": 38, "Bob": -13, "Cid": -25}


def test_a_currency_without_decimals_has_whole_amounts() -> None:
    # 100 yen a point: -1.5 points are -150 yen.
    assert money.balances({"Ann": 150, "Bob": -150}, Decimal(100), "JPY") == {
        "Ann": 150,
        "Bob": -150,
    }
    assert money.amount(150, "JPY") == Decimal(150)
    assert money.coins(Decimal(150), "jpy") == 150


def test_a_currency_with_three_decimals_keeps_them() -> None:
    assert money.amount(1500, "KWD") == Decimal("1.500")


def test_amounts_and_coins_are_inverse() -> None:
    assert money.amount(-1234, "EUR") == Decimal("-12.34")
    assert money.coins(Decimal("-12.34"), "EUR") == -1234


def test_an_amount_finer_than_a_coin_is_refused() -> None:
    with pytest.raises(ValueError, match="smallest coin"):
        money.coins(Decimal("0.005"), "EUR")


def test_points_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        money.balances({"Ann": 100, "Bob": -99}, Decimal(1), "EUR")


@given(
    st.lists(st.integers(-100_000, 100_000), min_size=1, max_size=12),
    st.decimals("0.01", "500", places=2),
    st.sampled_from(["EUR", "JPY", "KWD"]),
)
def test_amounts_sum_to_zero_and_are_less_than_a_coin_off(
    values: list[int], stake: Decimal, currency: str
) -> None:
    points = {f"p{i}": value for i, value in enumerate([*values, -sum(values)])}
    result = money.balances(points, stake, currency)
    assert sum(result.values()) == 0
    for player, value in points.items():
        exact = Decimal(value) * stake / 100
        assert abs(money.amount(result[player], currency) - exact) < money.amount(1, currency)
