"""What a change of a board means for its reader: what waits, and which tone is heard."""

from pathlib import Path
from typing import Any

import pytest

from tests.scripts import needs_node, script

pytestmark = needs_node

MINE = {"side": 0, "actor": 0, "phase": "roll", "can": ["roll", "double"], "version": 2}
THEIRS = {"side": 0, "actor": 1, "phase": "play", "can": ["resign"], "version": 1}
DOUBLED = {"side": 0, "actor": 0, "phase": "answer", "can": ["take", "drop"], "version": 2}
DRAW = {"side": 0, "actor": 1, "phase": "play", "can": ["accept", "refuse"], "version": 2}
OVER = {"side": 0, "actor": None, "phase": "over", "can": ["next"], "version": 2}
WATCHED = {"side": None, "actor": 0, "phase": "roll", "can": [], "version": 2}


@pytest.mark.parametrize(
    ("before", "now", "waits", "tone"),
    [
        (THEIRS, MINE, "turn", "turn"),
        (THEIRS, DOUBLED, "answer", "double"),
        (THEIRS, DRAW, "answer", "turn"),
        (THEIRS, OVER, "", "end"),
        (OVER, {**OVER, "version": 3}, "", ""),
        (MINE, {**MINE, "phase": "play", "can": ["play"], "version": 3}, "turn", ""),
        (MINE, {**THEIRS, "version": 3}, "", ""),
        (MINE, MINE, "turn", ""),  # the same once more
        ({**WATCHED, "version": 1}, WATCHED, "", ""),
        ({**WATCHED, "version": 1}, {**WATCHED, "phase": "over"}, "", ""),
    ],
)
def test_what_waits_and_which_tone_is_heard(
    tmp_path: Path, before: dict[str, Any], now: dict[str, Any], waits: str, tone: str
) -> None:
    run = script(tmp_path, "board_words")
    body = "return [board_words.waits(data[1]), board_words.toneOf(data[0], data[1])];"
    assert run(body, [before, now]) == [waits, tone]
