"""Boards of every game and in every phase, as earlier versions have stored them."""

import json
from pathlib import Path

import pytest

from games.rules.online import Board, Step, board_of

STORED = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "data/boards/snapshots.jsonl").read_text().splitlines()
]
NAMED = [f"{number} {one['what']}" for number, one in enumerate(STORED, 1)]


@pytest.mark.parametrize("stored", STORED, ids=NAMED)
def test_a_log_leads_to_what_is_stored_to_the_byte(stored):
    board = board_of(Step(*row) for row in stored["log"])
    assert json.dumps(board.to_json()) == stored["snapshot"]


@pytest.mark.parametrize("stored", STORED, ids=NAMED)
def test_what_is_read_is_written_again_to_the_byte(stored):
    board = Board.from_json(json.loads(stored["snapshot"]))
    assert json.dumps(board.to_json()) == stored["snapshot"]


def test_every_game_is_there_and_every_phase_of_a_chouette():
    phases = {}
    for stored in STORED:
        game, phase, *_ = stored["what"].split()
        phases.setdefault(game, set()).add(phase)
    assert phases["chouette"] == {"seeds", "automatic", "cubes", "roll", "play", "resignation"} | {
        "over"
    }
    assert phases["backgammon"] >= {"waiting", "seeds", "roll", "play", "answer", "over"}
    assert phases["dame"] == phases["chess"] == {"waiting", "play", "over"}


def test_everything_that_a_chouette_adds_is_there():
    teams = [found["team"] for one in STORED if "team" in (found := json.loads(one["snapshot"]))]
    names = {name for team in teams for name, value in team.items() if value not in (None, [])}
    assert names == {
        *("line", "offered", "waits", "tie", "asked", "agreed", "gone", "proposal", "pleads"),
    }
