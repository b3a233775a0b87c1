"""One reading of a board serves all who watch it, and each is told only what is theirs."""

import json
import re
from itertools import permutations
from typing import Any

import pytest
from django.core.cache import cache

from games.boards.services.lines import line_say
from games.boards.services.sitters import Sitter
from games.chouetteboards import live
from games.chouetteboards.live import topic_of
from games.fast.kept import Kept
from games.models import Board, Player, User
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db

STATE = re.compile(r'id="board-state" type="application/json">(.*?)</script>', re.DOTALL)
READERS = ("0n|en", "1n|en", "-n|en", "-|en", "-|de", "1n|de")
"""White, Black, a member who looks on, a stranger, one who reads German, Black in German."""


@pytest.fixture
def board(playing: Playing, member: Any, monkeypatch: pytest.MonkeyPatch) -> Board:
    """White is to play; Bo is hidden from the public; both rooms have a line."""
    cache.clear()
    # Boards of other tests have the same keys.
    monkeypatch.setattr(live, "_looked", Kept[Board]())
    Player.objects.filter(user=playing.people[1]).update(shown=Player.Shown.HIDDEN)
    while playing.state.actor != 0 or playing.state.phase != "play":
        if playing.state.phase == "roll" and playing.state.actor == 0:
            playing.act(0, "roll")
        else:
            playing.turn()
    line_say(board=playing.board, by=playing.sitter(1), code="moment")
    onlooker: User = member("player")
    line_say(board=playing.board, by=Sitter(None, onlooker), code="dice")
    playing.board.refresh_from_db()
    return playing.board


def shown(board: Board, reader: str) -> str:
    found = live.fragment(topic_of(board), reader, board.beat)
    assert found is not None
    return found[1]


def test_who_is_served_after_another_sees_what_they_would_see_alone(board: Board) -> None:
    alone = {reader: _without_time(shown(board, reader)) for reader in READERS}

    live.look(topic_of(board), [])  # from here on there is one reading for all

    for first, then in permutations(READERS, 2):
        shown(board, first)
        assert _without_time(shown(board, then)) == alone[then], (first, then)


@pytest.mark.parametrize(
    ("reader", "can_play", "said", "unsaid", "names"),
    [
        ("0n|en", True, "One moment, please.", "What a roll!", ["Ann", "Bo"]),
        ("1n|en", False, "One moment, please.", "What a roll!", ["Ann", "Bo"]),
        ("-n|en", False, "What a roll!", "One moment, please.", ["Ann", "Bo"]),
        ("-|en", False, "What a roll!", "One moment, please.", None),
    ],
)
def test_each_reads_their_own_room_their_own_plays_and_the_names_they_may_know(
    board: Board, reader: str, can_play: bool, said: str, unsaid: str, names: list[str] | None
) -> None:
    live.look(topic_of(board), [])
    for other in READERS:
        shown(board, other)

    html = shown(board, reader)

    state = _state(html)
    assert bool(state["steps"]) is can_play
    assert ("play" in state["can"]) is can_play
    assert said in html
    assert unsaid not in html
    if names is None:
        assert "Bo" not in html
    else:
        assert state["names"] == names


def _state(html: str) -> dict[str, Any]:
    found = STATE.search(html)
    assert found is not None
    state: dict[str, Any] = json.loads(found[1])
    return state


def _without_time(html: str) -> tuple[dict[str, Any], str]:
    state = _state(html)
    return {**state, "clock": None}, STATE.sub("", html)
