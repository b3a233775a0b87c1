"""What is shown to one person is kept by no browser and no proxy."""

import pytest
from django.test import Client

from games.boards import actors as seats
from games.boards.views.setup import _link_cookie
from games.models import Board
from games.sessions import actors as passes
from tests import evenings
from tests.evenings import Evening
from tournaments.models import Event
from tournaments.pages import actors as entries


@pytest.fixture
def evening(db: None) -> Evening:
    return Evening(evenings.club())


def kept(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return str(answer.headers.get("Cache-Control", ""))


def test_no_page_may_ask_for_the_camera(client: Client) -> None:
    for address in ("/sign-in/", "/nothing/"):
        policy = client.get(address).headers["Permissions-Policy"]
        assert "camera=()" in policy
        assert "geolocation=()" in policy


def test_pages_of_somebody_signed_in_are_not_kept(evening: Evening) -> None:
    client = Client()
    client.force_login(evening.organizer)
    session = f"/sessions/{evening.session.public_id}/"
    for address in ("/", session, f"{session}table/", f"{session}live/"):
        assert "no-store" in kept(client, address), address


def test_pages_of_who_holds_a_pass_a_seat_or_a_link_are_not_kept(
    evening: Evening, client: Client
) -> None:
    evening.club.visibility = "public"
    evening.club.save()
    session = f"/sessions/{evening.session.public_id}/"
    assert "no-store" not in kept(client, session)
    board, event = Board(public_id="b"), Event(public_id="e")
    for name in (
        passes.cookie_name(evening.session),
        passes.cookie_name(evening.club),
        entries.cookie_name(event),
        seats.cookie_name(board),
        _link_cookie(board),
    ):
        client.cookies.clear()
        client.cookies[name] = "sealed"
        assert "no-store" in kept(client, session), name


def test_what_is_the_same_for_all_may_be_kept(client: Client) -> None:
    assert "no-store" not in client.get("/static/nothing.css").headers.get("Cache-Control", "")
