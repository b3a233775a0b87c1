"""Random numbers that are the same everywhere, and nothing else than HMAC-SHA256 of the seed."""

import hmac
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.chance import Chance

LABELS = st.lists(st.one_of(st.text(max_size=4), st.integers(0, 99)), max_size=3)


def test_a_number_is_the_first_eight_bytes_of_the_hmac_of_its_labels() -> None:
    expected = hmac.new(b"seed", b"5:round,1:3,", "sha256").digest()[:8]
    assert Chance("seed").number("round", 3) == int.from_bytes(expected, "big")


def test_a_number_is_the_same_on_every_machine_and_at_every_time() -> None:
    assert Chance("kiel 2026").number("swiss", 1) == 4102906032500396668


def test_another_seed_gives_another_order() -> None:
    orders = {tuple(Chance(str(seed)).shuffled("abcdefgh")) for seed in range(50)}
    assert len(orders) == 50


def test_every_order_of_three_comes_about_as_often() -> None:
    orders = Counter("".join(Chance(str(seed)).shuffled("abc")) for seed in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_a_stream_goes_on_as_it_began() -> None:
    assert Chance("seed").stream(100, "noise").startswith(Chance("seed").stream(33, "noise"))
    assert len(Chance("seed").stream(33, "noise")) == 33


@given(st.text(), st.lists(st.integers()), LABELS)
def test_shuffling_keeps_everyone_and_can_be_repeated(
    seed: str, items: list[int], labels: list[str | int]
) -> None:
    once = Chance(seed).shuffled(items, *labels)
    assert sorted(once) == sorted(items)
    assert once == Chance(seed).shuffled(items, *labels)


@given(LABELS, LABELS)
def test_labels_that_read_alike_when_joined_give_different_numbers(
    one: list[str | int], other: list[str | int]
) -> None:
    same = [str(label) for label in one] == [str(label) for label in other]
    assert (Chance("x").number(*one) == Chance("x").number(*other)) == same
