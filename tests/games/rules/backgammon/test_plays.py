"""All legal plays of a roll: held against three engines, perft and the source rules' sentences."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import (
    START,
    Play,
    PlayError,
    Position,
    Roll,
    legal_plays,
    perft,
    play_of,
    results,
    step_graph,
)
from tests.games.rules.backgammon.boards import ROLLS, board, legal_moves, positions

OPENINGS = (
    "21:15 31:16 41:14 51:8 61:10 32:17 42:18 52:8 62:14 43:17 53:9 63:14 54:9 64:14 65:7 "
    "11:42 22:75 33:73 44:52 55:4 66:11"
)


def texts(position: Position, roll: Roll) -> set[str]:
    """The plays of a roll as steps: `{"13/8 6/2"}`."""
    return {" ".join(map(str, play.steps)) for play in legal_plays(position, roll)}


def test_three_engines_find_the_same_results() -> None:
    for row in legal_moves():
        found = results(Position.from_id(row["pid"]), tuple(row["roll"]))
        assert sorted(one.id for one in found) == row["results"], row


def test_plays_with_their_steps_are_the_same_results() -> None:
    for row in legal_moves()[::7]:
        plays = legal_plays(Position.from_id(row["pid"]), tuple(row["roll"]))
        assert sorted(play.result.id for play in plays) == row["results"], row
        assert {len(play.steps) for play in plays} <= {row["dice_used"]}


def test_perft_of_one_and_two_rolls() -> None:
    assert perft(START, 1) == 447
    assert perft(START, 2) == 202_782


@pytest.mark.parametrize("opening", OPENINGS.split())
def test_an_opening_roll_has_so_many_plays(opening: str) -> None:
    dice, count = opening.split(":")
    roll = int(dice[0]), int(dice[1])
    assert len(results(START, roll)) == len(legal_plays(START, roll)) == int(count)


# Sentences of the source rules. Their S and W are the points of either side's home and outer board:
# S1 is the mover's 24 point, S6 the other's 6 point, W12 the mover's 13 point.


def test_start_5_4_one_checker_goes_s1_s5_s10_or_two_go_w12_w8_and_w12_w9() -> None:
    plays = texts(START, (5, 4))
    assert "24/20 20/15" in plays
    assert "13/8 13/9" in plays


def test_start_5_5_the_rear_checkers_may_not_move() -> None:
    assert all(step.source != 24 for play in legal_plays(START, (5, 5)) for step in play.steps)


def test_only_4_or_2_can_be_played_so_it_is_the_4() -> None:
    # 13/11 and 13/9 are open, both go on to 7, which is held, as is all that 8 could move to
    position = board({13: 1}, {18: 2})
    assert texts(position, (4, 2)) == {"13/9"}
    assert texts(position, (2, 4)) == {"13/9"}


def test_where_only_the_lower_number_can_be_played_it_is() -> None:
    position = board({13: 1}, {18: 2, 16: 2})
    assert texts(position, (4, 2)) == {"13/11"}


def test_from_the_bar_with_only_the_6_point_open_2_and_4_do_not_enter() -> None:
    # the mover enters on the other's 6 point only
    position = board({25: 1, 6: 2}, dict.fromkeys((1, 2, 3, 4, 5), 2))
    assert texts(position, (2, 4)) == set()
    assert results(position, (2, 4)) == []
    assert texts(position, (6, 4)) != set()


def test_checkers_on_5_and_3_with_6_5_take_two_off_the_5() -> None:
    position = board({5: 2, 3: 2})
    assert texts(position, (6, 5)) == {"5/off 5/off"}


def test_checkers_on_5_and_3_with_4_2_play_5_1_and_then_5_3_or_3_1() -> None:
    position = board({5: 2, 3: 2}, {6: 1})
    assert texts(position, (4, 2)) == {"5/1 5/3", "5/1 3/1"}


def test_own_6_and_4_point_with_3_and_2_blocked_4_3_is_only_4_off() -> None:
    position = board({6: 1, 4: 1}, {22: 2, 23: 2})
    assert texts(position, (4, 3)) == {"4/off"}


def test_the_last_checker_on_6_with_a_blot_on_5_plays_both_numbers_of_6_1() -> None:
    position = board({6: 1}, {20: 1})
    assert texts(position, (6, 1)) == {"6/5* 5/off"}
    [after] = results(position, (6, 1))
    assert after.own[24] == 1


def test_a_dance_has_no_plays() -> None:
    closed = board({25: 1, 13: 14}, dict.fromkeys(range(1, 7), 2))
    assert all(legal_plays(closed, roll) == () for roll in ROLLS)


def test_a_play_is_found_by_its_result() -> None:
    play = legal_plays(START, (3, 1))[0]
    assert play_of(START, (3, 1), play.result) == play
    with pytest.raises(PlayError) as caught:
        play_of(START, (3, 1), START)
    assert caught.value.code == "play_illegal"


def test_a_play_tells_what_it_hits() -> None:
    hitting = [play for play in legal_plays(board({8: 2}, {20: 1}), (3, 1)) if play.hits]
    assert {play.hits for play in hitting} == {frozenset({5})}


@pytest.mark.parametrize("roll", [(0, 1), (1, 7), (1,), (1, 2, 3), (True, 2), ("1", 2), "12", None])
def test_a_roll_is_two_numbers_from_1_to_6(roll: Roll) -> None:
    with pytest.raises(PlayError) as caught:
        results(START, roll)
    assert caught.value.code == "die_invalid"


@settings(max_examples=40)
@given(positions(), st.sampled_from(ROLLS))
def test_results_are_positions_in_which_no_checker_is_lost(position: Position, roll: Roll) -> None:
    own_off, opp_off = position.off
    for play in legal_plays(position, roll):
        result = play.result
        assert Position.of(result.own, result.opp) == result
        assert result.off[0] == opp_off
        borne_off = sum(step.target == 0 for step in play.steps)
        assert result.off[1] == own_off + borne_off
        assert isinstance(play, Play)


@settings(max_examples=40)
@given(positions(), st.sampled_from(ROLLS))
def test_the_graph_of_half_turns_ends_in_the_results(position: Position, roll: Roll) -> None:
    graph = step_graph(position, roll)
    ends = sum(not ways for ways in graph)
    plays = legal_plays(position, roll)
    # without a play the beginning is the end; the same board with another number left is another
    assert ends == 1 if not plays else ends >= len(plays)
    assert all(to > place for place, ways in enumerate(graph) for _, to in ways)
