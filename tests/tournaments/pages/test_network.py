"""Phones in this network: every page with something for them, as each role finds it.

On a computer that serves itself alone, on one that has let phones in, and on a server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from games.accounts.services.network import may_switch, network_offer, network_switch
from games.errors import NotAllowed, NotFound, Refused
from games.models import Club, Membership, User
from tests import evenings
from tests.doors import LAN, PaperDoor
from tests.evenings import Evening
from tests.tournaments.directing import Directed
from tests.tournaments.event_phones import signed_in

pytestmark = pytest.mark.django_db

HERE: Final = {"HTTP_HOST": "127.0.0.1:8000", "REMOTE_ADDR": "127.0.0.1"}
PHONE: Final = {"HTTP_HOST": "192.0.2.7:8000", "REMOTE_ADDR": "192.0.2.30"}
SERVER: Final = {"HTTP_HOST": "club.example.org", "REMOTE_ADDR": "192.0.2.30"}
ROLES: Final = ("founder", "owner", "organizer", "demo")
SWITCH: Final = "Let phones in this network reach it</button>"
ALONE: Final = "No phone finds this yet"
SAYS: Final = {
    "founder": SWITCH,
    "owner": "Whoever founded this installation lets phones in",
    "organizer": "Whoever founded this installation lets phones in",
    "demo": "The demo stays on this computer",
}


@dataclass
class Place:
    """A club with all that has something for phones."""

    club: Club
    session: str
    event: str

    def role(self, name: str) -> User:
        user = User.objects.create_user(f"{name}@example.com", name=name.title())
        role = "organizer" if name == "organizer" else "owner"
        Membership.objects.create(club=self.club, user=user, role=role)
        user.is_superuser, user.is_demo = name == "founder", name == "demo"
        user.save()
        return user


@pytest.fixture
def place() -> Place:
    evening = Evening(evenings.club())
    event = Directed(of=evening.club, names="Dee Eve").event
    event.code, event.entry_code = "k7m3pd", "k7m3pe"
    event.save()
    return Place(evening.club, evening.session.public_id, event.public_id)


@pytest.fixture
def door(settings: LazySettings) -> Iterator[PaperDoor]:
    settings.DEMO_ACCOUNTS = True
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.0.2.7", "club.example.org"]
    door = PaperDoor()
    network_offer(door)
    yield door
    network_offer(None)


Page = Callable[[Client, Place, dict[str, str]], Any]


def _phones(client: Client, place: Place, at: dict[str, str]) -> Any:
    client.post(f"/sessions/{place.session}/phones/open/", **at)
    return client.get(f"/sessions/{place.session}/phones/", **at)


def _pass(client: Client, place: Place, at: dict[str, str]) -> Any:
    sent = {"role": "scorer"}
    return client.post(f"/sessions/{place.session}/phones/links/", sent, follow=True, **at)


def _screen(client: Client, place: Place, at: dict[str, str]) -> Any:
    return client.post(f"/clubs/{place.club.slug}/screens/", follow=True, **at)


def _event(client: Client, place: Place, at: dict[str, str]) -> Any:
    return client.get(f"/events/{place.event}/phones/", **at)


def _event_link(client: Client, place: Place, at: dict[str, str]) -> Any:
    player = place.club.players.get(name="Dee").public_id
    return client.post(f"/events/{place.event}/phones/new/", {"player": player}, **at)


def _entering(client: Client, place: Place, at: dict[str, str]) -> Any:
    return client.get(f"/events/{place.event}/entering/", **at)


def _invitation(client: Client, place: Place, at: dict[str, str]) -> Any:
    sent = {"player": "", "role": "player", "days": "14"}
    return client.post(f"/clubs/{place.club.slug}/invitations/", sent, **at)


def _invitations(client: Client, place: Place, at: dict[str, str]) -> Any:
    return client.post(f"/clubs/{place.club.slug}/invitations/all/", **at)


def _board(client: Client, place: Place, at: dict[str, str]) -> Any:
    sent = {"against": "link", "length": "5", "pace": "free", "colour": "0", "cube_limit": "64"}
    sent["automatics"] = "0"
    return client.post(f"/clubs/{place.club.slug}/boards/new/", sent, follow=True, **at)


PAGES: Final[dict[str, Page]] = {
    "the phones of a table": _phones,
    "the link of a tablet": _pass,
    "the link of a screen": _screen,
    "the phones of an event": _event,
    "the link of a player": _event_link,
    "players enter themselves": _entering,
    "an invitation": _invitation,
    "all invitations": _invitations,
    "a board": _board,
}


def body(answer: Any) -> str:
    assert answer.status_code == 200, answer
    text: str = answer.content.decode()
    return text.replace("&#x27;", "'")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("what", PAGES)
def test_a_computer_by_itself_says_who_can_let_phones_in(
    door: PaperDoor, place: Place, what: str, role: str
) -> None:
    shown = body(PAGES[what](signed_in(place.role(role)), place, HERE))
    assert ALONE in shown
    assert SAYS[role] in shown
    assert (SWITCH in shown) is (role == "founder")
    assert "manage.py" not in shown


@pytest.mark.parametrize("role", ["founder", "owner", "organizer"])
@pytest.mark.parametrize("what", PAGES)
def test_once_phones_may_come_in_every_link_leads_to_where_they_find_it(
    door: PaperDoor, place: Place, what: str, role: str
) -> None:
    door.open()
    shown = body(PAGES[what](signed_in(place.role(role)), place, HERE))
    assert ALONE not in shown
    assert LAN.removeprefix("http://") in shown
    assert 'value="http://127.0.0.1' not in shown
    assert ('href="/network/">Change that' in shown) is (role == "founder")


@pytest.mark.parametrize("at", [PHONE, SERVER], ids=["phone", "server"])
@pytest.mark.parametrize("role", ["founder", "owner", "organizer"])
@pytest.mark.parametrize("what", PAGES)
def test_nobody_is_shown_the_switch_at_another_device_or_on_a_server(
    door: PaperDoor, place: Place, what: str, role: str, at: dict[str, str]
) -> None:
    door.open()
    if at is SERVER:
        network_offer(None)
    shown = body(PAGES[what](signed_in(place.role(role)), place, at))
    assert ALONE not in shown
    assert "/network/" not in shown
    assert at["HTTP_HOST"] in shown


@pytest.mark.parametrize("what", PAGES)
def test_a_server_that_is_asked_by_itself_says_only_that_no_phone_finds_the_page(
    settings: LazySettings, place: Place, what: str
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    shown = body(PAGES[what](signed_in(place.role("founder")), place, HERE))
    assert ALONE in shown
    assert not any(said in shown for said in SAYS.values())


def test_the_page_of_invitations_has_the_switch_before_any_is_made(
    door: PaperDoor, place: Place
) -> None:
    founder = signed_in(place.role("founder"))
    where = f"/clubs/{place.club.slug}/invitations/"
    assert SWITCH in body(founder.get(where, **HERE))
    sent = {"do": "open", "next": where}
    assert founder.post("/network/", sent, **HERE).headers["Location"] == where
    assert door.is_wanted
    assert "Phones in this network reach Chouette now." in body(founder.get(where, **HERE))


@pytest.mark.parametrize("what", ["an invitation", "all invitations", "the link of a player"])
def test_links_that_are_shown_once_come_back_as_phones_find_them(
    door: PaperDoor, place: Place, what: str
) -> None:
    founder = signed_in(place.role("founder"))
    form = PAGES[what](founder, place, HERE).content.decode().partition('action="/network/"')[2]
    [*paths] = [one.partition('"')[0] for one in form.split('name="link" value="')[1:]]
    assert paths
    sent = {"do": "open", "name": [""] * len(paths), "link": paths, "next": "/"}
    shown = body(founder.post("/network/", sent, **HERE))
    assert all(f"{LAN}{path}" in shown for path in paths)
    assert shown.count('class="qr"') == len(paths)


@pytest.mark.parametrize("path", ["//evil.example/x", "https://evil.example/x", "javascript:x"])
def test_no_other_address_is_shown_as_a_link_or_gone_to(
    door: PaperDoor, place: Place, path: str
) -> None:
    founder = signed_in(place.role("founder"))
    sent = {"do": "open", "name": [""], "link": [path], "next": path}
    assert founder.post("/network/", sent, **HERE).headers["Location"] == "/network/"


@pytest.mark.parametrize("where", ["settings/", ""])
def test_the_switch_is_found_again_in_the_settings_and_the_account(
    door: PaperDoor, place: Place, where: str
) -> None:
    page = f"/clubs/{place.club.slug}/{where}" if where else "/account/"
    for role in ROLES:
        shown = body(signed_in(place.role(role)).get(page, **HERE))
        assert ('href="/network/"' in shown) is (role == "founder")


@pytest.mark.parametrize("role", [*ROLES, "guest", "director", "scorer", "player", "stranger"])
@pytest.mark.parametrize("at", [HERE, PHONE], ids=["here", "phone"])
def test_only_the_founder_at_this_computer_switches(
    door: PaperDoor, place: Place, role: str, at: dict[str, str]
) -> None:
    if role == "guest":
        client = Client()
    elif role in ROLES:
        client = signed_in(place.role(role))
    else:
        user = User.objects.create_user(f"{role}@example.com", name=role)
        if role != "stranger":
            Membership.objects.create(club=place.club, user=user, role=role)
        client = signed_in(user)
    may = role == "founder" and at is HERE
    status = client.post("/network/", {"do": "open"}, **at).status_code
    assert door.is_wanted is may
    assert status == (302 if may or role == "guest" else 403)
    assert (client.get("/network/", **at).status_code == 200) is may


def test_an_owner_at_another_device_is_told_where_it_is_done(door: PaperDoor, place: Place) -> None:
    door.open()
    answer = signed_in(place.role("founder")).get("/network/", **PHONE)
    assert answer.status_code == 403
    assert "at the computer itself that Chouette runs on" in answer.content.decode()


def test_a_demo_account_may_not_even_if_it_owns_the_installation(
    door: PaperDoor, place: Place
) -> None:
    demo = place.role("demo")
    demo.is_superuser = True
    assert not may_switch(demo, here=True)
    with pytest.raises(NotAllowed):
        network_switch(by=demo, here=True, is_open=True)


def test_a_locked_founder_may_not(door: PaperDoor, place: Place) -> None:
    founder = place.role("founder")
    founder.is_active = False
    with pytest.raises(NotAllowed):
        network_switch(by=founder, here=True, is_open=True)


def test_on_a_server_there_is_no_such_page(place: Place) -> None:
    founder = place.role("founder")
    assert signed_in(founder).get("/network/").status_code == 404
    assert signed_in(founder).post("/network/", {"do": "open"}).status_code == 404
    with pytest.raises(NotFound):
        network_switch(by=founder, here=True, is_open=True)


def test_another_site_cannot_press_the_button(door: PaperDoor, place: Place) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(place.role("founder"))
    assert client.post("/network/", {"do": "open"}, **HERE).status_code == 403
    assert not door.is_wanted


def test_without_a_network_it_says_so_and_stays_closed(door: PaperDoor, place: Place) -> None:
    door.has_network = False
    founder = place.role("founder")
    with pytest.raises(Refused, match="in no network"):
        network_switch(by=founder, here=True, is_open=True)
    client = signed_in(founder)
    answer = client.post("/network/", {"do": "open"}, follow=True, **HERE)
    assert "This computer is in no network just now" in body(answer)
    assert SWITCH in body(client.get("/network/", **HERE))


def test_a_network_that_is_gone_is_waited_for_and_can_be_switched_off(
    door: PaperDoor, place: Place
) -> None:
    door.open()
    door.has_network = False
    client = signed_in(place.role("founder"))
    assert "as soon as it is in one" in body(client.get("/network/", **HERE))
    client.post("/network/", {"do": "close"}, **HERE)
    assert not door.is_wanted


def test_a_founder_without_a_password_is_told_what_phones_ask_for(
    door: PaperDoor, place: Place
) -> None:
    founder = place.role("founder")
    founder.set_unusable_password()
    founder.save()
    door.open()
    assert 'href="/account/password/"' in body(signed_in(founder).get("/network/", **HERE))


@pytest.mark.parametrize("served", ["up", "server"])
@pytest.mark.parametrize("path", ["sign-in", "password_forgotten"])
def test_a_founder_without_a_password_reads_how_to_come_in_again(
    path: str, served: str, request: pytest.FixtureRequest
) -> None:
    if served == "up":
        request.getfixturevalue("door")
    page = Client().get(reverse(path), **HERE)
    assert page.status_code == 200
    assert ("it prints a link that signs you in" in page.content.decode()) is (served == "up")
