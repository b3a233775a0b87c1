"""A ladder: who may challenge whom, and what results make of the list."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.ladder import REFUSALS, Turn, climbed, refusal, turns, within_reach

LIST = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")

MAY = [
    # who, whom, who has a match, who met whom last: why not
    ("Dee", "Cid", (), {}, ""),
    ("Dee", "Ann", (), {}, ""),
    ("Eve", "Ann", (), {}, "far"),
    ("Dee", "Eve", (), {}, "below"),
    ("Dee", "Dee", (), {}, "itself"),
    ("Dee", "Zoe", (), {}, "gone"),
    ("Zoe", "Fay", (), {}, "gone"),
    ("Dee", "Cid", ("Dee",), {}, "busy"),
    ("Dee", "Cid", ("Cid",), {}, "other_busy"),
    ("Dee", "Cid", ("Bob", "Eve"), {}, ""),
    ("Dee", "Cid", (), {"Dee": "Cid", "Cid": "Dee"}, "again"),
    ("Dee", "Cid", (), {"Dee": "Cid", "Cid": "Ann"}, "again"),
    ("Dee", "Cid", (), {"Dee": "Bob", "Cid": "Dee"}, "again"),
    ("Dee", "Cid", (), {"Dee": "Bob", "Cid": "Ann"}, ""),
]


@pytest.mark.parametrize(("who", "whom", "busy", "last", "why"), MAY)
def test_who_may_challenge_whom(who, whom, busy, last, why) -> None:
    assert refusal(LIST, who, whom, reach=3, busy=busy, last=last) == why


def test_every_reason_has_its_case() -> None:
    assert {case[-1] for case in MAY} == {"", *REFUSALS}


def test_the_nearest_within_reach_come_first() -> None:
    assert within_reach(LIST, "Eve", 3) == ("Dee", "Cid", "Bob")
    assert within_reach(LIST, "Bob", 3) == ("Ann",)
    assert within_reach(LIST, "Ann", 3) == within_reach(LIST, "Zoe", 3) == ()


@pytest.mark.parametrize(
    ("results", "order"),
    [
        ([], "Ann Bob Cid Dee Eve Fay"),
        ([("Ann", "Bob")], "Ann Bob Cid Dee Eve Fay"),
        ([("Dee", "Bob")], "Ann Dee Cid Bob Eve Fay"),
        ([("Dee", "Bob"), ("Fay", "Bob")], "Ann Dee Cid Fay Eve Bob"),
        ([("Dee", "Bob"), ("Bob", "Dee")], "Ann Bob Cid Dee Eve Fay"),
    ],
)
def test_who_wins_has_the_higher_place_of_the_two(results, order) -> None:
    assert climbed(LIST, results) == tuple(order.split())


PAIRS = st.lists(st.sampled_from(LIST), min_size=2, max_size=2, unique=True).map(tuple)


@given(st.lists(PAIRS, max_size=30))
def test_nobody_is_lost_and_everybody_else_keeps_their_place(results) -> None:
    order = LIST
    for winner, loser in results:
        before, order = order, climbed(order, [(winner, loser)])
        assert sorted(order) == sorted(LIST)
        assert order.index(winner) < order.index(loser)
        for place, one in enumerate(before):
            if one not in (winner, loser):
                assert order[place] == one
    assert climbed(LIST, results) == order


@given(st.lists(PAIRS, max_size=10), st.permutations(LIST), st.lists(PAIRS, max_size=10))
def test_matches_that_ran_side_by_side_count_alike_in_either_order(before, four, after) -> None:
    """Nobody has two matches at once: what runs side by side has four different players."""
    one, other = tuple(four[:2]), tuple(four[2:4])
    assert climbed(LIST, [*before, one, other, *after]) == climbed(
        LIST, [*before, other, one, *after]
    )


def test_two_entries_that_become_one_play_once_in_a_round_in_the_order_of_play() -> None:
    played = [
        Turn(1, 1, ("old", "ann"), ("one", "ann"), (2,)),
        Turn(2, 1, ("new", "max"), ("one", "max"), (1,)),
        Turn(3, 2, ("bob", "max"), ("bob", "max"), (3,)),
        Turn(4, 1, ("cid", "dee"), ("cid", "dee"), (4,)),
    ]
    assert turns(played) == {1: 2, 2: 1, 3: 2, 4: 1}
    turned = [replace(one, at=(-one.at[0],)) for one in played]
    assert turns(turned) == {1: 1, 2: 2, 3: 3, 4: 1}
