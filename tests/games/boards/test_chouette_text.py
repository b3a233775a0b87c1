"""The text board of a chouette plays the whole game with plain forms."""

import html
import re

import pytest
from django.urls import reverse

from games.rules.backgammon import legal_plays, play_text
from games.rules.chouette import BoxReplies, TeamDoubles
from tests.games.boards.chouettes import Chouette

pytestmark = pytest.mark.django_db


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    return Chouette(session, organizer, monkeypatch).on_board()


def read(chouette, client, name):
    client.force_login(chouette.organizer if name == "Olga" else chouette.users[name])
    answer = client.get(reverse("board_text", args=[chouette.board.public_id]))
    return words_of(answer)


def words_of(answer):
    body = answer.content.decode().partition("<main")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def send(chouette, client, do, text=""):
    board = chouette.board
    given = {"do": do, "text": text, "version": board.version, "key": "", "back": "text"}
    return client.post(reverse("board_act", args=[board.public_id]), given)


def test_box_and_captain_play_and_roll_by_forms(chouette, client):
    chouette.begin((6, 1), (5, 2))
    said = read(chouette, client, "Ann")
    assert "Your turn: play 6-1." in said
    game = chouette.state.game
    assert f"All {len(legal_plays(game.position, game.roll))} plays of 6-1" in said
    field = play_text(legal_plays(game.position, game.roll)[0], "fields", 0)
    answer = send(chouette, client, "play", field)
    assert answer.url == reverse("board_text", args=[chouette.board.public_id])
    assert "Bob is to roll. First everybody says whether they double." in read(
        chouette, client, "Cid"
    )
    chouette.hold("Cid", "Dee")
    assert "Roll" in read(chouette, client, "Bob")
    send(chouette, client, "roll")
    assert "Your turn: play 5-2." in read(chouette, client, "Bob")


def test_a_typed_mistake_is_explained_where_it_was_typed(chouette, client):
    chouette.begin((6, 1))
    read(chouette, client, "Ann")
    answer = send(chouette, client, "type", "24/20")
    assert answer.status_code == 422
    assert 'value="24/20"' in answer.content.decode()
    assert "Text board" in words_of(answer)


def test_every_cube_stands_there_in_words(chouette, client):
    chouette.begin((6, 1))
    chouette.play_any("Ann")
    ids = chouette.ids
    chouette.record(TeamDoubles((ids["Cid"], ids["Dee"])))
    chouette.record(BoxReplies(((ids["Cid"], "take"), (ids["Dee"], "drop"))))
    said = read(chouette, client, "Dee")
    assert "Bob: cube at 1, in the middle" in said
    assert "Cid: cube at 2, with Ann" in said
    assert "Dee: closed" in said


def test_who_is_missed_and_for_how_long_stands_there(chouette, client):
    chouette.begin((6, 1))
    chouette.act("Cid", "gone")
    said = read(chouette, client, "Dee")
    assert re.search(r"Ann does not answer\. Waiting [12]:\d\d more, then you can go on\.", said)
    assert "I am here" in read(chouette, client, "Ann")


def test_the_scorekeeper_plays_for_both(chouette, client):
    chouette.begin((6, 1))
    game = chouette.state.game
    read(chouette, client, "Olga")
    send(chouette, client, "play", play_text(legal_plays(game.position, game.roll)[0], "fields", 0))
    assert chouette.state.actor == 1


def test_seeds_come_first(chouette, client):
    chouette.start((6, 1))
    assert "The dice are being agreed on." in read(chouette, client, "Ann")


def test_equal_dice_are_the_boxs_choice_in_words(chouette, client):
    chouette.begin((3, 3), (4, 4), (6, 1))
    assert "Double all cubes" in read(chouette, client, "Ann")
    assert "Double all cubes" not in read(chouette, client, "Bob")
    read(chouette, client, "Ann")
    send(chouette, client, "automatic", "no")
    assert chouette.state.phase == "play"
