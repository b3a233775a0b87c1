"""White goes to the player who had it less often, then to the one who had Black last."""

import random

import pytest

from tournaments.pairing.colours import coloured


def test_in_the_first_round_the_colours_change_from_table_to_table():
    assert coloured([("a", "b"), ("c", "d"), ("e", "f")], []) == [
        ("a", "b"),
        ("d", "c"),
        ("e", "f"),
    ]


@pytest.mark.parametrize(
    ("before", "white"),
    [
        ([("a", "x")], "b"),  # a had White once, b never
        ([("x", "a")], "a"),
        ([("a", "x"), ("y", "b")], "b"),
        ([("a", "x"), ("x", "a"), ("y", "b"), ("b", "y")], "a"),  # both even: a had Black last
        ([("x", "a"), ("a", "x"), ("b", "y"), ("y", "b")], "b"),
        ([("a", "x"), ("x", "a"), ("x", "a"), ("y", "b")], "a"),  # as often, and as last: as it is
    ],
)
def test_white_is_due_to_who_had_it_less(before, white):
    [(first, _second)] = coloured([("a", "b")], before)
    assert first == white


def test_in_a_round_robin_nobody_has_one_colour_much_more_often():
    for size in (4, 6, 8, 10, 16):
        field, before = list(range(size)), []
        for _ in range(size - 1):
            pairs = list(zip(field[: size // 2], field[: size // 2 - 1 : -1], strict=True))
            before += coloured(pairs, before)
            field = [field[0], field[-1], *field[1:-1]]
        balance = [
            sum(white == one for white, _ in before) - sum(black == one for _, black in before)
            for one in range(size)
        ]
        assert max(map(abs, balance)) <= 3, (size, balance)


def test_over_many_random_rounds_the_colours_stay_nearly_even():
    chance, field, before = random.Random(7), list(range(12)), []
    for _ in range(40):
        chance.shuffle(field)
        before += coloured(list(zip(field[::2], field[1::2], strict=True)), before)
        more = [
            sum(white == one for white, _ in before) - sum(black == one for _, black in before)
            for one in range(12)
        ]
        assert max(map(abs, more)) <= 3
