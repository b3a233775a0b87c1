"""Invitations and reminders by mail go only to who wants them, and only from who has an account."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.boards.actors import cookie_name, seat_sealed
from games.boards.errors import BoardRefused
from games.boards.services import invitation_mails
from games.boards.services.boards import Terms, board_create, board_of_guest
from games.boards.services.invitation_mails import invitation_mail
from games.boards.services.invitations import invitation_accept, invitation_make
from games.boards.services.news import news_send
from games.boards.services.sitters import Sitter
from games.models import Board, BoardInvitation
from games.web import mail_limits
from games.web.mail_limits import CAPS
from tests.games.boards.test_news import DAYS, later

pytestmark = pytest.mark.django_db

ZOE = "zoe@example.org"
SITE = "https://club.example.org"


@pytest.fixture
def invited(club, ann):
    """Makes an invitation of Ann's by mail, and tells where the link leads."""

    def make(to: str = ZOE, by=ann) -> tuple[BoardInvitation, str]:
        board = board_create(club=club, by=by, terms=DAYS)
        made, token = invitation_make(board=board, by=Sitter(0, by), email=to)
        return made, reverse("board_invitation", args=[token])

    return make


def mailed(invitation: BoardInvitation, path: str = "/x/", client: str = "192.0.2.1") -> str:
    invitation_mail(invitation=invitation, link=SITE + path, language="en", client=client)
    return str(mail.outbox[-1].body)


@pytest.mark.parametrize(("way", "says"), [*product(["its mail", "the link"], ["yes", ""])])
def test_reminders_go_to_who_came_by_the_mail_and_said_yes(invited, way, says):
    made, path = invited()
    found = re.search(rf"{SITE}(\S+\?mailed=\S+)", mailed(made, path))
    assert found is not None
    link = found[1] if way == "its mail" else path
    phone = Client()
    assert ("Mail me at" in phone.get(link).content.decode()) == (way == "its mail")

    phone.post(link, {"name": "Zoë", "mails": says})

    wanted = way == "its mail" and says == "yes"
    assert made.board.seats.get(number=1).email == (ZOE if wanted else "")
    mail.outbox.clear()
    news_send(now=later(hours=2))
    assert (ZOE in {to for one in mail.outbox for to in one.to}) == wanted


def test_the_mail_to_another_board_opens_no_reminders_of_this_one(invited):
    made, path = invited()
    other, other_path = invited("yan@example.org")
    found = re.search(r"\?mailed=\S+", mailed(other, other_path))
    assert found is not None
    Client().post(path + found[0], {"name": "Zoë", "mails": "yes"})
    assert made.board.seats.get(number=1).email == ""


def test_a_guest_shares_links_and_mails_nobody(club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    _made, token = invitation_make(board=board, by=Sitter(0, ann))
    phone = Client()
    phone.post(reverse("board_invitation", args=[token]), {"name": "Visit casino.example"})
    again = board_of_guest(seat=board.seats.get(number=1), terms=Terms())
    Board.objects.filter(pk=again.pk).update(rematch_of=None)  # the other side said no
    again.refresh_from_db()
    phone.cookies[cookie_name(again)] = seat_sealed(again.seats.get())
    before = again.invitations.count()
    mail.outbox.clear()
    asked = reverse("board_invite", args=[again.public_id])
    assert 'name="email"' not in phone.get(asked).content.decode()
    phone.post(asked, {"email": "victim@example.org"})
    assert again.invitations.count() == before
    with pytest.raises(BoardRefused) as refused:
        invitation_make(board=again, by=Sitter(0), email="victim@example.org")
    assert refused.value.code == "mails_account"
    host = board.seats.get(number=0).player
    named, _token = invitation_make(board=again, by=Sitter(0), player=host)
    invitation_mail(invitation=named, link=SITE, language="en")
    assert mail.outbox == []


def test_the_name_in_a_mail_is_cut_and_has_no_address(invited, club, ann):
    club.players.filter(user=ann).delete()
    made, _path = invited()
    club.players.filter(user=ann).update(name="Win at https://casino.example/ " + "x" * 29)
    body = mailed(made)
    assert "casino" not in body
    assert "casino" not in mail.outbox[-1].subject


LIMITS = {
    "person": ("MAILS_A_DAY", lambda n: {"to": f"{n}@example.org", "client": f"192.0.2.{n}"}),
    "client": ("MAILS_OF_CLIENT", lambda n: {"to": f"{n}@example.org", "person": n}),
    "address": ("to_one", lambda n: {"client": f"192.0.2.{n}", "person": n}),
    "all": (
        "in_all",
        lambda n: {"to": f"{n}@example.org", "client": f"192.0.2.{n}", "person": n},
    ),
}


@pytest.mark.parametrize("of", LIMITS)
def test_a_limit_holds_for_each_person_client_address_and_for_all(
    of, invited, monkeypatch, ann, member
):
    name, differ = LIMITS[of]
    if name.startswith("MAILS"):
        monkeypatch.setattr(invitation_mails, name, 2)
    else:
        cap = replace(CAPS["invitation"], **{name: 2})
        monkeypatch.setattr(mail_limits, "CAPS", {"invitation": cap})
    for number in range(3):
        said = {"to": ZOE, "client": "192.0.2.9", "person": None} | differ(number)
        by = ann if said["person"] is None else member("player")
        made, _path = invited(said["to"], by)
        cache.clear()  # kept where no cache forgets it
        if number < 2:
            mailed(made, client=said["client"])
        else:
            with pytest.raises(BoardRefused) as often:
                mailed(made, client=said["client"])
            assert often.value.code == "mails_often"
    assert len(mail.outbox) == 2


def test_who_takes_a_seat_over_is_mailed_nothing_meant_for_whoever_sat_there(invited, ann):
    made, _path = invited()
    invitation_accept(invitation=made, by=None, name="Zoë", wants_mails=True)
    again, _token = invitation_make(board=made.board, by=Sitter(0, ann))
    BoardInvitation.objects.filter(pk=again.pk).update(allowed_at=later())
    assert made.board.seats.get(number=1).email == ZOE
    invitation_accept(invitation=again, by=None)
    assert made.board.seats.get(number=1).email == ""
