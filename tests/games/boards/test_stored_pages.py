"""What readers were shown of stored boards, by every game and phase: state, text board, replay.

`tests/data/boards/pages` has it as an earlier version showed it, a line for each reader. Who
changes what is shown writes it anew, with WRITE_PAGES=1 in the environment of this test, and reads
the difference.
"""

from __future__ import annotations

import datetime
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from games.boards.faces.base import board_state
from games.boards.faces.games import FACES
from games.boards.presenters import show
from games.boards.presenters.afterwards import replay_page
from games.boards.selectors.boards import state_of
from games.boards.services.sitters import BoardReader, Sitter
from games.boards.services.writing import columns_of
from games.models import Board, BoardSeat, BoardStep, Club
from games.permissions import Reader
from games.rules.online import GAME_TYPES
from games.rules.online import Board as State
from games.rules.online.board import RULES_VERSION

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[2] / "data/boards"
PAGES = DATA / "pages"


def _first_of_each() -> dict[str, dict[str, Any]]:
    """Return the first stored board of two of each game and phase."""
    found: dict[str, dict[str, Any]] = {}
    for line in (DATA / "snapshots.jsonl").read_text().splitlines():
        stored = json.loads(line)
        if not stored["what"].startswith("chouette"):
            found.setdefault(stored["what"], stored)
    return found


STORED = _first_of_each()


def board_stored(stored: dict[str, Any], club: Club) -> Board:
    """Return the rows of a stored board, with two guests at it."""
    snapshot, last = json.loads(stored["snapshot"]), stored["log"][-1][2]
    given = stored["log"][0][3]
    board = Board(
        club=club,
        public_id="b" * 16,
        type=given["type"],
        match_length=given["length"],
        options=given["options"],
        version=len(stored["log"]),
        length=len(stored["log"]),
        rules_version=RULES_VERSION,
        changed_at=datetime.datetime.fromtimestamp(last / 1000, datetime.UTC),
    )
    for name, value in columns_of(State.from_json(snapshot), last).items():
        setattr(board, name, value)
    board.save()
    for number, (kind, side, at, payload) in enumerate(stored["log"], 1):
        BoardStep.objects.create(
            board=board,
            sequence=number,
            kind=kind,
            side=side,
            at=at,
            payload=payload,
            version=number,
        )
    for number, name in enumerate(("Gus", "Gwen")):
        BoardSeat.objects.create(
            board=board, number=number, kind=BoardSeat.Kind.GUEST, name=name, nonce=name
        )
    return board


def shown_of(board: Board, side: int | None) -> dict[str, Any]:
    """Return all that a reader is shown of a board."""
    here = show.seen(board, side, sees_names=True)
    text = show.text_of(board, here, key="k")
    beside = show.beside(board, here, sees_names=True)
    html = render_to_string(
        show.template_of(board, "text"), {"page": text, "beside": beside, "after": {}}
    )
    content = html[html.index('<div class="stack textboard">') : html.index("</main>")]
    has_begun = state_of(board).stage not in ("waiting", "seeds")
    return {"state": board_state(here), "text": _words(content) if has_begun else ""}


def replay_of(board: Board) -> dict[str, Any] | None:
    """Return what the script reads to walk through the game."""
    page = replay_page(board, BoardReader(Reader(), Sitter(0), tuple(board.seats.all())), 1, 99)
    return None if page is None else {**page.data, "said": page.said, "result": page.result}


def _words(html: str) -> str:
    """Return a part of a page: its words, and what its buttons send.

    Whether white space stands between two tags is seen by nobody.
    """
    sent = re.sub(
        r'<(?:button|input)[^>]* name="(\w+)"[^>]* value="([^"]*)"[^>]*>', r" [\1=\2] ", html
    )
    return " ".join(strip_tags(sent.replace("<", " <")).split())


@pytest.mark.parametrize("what", STORED)
def test_what_is_shown_is_what_was_shown(
    what: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = board_stored(STORED[what], club)
    now = STORED[what]["log"][-1][2] + 1500
    monkeypatch.setattr(show, "now_ms", lambda: now)
    shown: list[dict[str, Any]] = [{"side": one, **shown_of(board, one)} for one in (None, 0, 1)]
    shown.append({"replay": replay_of(board)})
    written = [json.dumps(one, ensure_ascii=False) for one in shown]
    kept = PAGES / f"{what.replace(' ', '_')}.jsonl"
    if os.environ.get("WRITE_PAGES"):
        kept.write_text("\n".join(written) + "\n", "utf-8")
    before = kept.read_text("utf-8").splitlines()
    assert [json.loads(one) for one in written] == [json.loads(one) for one in before]


def test_every_game_has_a_face_and_boards_that_are_stored() -> None:
    stored = {what.split()[0] for what in STORED}
    assert FACES.keys() == GAME_TYPES.keys() == stored
