"""What a tap at the board of a chouette costs: what was just written is not read again."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.record.log.history import Position
from games.record.log.snapshots import position_of
from games.rules.backgammon import legal_plays, play_text
from games.rules.online import Board
from tests.games.boards.chouettes import Chouette

pytestmark = pytest.mark.django_db


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """The captain has a roll to play; all have spoken."""
    chouette = Chouette(session, organizer, monkeypatch).on_board()
    chouette.begin((6, 1), (3, 1))
    chouette.play_any("Ann")
    chouette.hold("Bob", "Cid", "Dee")
    chouette.act("Bob", "roll")
    return chouette


@pytest.fixture
def read(monkeypatch):
    """How often a board and a table were read from what is stored."""
    counts = {"board": 0, "table": 0}

    def counting(cls, name):
        real = cls.from_json

        def from_json(data):
            counts[name] += 1
            return real(data)

        monkeypatch.setattr(cls, "from_json", from_json)

    counting(Board, "board")
    counting(Position, "table")
    return counts


def played(chouette, client):
    board, game = chouette.board, chouette.state.game
    sent = {
        "do": "play",
        "text": play_text(legal_plays(game.position, game.roll)[0]),
        "version": board.version,
        "key": uuid.uuid4().hex,
    }
    return reverse("board_act", args=[board.public_id]), sent


def test_a_play_reads_board_and_table_once_and_asks_no_more_than_it_must(
    chouette, read, django_assert_max_num_queries
):
    client = Client()
    client.force_login(chouette.users["Bob"])
    address, sent = played(chouette, client)
    client.get(reverse("board", args=[chouette.board.public_id]))  # notes the sign-in as seen
    read.update(board=0, table=0)
    with django_assert_max_num_queries(16):
        answer = client.post(address, sent, headers={"Accept": "application/json"})
    state = answer.json()["state"]
    assert state["version"] == sent["version"] + 1
    assert state["actor"] == 0
    assert state["last"]["side"] == 1
    assert read["board"] == 1
    assert read["table"] <= 1


def test_the_answer_shows_what_the_page_shows_when_it_is_read_again(chouette):
    """The last turn too, after which the game's captain is asked of the log."""
    client = Client()
    client.force_login(chouette.users["Bob"])
    address, sent = played(chouette, client)
    answer = client.post(address, sent, headers={"Accept": "application/json"})
    again = client.post(address, sent, headers={"Accept": "application/json"})  # the same key
    assert answer.json() == again.json()


def test_another_row_of_a_session_needs_no_reading_if_nothing_has_changed(chouette, read):
    position = position_of(chouette.session)
    read["table"] = 0
    chouette.session.refresh_from_db()
    assert position_of(chouette.session) is position
    assert read["table"] == 0
    chouette.session.snapshot = {**chouette.session.snapshot, "undo": None}
    assert position_of(chouette.session) == position
    assert read["table"] == 1
