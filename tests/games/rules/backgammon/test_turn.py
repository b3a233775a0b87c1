"""A turn entered step by step is the beginning of a legal play, and says why a step is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import START, PlayError, Position, Roll, Step, Turn, results
from games.rules.backgammon.steps import dice_of, left_over, steps_of
from tests.games.rules.backgammon.boards import ROLLS, board, positions


def all_plays(code: int, dice: tuple[int, ...]) -> set[tuple[tuple[int, int], ...]]:
    """Every order of steps that nothing but the single step restricts, however short."""
    found: set[tuple[tuple[int, int], ...]] = {()}
    for die in set(dice):
        for step, after in steps_of(code, die):
            for rest in all_plays(after, left_over(dice, die)):
                found.add(((step.source, step.die), *rest))
    return found


def legal_orders(position: Position, roll: Roll) -> set[tuple[tuple[int, int], ...]]:
    """Every order of steps of a legal play, by the rules as they are written."""
    orders = all_plays(position.code, dice_of(roll))
    most = max(map(len, orders))
    longest = {order for order in orders if len(order) == most}
    if most == 1 and roll[0] != roll[1]:
        higher = {order for order in longest if order[0][1] == max(roll)}
        return higher or longest
    return longest


@settings(max_examples=60)
@given(positions(), st.sampled_from([roll for roll in ROLLS if roll[0] != roll[1]]), st.data())
def test_a_half_entered_turn_is_legal_exactly_if_it_begins_a_legal_play(
    position: Position, roll: Roll, data: st.DataObject
) -> None:
    orders = legal_orders(position, roll)
    beginnings = {order[:end] for order in orders for end in range(len(order) + 1)}
    turn = Turn(position, roll)
    while True:
        so_far = tuple((step.source, step.die) for step in turn.steps)
        nexts = {(step.source, step.die) for step in turn.next_steps()}
        assert nexts == {one[-1] for one in beginnings if one[:-1] == so_far and one}
        if not nexts:
            break
        step = data.draw(st.sampled_from(turn.next_steps()))
        turn = turn.play_die(step.source, step.die)
    assert turn.is_complete
    if turn.steps:
        assert turn.result in results(position, roll)
    else:
        assert results(position, roll) == []


@settings(max_examples=60)
@given(positions(), st.sampled_from([(die, die) for die in range(1, 7)]), st.data())
def test_a_double_ends_in_a_result_whatever_the_order(
    position: Position, roll: Roll, data: st.DataObject
) -> None:
    turn = Turn(position, roll)
    while steps := turn.next_steps():
        step = data.draw(st.sampled_from(steps))
        turn = turn.step(step.source, step.target)
    assert not turn.steps or turn.result in results(position, roll)


def refusal(turn: Turn, source: int, target: int) -> str | None:
    error = turn.problem(source, target)
    return error and error.code


@pytest.mark.parametrize(
    ("position", "roll", "click", "code"),
    [
        (START, (5, 4), (24, 19), "target_blocked"),
        (START, (5, 4), (23, 19), "source_empty"),
        (START, (5, 4), (24, 18), "number_missing"),
        (START, (5, 4), (6, 0), "number_missing"),
        (START, (6, 4), (6, 0), "not_home"),
        (START, (6, 4), (4, 6), "step_malformed"),
        (START, (6, 4), (26, 20), "step_malformed"),
        (board({25: 1, 6: 2}), (5, 4), (6, 2), "bar_first"),
        (board({5: 1, 3: 1}), (6, 4), (3, 0), "rear_first"),
        (board({13: 1}, {18: 2}), (4, 2), (13, 11), "higher_number"),
        (board({5: 2, 3: 2}, {6: 1}), (4, 2), (3, 0), "rear_first"),
    ],
)
def test_a_refused_click_is_explained(
    position: Position, roll: Roll, click: tuple[int, int], code: str | None
) -> None:
    assert refusal(Turn(position, roll), *click) == code


def test_the_rule_that_both_numbers_are_played_shows_at_the_first_wrong_click() -> None:
    # 6/off with the 6 would leave no checker for the 1
    position = board({6: 1}, {20: 1})
    turn = Turn(position, (6, 1))
    assert refusal(turn, 6, 0) == "numbers_left"
    assert turn.step(6, 5).step(5, 0).result.own[24] == 1
    assert str(turn.problem(6, 0)) == "6/off: then fewer numbers could be played than must be."


def test_a_complete_turn_takes_no_further_step() -> None:
    turn = Turn(START, (3, 1)).step(8, 5).step(6, 5)
    assert turn.is_complete
    assert turn.dice == ()
    assert refusal(turn, 13, 12) == "turn_complete"
    assert turn.result in results(START, (3, 1))


def test_an_incomplete_turn_has_no_result() -> None:
    turn = Turn(START, (3, 1)).step(8, 5)
    with pytest.raises(PlayError) as caught:
        _ = turn.result
    assert caught.value.code == "steps_missing"
    assert turn.dice == (1,)


def test_a_step_is_undone() -> None:
    turn = Turn(START, (3, 1))
    assert turn.step(8, 5).undo() == turn
    with pytest.raises(PlayError) as caught:
        turn.undo()
    assert caught.value.code == "nothing_to_undo_step"


def test_the_number_may_be_chosen() -> None:
    turn = Turn(START, (3, 1)).play_die(8, 1)
    assert turn.steps == (Step(8, 7, 1),)
    with pytest.raises(PlayError) as caught:
        turn.play_die(8, 1)
    assert caught.value.code == "number_missing"


def test_dice_that_no_die_shows_make_no_turn() -> None:
    with pytest.raises(PlayError):
        Turn(START, (0, 7))
