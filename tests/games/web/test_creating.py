"""A form that is sent twice makes one thing: every form that makes something."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client

from games.models import ApiToken, Club, Invitation, Player, Session, User, Webhook
from tests import evenings
from tests.tournaments.desk.desk import form as event_form
from tests.tournaments.directing import Directed
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db

ONCE = re.compile(r'name="once" value="(\w+)"')
KEY = re.compile(r'name="key" value="([\w-]+)"')


@dataclass(frozen=True)
class Form:
    """A form: the page that shows it, where it goes, what it makes and with which fields."""

    page: str
    model: type[Model]
    fields: Callable[[Club], dict[str, Any]]
    to: str = ""
    other: tuple[str, str] = ("", "")


def players(club: Club) -> list[Player]:
    return [Player.objects.get_or_create(club=club, name=name)[0] for name in ("Ann", "Bob", "Cid")]


FORMS = {
    "match": Form(
        "/clubs/{club}/matches/new/",
        Match,
        lambda club: {
            "first": players(club)[0].public_id,
            "second": players(club)[1].public_id,
            "length": "7",
        },
        to="/clubs/{club}/matches/new/",
        other=("length", "5"),
    ),
    "session": Form(
        "/clubs/{club}/sessions/new/",
        Session,
        lambda club: {"player": [one.public_id for one in players(club)], "preset": "canberra"},
        other=("title", "Another"),
    ),
    "club": Form(
        "/new-club/",
        Club,
        lambda _club: {
            "name": "Second",
            "visibility": "private",
            "default_rules": "canberra",
            "language": "en",
            "time_zone": "Europe/Berlin",
        },
        other=("name", "Third"),
    ),
    "token": Form(
        "/account/tokens/",
        ApiToken,
        lambda _club: {"name": "Phone", "scopes": ["read"], "days": "30"},
        other=("name", "Laptop"),
    ),
    "invitation": Form(
        "/clubs/{club}/invitations/", Invitation, lambda _club: {"role": "player", "days": "7"}
    ),
    "webhook": Form(
        "/clubs/{club}/webhooks/",
        Webhook,
        lambda _club: {"url": "https://example.org/hook", "events": [Webhook.Event.values[0]]},
        other=("url", "https://example.org/other"),
    ),
    "event": Form(
        "/clubs/{club}/events/new/", Event, lambda _club: event_form(), other=("title", "Another")
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_that_is_sent_twice_makes_one(name: str) -> None:
    form, club = FORMS[name], evenings.club()
    fields = form.fields(club)
    client = Client()
    client.force_login(evenings.user("Olga"))
    page = client.get(form.page.format(club=club.slug)).content.decode()
    keys = {"once": found[1]} if (found := ONCE.search(page)) else {}
    if not keys:
        found = KEY.search(page)
        assert found, "the form has no key"
        keys = {"key": found[1]}
    to = (form.to or form.page).format(club=club.slug)
    before = form.model._default_manager.count()
    answers = [client.post(to, {**fields, **keys}) for _ in range(3)]
    assert form.model._default_manager.count() == before + 1, answers[0].content.decode()[:3000]
    assert all(answer.status_code < 400 for answer in answers)
    assert len({answer.headers.get("Location") for answer in answers[1:]}) == 1
    if form.other[0] and "once" in keys:
        # Gone back in the browser and wished for something else.
        client.post(to, {**fields, **keys, form.other[0]: form.other[1]})
        assert form.model._default_manager.count() == before + 2


def test_what_is_refused_is_made_when_it_is_put_right() -> None:
    club = evenings.club()
    ann, bob, _cid = players(club)
    client = Client()
    client.force_login(evenings.user("Olga"))
    sent = {"once": "abc", "first": ann.public_id, "second": ann.public_id, "length": "7"}
    assert client.post(f"/clubs/{club.slug}/matches/new/", sent).status_code >= 400
    assert not Match.objects.exists()
    assert client.post(f"/clubs/{club.slug}/matches/new/", sent).status_code >= 400
    sent["second"] = bob.public_id
    assert client.post(f"/clubs/{club.slug}/matches/new/", sent).status_code == 302
    assert Match.objects.count() == 1


def test_the_same_key_of_somebody_else_is_another_wish() -> None:
    club = evenings.club()
    ann, bob, _cid = players(club)
    sent = {"once": "abc", "first": ann.public_id, "second": bob.public_id, "length": "7"}
    for who in ("Olga", "Dora"):
        if who != "Olga":
            evenings.member(club, who, "organizer")
        client = Client()
        client.force_login(User.objects.get(name=who))
        client.post(f"/clubs/{club.slug}/matches/new/", sent)
    assert Match.objects.count() == 2


def test_a_template_and_a_rehearsal_are_made_once() -> None:
    event = Directed()
    client = Client()
    client.force_login(event.director)
    desk = client.get(f"/events/{event.event.public_id}/direct/?view=event").content.decode()
    found = ONCE.search(desk)
    assert found
    for _ in range(2):
        client.post(f"/events/{event.event.public_id}/template/", {"once": found[1]})
    assert Event.objects.filter(status=Event.Status.TEMPLATE).count() == 1
    page = client.get("/rehearse/").content.decode()
    found = ONCE.search(page)
    assert found
    fields = {"format": "swiss", "players": "6"}
    before = Club.objects.count()
    answers = [client.post("/rehearse/", {**fields, "once": found[1]}) for _ in range(2)]
    assert [one.status_code for one in answers] == [302, 302]
    assert Club.objects.count() == before + 1
