"""Mails about boards are stopped by their link, by a mail program, or in the account."""

import re

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.accounts.services.mail_wishes import mails_refused, stop_link
from games.boards.errors import BoardRefused
from games.boards.services.boards import board_create
from games.boards.services.invitation_mails import invitation_mail
from games.boards.services.invitations import invitation_accept, invitation_make
from games.boards.services.news import news_send
from games.boards.services.sitters import Sitter
from games.models import MailRefusal
from tests.games.boards.test_news import DAYS, later

pytestmark = pytest.mark.django_db

SITE = "https://club.example.org"
ZOE = "Zoe@example.org"


@pytest.fixture(autouse=True)
def _site(monkeypatch):
    monkeypatch.setattr(settings, "CSRF_TRUSTED_ORIGINS", [SITE])


@pytest.fixture
def invited(club, ann):
    """A board by correspondence to which Ann has invited Zoë by mail."""
    board = board_create(club=club, by=ann, terms=DAYS)
    made, _token = invitation_make(board=board, by=Sitter(0, ann), email=ZOE)
    return made


def mailed(invitation):
    invitation_mail(invitation=invitation, link=f"{SITE}/boards/invitation/x/", language="en")
    return mail.outbox[-1]


def path_of(message):
    found = re.fullmatch(rf"<{SITE}(/mails/stop/\S+)>", message.extra_headers["List-Unsubscribe"])
    assert found is not None
    return found[1]


def test_a_mail_program_stops_the_mails_with_one_click(invited):
    message = mailed(invited)
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    program = Client(enforce_csrf_checks=True)
    answer = program.post(path_of(message), {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert mails_refused([ZOE, "bo@example.org"]) == {ZOE}
    with pytest.raises(BoardRefused, match="wants no mails"):
        mailed(invited)


def test_the_link_stands_in_the_text_and_opening_it_changes_nothing(invited, client):
    message = mailed(invited)
    path = path_of(message)
    html = message.alternatives[0][0]
    assert SITE + path in message.body
    assert SITE + path in html

    assert "Send me no more of them" in client.get(path).content.decode()
    assert not MailRefusal.objects.exists()
    assert "Send them again" in client.post(path).content.decode()
    assert MailRefusal.objects.count() == 1
    client.post(path, {"again": "1"})
    assert not MailRefusal.objects.exists()


def test_a_made_up_link_stops_nothing(client):
    for token in ("x", "a" * 64 + ":x", "%00"):
        path = reverse("mails_stop", args=["x"]).replace("/x/", f"/{token}/")
        assert client.post(path).status_code == 404
    assert not MailRefusal.objects.exists()


def test_a_guest_who_wants_none_gets_no_digest_and_the_other_does(invited, client, ann):
    invitation_accept(invitation=invited, by=None, name="Zoë", language="de", wants_mails=True)
    client.post(stop_link(SITE, ZOE).removeprefix(SITE))

    assert news_send(now=later(hours=2)) == 1
    assert [message.to for message in mail.outbox] == [[ann.email]]
    assert path_of(mail.outbox[0]) in mail.outbox[0].body


def test_an_account_has_the_option_and_who_is_challenged_by_name_is_not_mailed(
    club,
    ann,
    bo,
    board_between,
):
    playing = board_between(DAYS).seed()
    client = Client()
    client.force_login(bo)
    said = {"name": "Bo", "language": ""}
    page = client.get(reverse("account")).content.decode()
    assert re.search(r'<input[^>]*name="board_mails"[^>]*checked', page)
    client.post(reverse("account"), said)
    page = client.get(reverse("account")).content.decode()
    assert not re.search(r'<input[^>]*name="board_mails"[^>]*checked', page)

    news_send(now=later(hours=2))
    assert bo.email not in {message.to[0] for message in mail.outbox}
    again = board_create(club=club, by=ann, terms=DAYS)
    player = playing.board.seats.get(number=1).player
    made, _token = invitation_make(board=again, by=Sitter(0, ann), player=player)
    before = len(mail.outbox)
    invitation_mail(invitation=made, link=f"{SITE}/x/", language="en")
    assert len(mail.outbox) == before
    client.post(reverse("account"), said | {"board_mails": "on"})
    assert mails_refused([bo.email]) == set()


def test_over_plain_http_no_button_is_offered_and_without_an_address_no_link(invited):
    invitation_mail(invitation=invited, link="http://box.local/x/", language="en")
    [message] = mail.outbox
    assert "List-Unsubscribe-Post" not in message.extra_headers
    assert message.extra_headers["List-Unsubscribe"].startswith("<http://box.local/mails/stop/")
    assert stop_link("", ZOE) == ""
