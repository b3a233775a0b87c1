"""A position counts checkers, knows its Position ID, and refuses what no board shows."""

import pytest
from hypothesis import given

from games.rules.backgammon import START, Position, PositionError
from games.rules.backgammon.board import pack
from games.rules.backgammon.position_id import id_of
from tests.games.rules.backgammon.boards import board, positions

HALF = [0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]


def test_a_game_starts_with_167_pips_each() -> None:
    assert START.pips == (167, 167)
    assert START.off == (0, 0)
    assert START.own == tuple(HALF)
    assert START.id == str(START) == "4HPwATDgc/ABMA"
    assert START.has_contact


def test_the_id_begins_with_the_player_not_on_roll() -> None:
    # one checker of the player on roll on their 2 point, one of the other's on the bar:
    # 24 zeros, 1, 0 for the bar, then 0, 1 for the 2 point: bits 24 and 27 of the string
    position = board({2: 1}, {25: 1})
    assert position.id == "AAAACQAAAAAAAA"
    assert Position.from_id("AAAACQAAAAAAAA") == position


@given(positions())
def test_an_id_comes_back_as_the_same_position(position: Position) -> None:
    assert Position.from_id(position.id) == position
    assert Position.of(position.own, position.opp) == position
    assert position.flipped().flipped() == position
    assert position.flipped().own == position.opp


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "id_length"),
        ("4HPwATDgc/ABM", "id_length"),
        ("4HPwATDgc/ABMAA", "id_length"),
        ("4HPwATDgc/ABM=", "id_malformed"),
        ("4HPwATDgc/ABM?", "id_malformed"),
        ("4HPwATDgc/ABMé", "id_malformed"),
        ("4HPwATDgc-ABMA", "id_malformed"),
        ("4HPwATDgc/ABMB", "id_malformed"),  # bits behind the last one
        ("//8DAAAAAAAAAA", "checkers_many"),
        ("AAAACQAAQAAAAA", "id_malformed"),  # a checker behind the last bar
        (id_of(pack([1] + [0] * 24, [0] * 23 + [1, 0])), "point_shared"),
    ],
)
def test_what_is_no_position_id_is_refused(text: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.from_id(text)
    assert caught.value.code == code
    assert str(caught.value)


@pytest.mark.parametrize(
    ("own", "opp", "code"),
    [
        (HALF[:24], HALF, "half_malformed"),
        ([-1, *HALF[1:]], HALF, "half_malformed"),
        ([True, *HALF[1:]], HALF, "half_malformed"),
        ([1, *HALF[1:]], HALF, "checkers_many"),
        ([0] * 23 + [1, 0], [1] + [0] * 24, "point_shared"),
    ],
)
def test_numbers_that_no_board_shows_are_refused(own: list[int], opp: list[int], code: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.of(own, opp)
    assert caught.value.code == code


def test_a_loser_with_a_checker_off_loses_single() -> None:
    assert board({}, {24: 14}).level == "single"


def test_a_loser_with_none_off_loses_a_gammon() -> None:
    assert board({}, {18: 1, 6: 14}).level == "gammon"


@pytest.mark.parametrize("point", [19, 24, 25])
def test_a_loser_in_the_winners_home_or_on_the_bar_loses_a_backgammon(point: int) -> None:
    assert board({}, {point: 1, 6: 14}).level == "backgammon"


def test_a_game_is_on_while_both_have_checkers() -> None:
    assert START.level is None
    assert not START.is_over
    assert board({}, {6: 1}).is_over


def test_sides_that_have_passed_each_other_have_no_contact() -> None:
    assert board({11: 1}, {13: 1}).has_contact is False
    assert board({13: 1}, {13: 1}).has_contact is True
    assert board({1: 1}, {25: 1}).has_contact is True
    assert board({}, {25: 1}).has_contact is False
