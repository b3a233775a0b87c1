"""What organizers do for a club: invitations, roles, score files, disputes."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import Club, Note, Player, Session, User
from tests.games.conftest import Scorer
from tests.games.phone import Phone

FILE = """[Event "Cup night"]
[Rules "canberra"]
[Players "Ann, Bob, Zoë"]
order Ann, Bob, Zoë
game
box wins
"""


@pytest.fixture
def browser(client: Client, organizer: User) -> Client:
    """The organizer's browser."""
    client.force_login(organizer)
    return client


def test_a_score_file_becomes_a_session(
    browser: Client, club: Club, players: dict[str, Player]
) -> None:
    file = SimpleUploadedFile("cup.csn", FILE.encode())
    answer = browser.post(f"/clubs/{club.slug}/sessions/import/", {"file": file})
    session = Session.objects.get()
    assert answer["Location"] == f"/sessions/{session.public_id}/"
    assert (session.title, session.status) == ("Cup night", "ended")
    assert club.players.filter(name="Zoë").exists()


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252"])
def test_a_file_of_another_encoding_has_its_names(
    browser: Client, club: Club, encoding: str
) -> None:
    file = SimpleUploadedFile("cup.csn", FILE.encode(encoding))
    browser.post(f"/clubs/{club.slug}/sessions/import/", {"file": file})
    assert club.players.filter(name="Zoë").exists()


def test_pasted_text_becomes_a_session(browser: Client, club: Club) -> None:
    browser.post(f"/clubs/{club.slug}/sessions/import/", {"text": FILE.replace("\n", "\r\n")})
    assert Session.objects.get().games.count() == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (FILE.replace("box wins", "box vins").encode(), "Line 6:"),
        (FILE.encode("utf-32"), "Line 1: This is no text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "no text"),
        (b"x" * (4 * 1024 * 1024 + 1), "larger than 4 MB"),
        (b"", "Line 1:"),
    ],
)
def test_a_wrong_file_gets_a_sentence_and_writes_nothing(
    browser: Client, club: Club, content: bytes, said: str
) -> None:
    file = SimpleUploadedFile("wrong.csn", content)
    answer = browser.post(f"/clubs/{club.slug}/sessions/import/", {"file": file})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Session.objects.exists()
    assert not Player.objects.exists()


def test_nothing_sent_is_said(browser: Client, club: Club) -> None:
    answer = browser.post(f"/clubs/{club.slug}/sessions/import/")
    assert "Choose a file, or paste its text." in answer.content.decode()


def test_a_dispute_is_resolved(phone: Phone, scorer: Scorer) -> None:
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nbox wins")
    url = f"/sessions/{phone.session.public_id}/games/1/note/"
    phone.client.post(url, {"text": "It was a gammon", "kind": "dispute", "key": "n1"})
    note = Note.objects.get()
    assert "It was a gammon" in phone.client.get(url).content.decode()
    answer = phone.client.post(
        f"/sessions/{phone.session.public_id}/disputes/{note.public_id}/",
        {"resolution": "single"},
        follow=True,
    )
    assert "The dispute is resolved." in answer.content.decode()
    note.refresh_from_db()
    assert note.resolution == "single"
