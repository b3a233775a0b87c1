"""Mails and their limits over a mail server that is there, refuses, is busy, or is away."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from games.accounts.services.passwords import password_mail_send
from games.boards.services.boards import Terms, board_create
from games.boards.services.invitation_mails import invitation_mail_send
from games.boards.services.invitations import invitation_make
from games.boards.services.news import news_send
from games.boards.services.sitters import Sitter
from games.models import Board, BoardSeat
from games.web import limits
from games.web.mail_limits import ALTOGETHER, CAPS, DAY
from tests.games.web.smtp import Inbox, serve

pytestmark = pytest.mark.django_db

ZOE = "zoe@example.org"


@pytest.fixture
def inbox(settings) -> Iterator[Inbox]:
    server, found = serve()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    yield found
    server.shutdown()
    server.server_close()


@pytest.fixture
def invite(club, ann, client, django_capture_on_commit_callbacks) -> Callable[[str], str]:
    """Ann mails an invitation to a new board; returns what the page says then."""
    client.force_login(ann)

    def mail_to(address: str) -> str:
        board = board_create(club=club, by=ann, terms=Terms())
        with django_capture_on_commit_callbacks(execute=True):
            page = client.post(
                reverse("board_invite", args=[board.public_id]), {"email": address}, follow=True
            )
        Board.objects.filter(pk=board.pk).update(status=Board.Status.WITHDRAWN)
        return page.content.decode()

    return mail_to


@pytest.mark.thorough
def test_an_address_gets_so_many_invitations_a_day_and_the_page_says_when_no_more(
    inbox, invite, monkeypatch
):
    most = CAPS["invitation"].to_one
    pages = [invite(ZOE if number % 2 else ZOE.upper()) for number in range(most + 3)]
    assert len(inbox.mails) == most == len(inbox.asked)
    assert ["A mail goes to" in page for page in pages] == [True] * most + [False] * 3
    assert all("Too many" in page for page in pages[most:])
    cache.clear()
    assert "Too many" in invite(ZOE)
    invite("yan@example.org")
    assert len(inbox.to("yan@example.org")) == 1
    later = timezone.now() + DAY
    monkeypatch.setattr(limits.timezone, "now", lambda: later)
    invite(ZOE)
    assert len(inbox.mails) == most + 2


def test_a_mail_that_left_reads_as_it_was_written(inbox, invite, ann):
    ann.name = "Änne\u202e www.buy.example"
    ann.save()
    invite(ZOE)
    [mail] = inbox.mails
    assert mail["to"] == ZOE
    assert mail["list-unsubscribe"].strip().startswith("<http")
    kinds = [part.get_content_type() for part in mail.walk() if not part.is_multipart()]
    assert kinds == ["text/plain", "text/html"]
    for part in mail.walk():
        if not part.is_multipart():
            assert "/boards/invitation/" in part.get_content()
    for text in (mail["subject"], mail.get_body(("plain",)).get_content()):
        assert "www" not in text
        assert "\u202e" not in text


@pytest.mark.thorough
def test_all_kinds_together_have_a_limit_that_a_password_passes(inbox, invite, ann, monkeypatch):
    for kind in CAPS.keys() - {"password"}:
        monkeypatch.setitem(CAPS, kind, CAPS["password"])
    for _number in range(ALTOGETHER.to_one + 2):
        invite(ann.email)
    assert len(inbox.mails) == ALTOGETHER.to_one
    path = "https://club.example.org" + reverse("password_new", args=["UID", "TOKEN"])
    for _number in range(CAPS["password"].to_one + 2):
        password_mail_send(email=ann.email, language="en", path=path)
    assert len(inbox.mails) == ALTOGETHER.to_one + CAPS["password"].to_one


@pytest.fixture
def waiting(board_between) -> Callable[[], int]:
    """Looks once who is to be reminded, a player of a board here; tells how many mails left."""
    board_between(Terms(length=3, pace="days", days=2, bank=1)).seed()
    start = timezone.now() + datetime.timedelta(hours=58)
    looks = iter(range(1_000))
    return lambda: news_send(now=start + datetime.timedelta(seconds=next(looks)))


AWAY = {
    "is away": lambda inbox, settings: setattr(settings, "EMAIL_PORT", 1),
    "is busy": lambda inbox, settings: setattr(inbox, "is_busy", True),
    "takes it later": lambda inbox, settings: setattr(inbox, "says", "450 try again"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("how", AWAY)
def test_a_server_that_takes_nothing_for_a_while_uses_nobodys_mails_up(
    inbox, waiting, settings, how
):
    AWAY[how](inbox, settings)
    looks = 3 * CAPS["reminder"].to_one
    assert [waiting() for _number in range(looks)] == [0] * looks
    assert not inbox.mails
    settings.EMAIL_PORT, inbox.is_busy = inbox.port, False
    inbox.says = "250 ok"
    assert waiting() == 1
    assert waiting() == 0
    assert len(inbox.mails) == 1


def test_an_address_that_a_server_refuses_for_good_is_asked_once(inbox, waiting):
    inbox.says = "550 no such box"
    assert [waiting() for _number in range(5)] == [0] * 5
    assert len(inbox.asked) == 1
    assert BoardSeat.objects.exclude(reminded_at=None).count() == 1


def test_an_invitation_that_was_not_taken_is_sent_once_when_the_server_is_back(
    inbox, club, ann, settings
):
    board = board_create(club=club, by=ann, terms=Terms())
    made, _token = invitation_make(board=board, by=Sitter(0, ann), email=ZOE)
    said = {"invitation_id": made.pk, "link": "https://club.example.org/x/", "language": "de"}
    inbox.is_busy = True
    for _attempt in range(3):
        with pytest.raises(OSError, match="busy"):
            invitation_mail_send(**said)
    inbox.is_busy = False
    assert invitation_mail_send(**said)
    assert not invitation_mail_send(**said)
    assert len(inbox.to(ZOE)) == 1
    assert "Partie" in inbox.mails[0]["subject"]
