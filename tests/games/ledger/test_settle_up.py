"""Who pays whom: balances reach zero, with the fewest payments there can be."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ledger.settle_up import EXACT_UP_TO, Payment, settle_up


def paid(balances: dict[str, int], payments: tuple[Payment, ...]) -> dict[str, int]:
    """The balances after the payments."""
    after = dict(balances)
    for payment in payments:
        after[payment.debtor] += payment.amount
        after[payment.creditor] -= payment.amount
    return after


def fewest_payments(values: tuple[int, ...]) -> int:
    """By brute force: people less the most groups that sum to zero."""

    def most_groups(rest: tuple[int, ...]) -> int:
        if not rest:
            return 0
        first, others = rest[0], rest[1:]
        found = []
        for size in range(len(others) + 1):
            for chosen in combinations(range(len(others)), size):
                if first + sum(others[i] for i in chosen) == 0:
                    left = tuple(v for i, v in enumerate(others) if i not in chosen)
                    found.append(1 + most_groups(left))
        return max(found)

    people = tuple(v for v in values if v)
    return len(people) - most_groups(people)


@st.composite
def balances_of(draw: st.DrawFn, fewest: int, most: int, limit: int = 6) -> dict[str, int]:
    count = draw(st.integers(fewest, most))
    values = draw(st.lists(st.integers(-limit, limit), min_size=count - 1, max_size=count - 1))
    return {f"p{i:02d}": value for i, value in enumerate([*values, -sum(values)])}


def test_one_winner_is_paid_by_every_loser() -> None:
    # Ann +5; Bob -2, Cid -3: two payments.
    assert settle_up({"Ann": 5, "Bob": -2, "Cid": -3}) == (
        Payment("Bob", "Ann", 2),
        Payment("Cid", "Ann", 3),
    )


def test_two_pairs_that_cancel_pay_each_other_only() -> None:
    # The pairs 7/-7 and 5/-5 need one payment each.
    assert settle_up({"Ann": 7, "Bob": 5, "Cid": -5, "Dee": -7}) == (
        Payment("Cid", "Bob", 5),
        Payment("Dee", "Ann", 7),
    )


def test_a_group_of_three_is_found_where_largest_to_largest_misses_it() -> None:
    # {+6, -4, -2} and {+5, -5 + ...}: +6 -4 -2 = 0 and +9 -5 -3 -1 = 0: 2 + 3 payments.
    balances = {"Ann": 6, "Bob": -4, "Cid": -2, "Dee": 9, "Eve": -5, "Fay": -3, "Gus": -1}
    assert len(settle_up(balances)) == 5


def test_nobody_pays_when_all_are_even() -> None:
    assert settle_up({"Ann": 0, "Bob": 0}) == ()
    assert settle_up({}) == ()


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        settle_up({"Ann": 1, "Bob": -2})


@given(balances_of(2, 40, limit=1000))
def test_everyone_is_even_afterwards(balances: dict[str, int]) -> None:
    payments = settle_up(balances)
    assert set(paid(balances, payments).values()) <= {0}
    assert all(payment.amount > 0 for payment in payments)


@given(balances_of(2, 40, limit=1000))
def test_nobody_both_pays_and_is_paid(balances: dict[str, int]) -> None:
    payments = settle_up(balances)
    assert not {p.debtor for p in payments} & {p.creditor for p in payments}


@settings(max_examples=60, deadline=None)
@given(balances_of(2, 9))
def test_there_are_never_more_payments_than_brute_force_needs(balances: dict[str, int]) -> None:
    assert len(settle_up(balances)) == fewest_payments(tuple(balances.values()))


def test_twelve_people_in_six_pairs_need_six_payments() -> None:
    sizes = [1, 2, 4, 8, 16, 32]
    balances = {f"w{s}": s for s in sizes} | {f"l{s}": -s for s in sizes}
    assert len(balances) == EXACT_UP_TO
    assert len(settle_up(balances)) == 6


@given(balances_of(13, 40, limit=50))
def test_beyond_the_exact_size_there_is_at_most_one_payment_less_than_people(
    balances: dict[str, int],
) -> None:
    people = sum(1 for value in balances.values() if value)
    assert len(settle_up(balances)) <= max(people - 1, 0)


@given(balances_of(2, 20), st.randoms(use_true_random=False))
def test_the_order_of_the_names_changes_nothing(balances: dict[str, int], random: object) -> None:
    names = list(balances)
    random.shuffle(names)  # type: ignore[attr-defined]
    assert settle_up({name: balances[name] for name in names}) == settle_up(balances)
