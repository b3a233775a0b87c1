"""Play-offs as a step of the chain of order, and who should play one; with the arithmetic."""

from dataclasses import replace

import pytest

from tests.tournaments.standings.test_promotion import ended
from tournaments.standings.playoffs import deciding, level_in
from tournaments.standings.promotion import Finisher, Rules
from tournaments.standings.results import Played, Row
from tournaments.standings.table import standings

RING = (Row(1, "A", "B", 2, 0, 5, 1), Row(2, "B", "C", 2, 0, 5, 1), Row(3, "C", "A", 2, 0, 5, 1))
"""A beats B, B beats C, C beats A: all are level in everything."""


def decides(winner: str, loser: str, round: int = 901) -> Row:
    return Row(round, winner, loser, 2, 0, 11, 10)


def order(*playoffs: Row, rows: tuple[Row, ...] = RING) -> list[tuple[object, int, str]]:
    """Everybody with their place and what the step says of them."""
    played = Played(("A", "B", "C"), rows, playoffs=playoffs)
    return [(one.key, one.place, one.values[1].text) for one in _lines(played)]


def _lines(played: Played) -> tuple[object, ...]:
    return standings(played, ("points_difference", "playoff"), "seed")  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("playoffs", "expected"),
    [
        ((), [("A", 1, "–"), ("B", 1, "–"), ("C", 1, "–")]),
        # C has played none yet: nothing is decided.
        ((decides("A", "B"),), [("A", 1, "–"), ("B", 1, "–"), ("C", 1, "–")]),
        # The winner of two meets the third: A lost to B (−1), B lost to C (1 − 1), C won (1).
        ((decides("B", "A"), decides("C", "B")), [("C", 1, "+1"), ("B", 2, "0"), ("A", 3, "−1")]),
        # A beats both: B and C stay level.
        ((decides("A", "B"), decides("A", "C")), [("A", 1, "+2"), ("B", 2, "−1"), ("C", 2, "−1")]),
        # Nobody came: it decides nothing.
        (
            (Row(901, "A", "B", 0, 0, kind="forfeit"),),
            [("A", 1, "–"), ("B", 1, "–"), ("C", 1, "–")],
        ),
        # By walkover counts.
        (
            (Row(901, "C", "A", 2, 0, kind="forfeit"), decides("C", "B")),
            [("C", 1, "+2"), ("A", 2, "−1"), ("B", 2, "−1")],
        ),
    ],
)
def test_a_play_off_decides_the_tie(
    playoffs: tuple[Row, ...], expected: list[tuple[object, int, str]]
) -> None:
    assert order(*playoffs) == expected


FOUR = tuple(
    Row(number, one, "D", 2, 0, 5, 1) for number, one in enumerate(("A", "B", "C", "W"), 1)
)
"""A, B, C and W are level; W has withdrawn."""


@pytest.mark.parametrize(
    ("playoffs", "gone", "expected"),
    [
        ("BA", "", {"A": "–", "B": "–", "C": "–", "W": "–"}),
        ("BA CB CA", "W", {"C": "+2", "B": "0", "A": "−2", "W": "–"}),
        ("BA CB CA CW", "W", {"C": "+3", "B": "0", "W": "−1", "A": "−2"}),
        ("BA", "W", {"A": "–", "B": "–", "C": "–", "W": "–"}),
        ("BA", "CW", {"B": "+1", "A": "−1", "C": "–", "W": "–"}),
        ("", "W", {"A": "–", "B": "–", "C": "–", "W": "–"}),
    ],
)
def test_nobody_waits_for_the_play_off_of_who_has_withdrawn(
    playoffs: str, gone: str, expected: dict[str, str]
) -> None:
    rows = tuple(decides(*two) for two in playoffs.split())
    played = Played(("A", "B", "C", "W", "D"), FOUR, playoffs=rows, gone=frozenset(gone))
    lines = standings(played, ("playoff",), "seed")
    shown = {str(one.key): one.values[0].text for one in lines if one.key != "D"}
    assert shown == expected
    if set(shown.values()) != {"–"}:
        order = [shown[str(one.key)] for one in lines if one.key != "D"]
        assert order == sorted(order, key=["+3", "+2", "+1", "0", "−1", "−2", "–"].index)


def test_it_counts_for_nothing_else() -> None:
    """A is ahead by its only win: that B beats A in a play-off changes not even a figure."""
    rows = (Row(1, "A", "C", 2, 0, 5, 1),)
    names = ("wins", "points_difference", "points_won", "walkovers", "playoff")
    before = standings(Played(("A", "B", "C"), rows), names, "seed")
    after = standings(Played(("A", "B", "C"), rows, playoffs=(decides("B", "A"),)), names, "seed")
    assert after == before


def test_what_is_left_level_is_known_by_the_step() -> None:
    """After A has beaten both, B and C are level; without the step nobody is asked."""
    played = Played(("A", "B", "C"), RING, playoffs=(decides("A", "B"), decides("A", "C")))
    assert level_in(standings(played, ("playoff", "lots"), "seed")) == [("B", "C")]
    assert level_in(standings(played, ("lots",), "seed")) == []


THREE = ("Ann Bob Cid Dee", "Eve Fay Gus Hal", "Ida Jon Kim Leo")


@pytest.mark.parametrize(
    ("group", "rules", "matters"),
    [
        ("Ann Bob", Rules(), True),  # the first place of all
        ("Bob Cid", Rules(), False),  # both stay
        ("Cid Dee", Rules(), True),  # one of them goes down
        ("Eve Fay", Rules(), True),  # one of them goes up
        ("Eve Fay", Rules(up=2, down=2), False),  # both go up
        ("Fay Gus", Rules(rule="half"), True),  # the upper half ends between them
        ("Ida Jon Kim", Rules(), True),
        ("Kim Leo", Rules(), False),  # nobody falls out of the last division
        ("Eve Fay", Rules(rule="wins", up=3, down=0), False),  # wins say who goes, not places
        ("Ann Bob", Rules(rule="wins", up=3, down=0), True),
    ],
)
def test_a_place_matters_if_its_order_changes_something(
    group: str, rules: Rules, matters: bool
) -> None:
    assert deciding([group.split()], ended(*THREE), [], rules) == (
        [tuple(group.split())] if matters else []
    )


def test_who_leaves_makes_no_place_matter() -> None:
    """Eve does not play on, so Fay goes up, whether Eve stands before or behind them."""
    finishers: list[Finisher] = [replace(one, is_back=one.key != "Eve") for one in ended(*THREE)]
    assert deciding([("Eve", "Fay")], finishers, [], Rules()) == []


def test_the_first_place_is_between_those_who_have_not_withdrawn() -> None:
    finishers: list[Finisher] = [
        replace(one, is_back=one.key != "Ann", is_out=one.key == "Ann") for one in ended(*THREE)
    ]
    assert deciding([("Bob", "Cid")], finishers, [], Rules()) == [("Bob", "Cid")]
