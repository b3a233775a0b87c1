"""The page of a game afterwards: one frame for each action, drawn and in words."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from games.boards.faces.backgammon.replay import ReplayPage
from games.boards.faces.walking import Link
from games.rules.backgammon import (
    START,
    Doubled,
    Dropped,
    GameRecord,
    Rolled,
    Took,
    legal_plays,
)
from games.rules.backgammon.match_score import Cube


def page(at: int = 0) -> ReplayPage:
    first = legal_plays(START, (3, 1))[0]
    second = legal_plays(first.result, (6, 6))[0]
    record = GameRecord(
        score=(0, 0),
        moves=(
            Rolled(1, (3, 1), first),
            Doubled(0, 2),
            Took(1),
            Rolled(0, (6, 6), second),
            Doubled(1, 4),
            Dropped(0),
        ),
        winner=1,
        points=2,
        how="drop",
    )
    return ReplayPage(
        title="Ann – Bob",
        record=record,
        names=("Ann", "Bob"),
        result="Ann drops: Bob wins 2 points.",
        url="/replay/",
        at=at,
        downloads=[Link("Match text", "/mat/")],
    )


def test_there_is_a_frame_for_the_start_and_each_action() -> None:
    frames = page().frames
    assert [frame.side for frame in frames] == [None, 1, 0, 1, 0, 1, 0]
    assert frames[2].text == "doubles to 2"
    assert frames[1].text.startswith("3-1: 24/")


@pytest.mark.parametrize(
    ("sides", "said", "owner"),
    [
        ((0,), ["doubles to 2"], 1),
        ((0, 1), ["doubles to 2", "beavers to 4"], 1),
        ((0, 1, 0), ["doubles to 2", "beavers to 4", "redoubles to 8"], 1),
        ((1, 0), ["doubles to 2", "beavers to 4"], 0),
    ],
)
def test_a_redouble_on_the_spot_is_told_as_one_and_who_was_doubled_has_the_cube(
    sides: tuple[int, ...], said: list[str], owner: int
) -> None:
    doubled = [Doubled(side, 2**number) for number, side in enumerate(sides, 1)]
    moves = (*doubled, Took(1 - sides[-1]))
    frames = replace(page(), record=replace(page().record, moves=moves)).frames
    assert [frame.text for frame in frames[1:]] == [*said, "takes"]
    assert frames[-1].cube == Cube(2 ** len(sides), owner)


def test_the_cube_lies_where_it_lay() -> None:
    cubes = [frame.cube for frame in page().frames]
    shown = [(cube.value, cube.owner, cube.doubler) for cube in cubes if cube]
    assert shown == [
        (1, None, None),
        (1, None, None),
        (1, None, 0),
        (2, 1, None),
        (2, 1, None),
        (2, 1, 1),
        (2, 1, 1),
    ]


def test_plays_are_written_in_two_columns() -> None:
    rows = page().rows
    numbers = [
        (number, white.number if white else None, black.number if black else None)
        for number, white, black in rows
    ]
    assert numbers == [(1, None, 1), (2, 2, 3), (3, 4, 5), (4, 6, None)]


def test_a_frame_beyond_the_end_is_the_last_one() -> None:
    late = page(at=99)
    assert late.frame.number == late.last == 6
    assert late.said == "Ann: drops"
    assert (late.before, late.after) == (5, 6)


def test_without_a_script_links_lead_from_frame_to_frame() -> None:
    html = render_to_string("boards/replay.html", {"page": page(at=1)})
    assert 'href="/replay/?at=2"' in html
    assert html.count('aria-current="true"') == 1
    assert html.count('<path class="arrow"') == 2
    assert 'href="/mat/"' in html
    assert "Bob wins 2 points." in html


def test_the_script_gets_steps_that_lead_to_the_drawn_boards() -> None:
    shown = page(at=4)
    data = shown.data
    assert len(data["frames"]) == 7
    assert data["frames"][4]["dice"] == [6, 6]
    assert len(data["frames"][4]["steps"]) == 4
    assert data["frames"][0]["pips"] == [167, 167]
