"""Plays as text: own points in two styles and absolute fields; a mistake names its first step."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import (
    BLACK,
    START,
    WHITE,
    PlayError,
    Position,
    Roll,
    legal_plays,
    play_text,
    read_play,
)
from games.rules.backgammon.play_text import Style
from tests.games.rules.backgammon.boards import ROLLS, board, positions


@settings(max_examples=60)
@given(
    positions(),
    st.sampled_from(ROLLS),
    st.sampled_from(["short", "steps", "fields"]),
    st.sampled_from([WHITE, BLACK]),
    st.integers(0, 2**16),
)
def test_what_is_written_reads_as_the_same_play(
    position: Position, roll: Roll, style: Style, side: int, choice: int
) -> None:
    plays = legal_plays(position, roll)
    if not plays:
        assert read_play("", position, roll).result == position.flipped()
        return
    play = plays[choice % len(plays)]
    again = read_play(play_text(play, style, side), position, roll, side)
    assert again.result == play.result


@pytest.mark.parametrize(
    ("position", "roll", "text", "shown"),
    [
        (START, (6, 5), "24/18 18/13", "24/13"),
        (START, (6, 5), "18/13 24/18", "24/13"),  # the steps may come in any order
        (START, (3, 3), "8/5 6/3 8/5 6/3", "8/5(2) 6/3(2)"),
        (START, (3, 3), "8/5(2), 6/3 (2)", "8/5(2) 6/3(2)"),
        (START, (6, 6), "24/18(2) 13/7(2)", "24/18(2) 13/7(2)"),
        (START, (6, 6), "13/7(3) 8/2", "13/7(3) 8/2"),
        (board({25: 1, 6: 2}, {20: 1, 1: 2}), (5, 4), "BAR/20 6/2", "bar/20 6/2"),
        (board({25: 1, 6: 2}, {5: 1, 1: 2}), (5, 4), "25/20* 20/16", "bar/20*/16"),
        (board({6: 2, 4: 1}), (6, 6), "6/0 6/0 4/0", "6/off(2) 4/off"),
        (board({6: 2, 4: 1}), (6, 5), "6/Off 6/1", "6/1 6/off"),
        (board({6: 1, 1: 1}), (6, 1), "6/off 1/off", "6/off 1/off"),
        (board({8: 2}, {19: 1, 1: 2}), (2, 2), "8/6*(2) 6/4(2)", "8/6*/4 8/4"),
    ],
)
def test_texts_of_people_and_programs(
    position: Position, roll: Roll, text: str, shown: str
) -> None:
    play = read_play(text, position, roll)
    assert play_text(play) == shown or play_text(play) == " ".join(reversed(shown.split()))
    assert read_play(shown, position, roll).result == play.result


def test_the_words_of_tele_backgammon() -> None:
    """`-3` enters on 3, `3-6` moves, `22-` bears off: all three Black's. White: `-22 6-3 3-`."""
    entering = board({25: 1, 2: 3}, {1: 2})
    play = read_play("-3 3-4", entering, (3, 1), BLACK)
    assert play_text(play, "fields", BLACK) == "-3 3-4"
    home = board({3: 1, 1: 1}, {1: 1})
    assert play_text(read_play("22- 24-", home, (3, 1), BLACK)) == "3/off 1/off"
    white = board({25: 1, 6: 1}, {1: 2, 6: 2})
    assert play_text(read_play("-22 6-3", white, (3, 3))) == "bar/22 6/3"
    assert play_text(read_play("3- 1-", home, (3, 1), WHITE)) == "3/off 1/off"


def test_where_a_walk_may_go_two_ways_the_hits_decide() -> None:
    # 24/15 with 6-3 goes by 18, where a blot is hit, or by 21
    position = board({24: 1, 6: 1}, {7: 1, 2: 1})
    assert read_play("24/15", position, (6, 3)).hits == frozenset()
    assert read_play("24/18*/15", position, (6, 3)).hits == {18}
    assert read_play("24/18/15", position, (6, 3)).hits == {18}
    assert read_play("24/15", board({24: 1}, {7: 1, 4: 2}), (6, 3)).hits == {18}


def test_two_ways_with_a_hit_each_are_unclear() -> None:
    position = board({24: 1, 6: 1}, {7: 1, 4: 1})
    with pytest.raises(PlayError) as caught:
        read_play("24/15", position, (6, 3))
    assert caught.value.code == "play_unclear"
    assert read_play("24/21*/15", position, (6, 3)).hits == {21}


@pytest.mark.parametrize(
    ("text", "roll", "code", "step"),
    [
        ("24/20 24/19", (5, 4), "target_blocked", "24/19"),
        ("24/14", (5, 5), "way_blocked", "24/14"),
        ("24/18 13/8", (6, 4), "number_missing", "13/8"),
        ("23/18", (5, 4), "source_empty", "23/18"),
        ("6/off 6/1", (6, 5), "not_home", "6/off"),
        ("13/8", (5, 4), "steps_missing", None),
        ("", (5, 4), "play_empty", None),
        ("24/15*", (5, 4), "play_no_hit", None),
        ("24/15 24/15 24/15", (5, 4), "play_illegal", None),
        ("what?", (5, 4), "step_malformed", "what?"),
        ("24", (5, 4), "step_malformed", "24"),
        ("24/", (5, 4), "step_malformed", "24/"),
        ("26/21", (5, 4), "step_malformed", "26/21"),
        ("13/8(0)", (5, 4), "step_malformed", "13/8(0)"),
        ("13/8(5)", (5, 5), "step_malformed", "13/8(5)"),
        ("8/13", (5, 4), "step_malformed", "8/13"),
        ("12-17", (5, 4), "field_side", "12-17"),
        ("-", (5, 4), "step_malformed", "-"),
        ("-30", (5, 4), "step_malformed", "-30"),
    ],
)
def test_a_mistake_names_the_first_step_that_is_not_legal(
    text: str, roll: Roll, code: str, step: str | None
) -> None:
    with pytest.raises(PlayError) as caught:
        read_play(text, START, roll)
    assert (caught.value.code, caught.value.params.get("step")) == (code, step)
    assert str(caught.value)


def test_where_nothing_can_be_played_a_play_is_refused() -> None:
    closed = board({25: 1}, dict.fromkeys(range(1, 7), 2))
    with pytest.raises(PlayError) as caught:
        read_play("bar/20", closed, (5, 4))
    assert caught.value.code == "no_play"


def test_the_lower_number_where_the_higher_could_be_played_is_refused() -> None:
    with pytest.raises(PlayError) as caught:
        read_play("13/11", board({13: 1}, {18: 2}), (4, 2))
    assert caught.value.code == "higher_number"
