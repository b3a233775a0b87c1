"""The list of what was played in the game that runs."""

from typing import Any

import pytest

from games.boards.presenters.moves import moves_said
from tests.games.boards.table import Playing
from tests.games.boards.test_pages import phone, url

OPENED: tuple[Any, ...] = (
    ("begin", None, {}),
    ("roll", None, {"dice": [4, 4]}),  # a tie
    ("roll", None, {"dice": [1, 3]}),
    ("play", 0, {"text": "8/5 6/5"}),
)
THEN: tuple[Any, ...] = (("roll", 1, {"dice": [4, 6]}), ("play", 1, {"text": "24/18 13/9"}))
FIRST, SECOND = (0, "3-1: 8/5 6/5"), (1, "6-4: 24/18 13/9")


@pytest.mark.parametrize(
    ("steps", "phase", "moves"),
    [
        (OPENED[:3], "play", []),
        (OPENED, "roll", [FIRST]),
        (
            (*OPENED, ("double", 1, {}), ("take", 0, {})),
            "roll",
            [FIRST, (1, "doubles"), (0, "takes")],
        ),
        (
            (*OPENED, ("double", 1, {}), ("drop", 0, {})),
            "over",
            [FIRST, (1, "doubles"), (0, "drops")],
        ),
        ((*OPENED, ("roll", 1, {"dice": [6, 4]})), "play", [FIRST]),
        (
            (*OPENED, ("roll", 1, {"dice": [6, 6]})),
            "roll",
            [FIRST, (1, "6-6: nothing can be played")],
        ),
        ((*OPENED, *THEN), "roll", [FIRST, SECOND]),
        ((*OPENED, *THEN, ("takeback", 1, {}), ("accept", 0, {})), "play", [FIRST]),
        ((*OPENED, *THEN, ("takeback", 1, {}), ("refuse", 0, {})), "roll", [FIRST, SECOND]),
        ((*OPENED, *THEN, ("draw", 1, {}), ("accept", 0, {})), "over", [FIRST, SECOND]),
        (
            (*OPENED, *THEN, ("takeback", 1, {}), ("accept", 0, {}), THEN[1]),
            "roll",
            [FIRST, SECOND],
        ),
    ],
)
def test_what_was_played_is_listed_and_what_was_taken_back_is_not(steps, phase, moves):
    assert [(one.side, one.text) for one in moves_said(steps, phase)] == moves


@pytest.mark.django_db
def test_the_list_is_that_of_the_present_game(playing: Playing):
    playing.turn()
    found = phone(playing.people[0]).get(url(playing.board, "moves/"))
    assert found.content.decode().count("<li") == playing.board.log.filter(kind="play").count()
