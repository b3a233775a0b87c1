"""The pages of evenings by totals: typed by hand, shown, put right, removed."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Membership, Session
from tests.evenings import club, member, user
from tests.games.sessions.test_totals import entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(client: Client) -> Client:
    here = club()
    entered(here, {"Ann": 0, "Bob": 0, "Cid": 0})
    client.force_login(user("Olga"))
    return client


def form(session: Session, **points: str) -> dict[str, str]:
    ids = dict(session.club.players.values_list("name", "public_id"))
    typed = {f"points-{ids[name]}": text for name, text in points.items()}
    return {"sent": "1", "settled": "on", **typed}


def test_an_evening_is_typed_by_hand(olga: Client) -> None:
    (first,) = Session.objects.all()
    at = reverse("evening_new", args=["tuesday"])
    said = form(first, Ann="7,5", Bob="−7.5") | {"played_on": "2026-03-03", "once": "a"}
    for _twice in range(2):
        assert olga.post(at, said).status_code == 302
    made = Session.objects.exclude(pk=first.pk).get()
    totals = dict(made.seats.values_list("player__name", "total"))
    assert totals == {"Ann": 750, "Bob": -750}
    shown = olga.get(reverse("sheet", args=[made.public_id])).content.decode()
    assert "Ann wins the evening" in shown
    assert "entered by totals" in shown
    assert "Reopen at the table" not in shown


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ({"Ann": "7", "Bob": "-4"}, "The points sum to +3, not to 0"),
        ({"Ann": "7", "Bob": "four"}, "Bob: points are a number"),
        ({"Ann": "1.255", "Bob": "-1"}, "Ann: points are a number"),
        ({}, "Enter somebody&#x27;s points."),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    olga: Client, points: dict[str, str], said: str
) -> None:
    (first,) = Session.objects.all()
    answer = olga.post(reverse("evening_new", args=["tuesday"]), form(first, **points))
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert said in shown
    assert all(f'value="{text}"' in shown for text in points.values())
    assert Session.objects.count() == 1


def test_it_is_put_right_once_for_what_was_seen(olga: Client) -> None:
    (session,) = Session.objects.all()
    at = reverse("evening_right", args=[session.public_id])
    said = form(session, Ann="3", Bob="-3", Cid="0") | {"version": str(session.version), "key": "a"}
    assert olga.post(at, said).status_code == 302
    assert dict(session.seats.values_list("player__name", "total"))["Ann"] == 300
    late = olga.post(at, form(session, Ann="9", Bob="-9") | {"version": "1", "key": "b"})
    assert "Somebody was faster" in late.content.decode()


@pytest.mark.parametrize(
    ("role", "status"),
    [(Membership.Role.PLAYER, 403), (Membership.Role.SCORER, 200)],
)
def test_who_may(olga: Client, role: str, status: int) -> None:
    (session,) = Session.objects.all()
    olga.force_login(member(session.club, "Mia", role))
    assert olga.get(reverse("evening_new", args=["tuesday"])).status_code == status
    assert olga.get(reverse("evening_right", args=[session.public_id])).status_code == status


def test_players_and_records_are_shown_without_games(olga: Client) -> None:
    (session,) = Session.objects.all()
    entered(session.club, {"Ann": 7, "Bob": -7})
    ann = session.club.players.get(name="Ann")
    for address in (
        reverse("tournaments:player", args=["tuesday", ann.public_id]),
        reverse("tournaments:leaderboard", args=["tuesday"]),
        reverse("tournaments:records", args=["tuesday"]),
        reverse("session_list", args=["tuesday"]),
    ):
        assert olga.get(address).status_code == 200, address


def test_its_table_leads_to_its_page(olga: Client) -> None:
    (session,) = Session.objects.all()
    answer = olga.get(reverse("table", args=[session.public_id]))
    assert answer["Location"] == reverse("sheet", args=[session.public_id])
