"""Everybody asks for the pages that are kept, after everybody else did, and sees their own page.

What somebody is shown when nobody has asked before is theirs; it must be that, byte by byte, also
when it is made of what was kept for others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.models import Membership, User
from games.web import kept_pages
from games.web.kept_pages import KeptResponse
from tests import evenings
from tests.walk.world import FOREIGN, IDENTITIES, MEMBERS, PUBLIC, Place, World, made
from tests.worlds import built_once
from tournaments.pages import actors as event_actors
from tournaments.record.services import passes as event_passes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TOKEN = re.compile(rb"\b[A-Za-z0-9]{64}\b")
KEY = re.compile(rb'name="key" value="\w+"')


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any) -> Iterator[World]:
    """The clubs of the walk."""
    folder = tmp_path_factory.mktemp("data")
    before = settings.DATA, settings.MEDIA_ROOT
    settings.DATA, settings.MEDIA_ROOT = folder, folder / "media"
    try:
        with built_once(django_db_blocker):
            cache.clear()
            yield _with_others(made())
    finally:
        settings.DATA, settings.MEDIA_ROOT = before


def _with_others(world: World) -> World:
    """Add who is told apart by the club: its owner, a member whom strangers do not see, and a
    member of another club.
    """
    world.users["owner"] = evenings.user("Olga")
    world.users["neighbour"] = User.objects.create_user("n@walkers.example", name="Neighbour")
    away = world.places[FOREIGN].club
    Membership.objects.create(club=away, user=world.users["neighbour"], role="organizer")
    for kind in (MEMBERS, PUBLIC):
        world.users[f"hidden {kind}"] = User.objects.get(email=f"hid@zqmail{kind}.example")
    return world


OTHERS: Final = ("owner", "neighbour", f"hidden {MEMBERS}", f"hidden {PUBLIC}")
EVERYBODY: Final = (*IDENTITIES, *OTHERS)
LISTS: Final = (
    "order=matches",
    "over=all&order=skill",
    "over=session:{ended}",
    "over=event:{event}",
    "active=1&official=2026-12-31",
)
"""Variants of the leaderboard."""


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep pages although the test's own transaction hides the state, and as long as it takes."""
    monkeypatch.setattr(kept_pages, "database_state", lambda: ("test", 1))
    monkeypatch.setattr("games.fast.kept.KEPT_SECONDS", 1000.0)
    start()


def start() -> None:
    kept_pages._pages._found.clear()
    kept_pages._answers._found.clear()


def addresses(place: Place) -> list[str]:
    """The pages that are kept, and a variant or two of each."""
    event = reverse("event", args=[place.ids["event"]])
    board = reverse("tournaments:leaderboard", args=[place.club.slug])
    found = [event, f"{event}?show=entries", board]
    found += [f"{board}?{one.format(**place.ids)}" for one in LISTS]
    for session in ("session", "ended"):
        table = reverse("table", args=[place.ids[session]])
        found += [table, f"{table}?pane=history"]
    return found


def seen(client: Client, address: str) -> tuple[int, bytes, str, bool]:
    """What somebody is shown, without what is new at each asking; and whether it was kept."""
    answer = client.get(address)
    content = KEY.sub(b"", TOKEN.sub(b"TOKEN", answer.content))
    is_kept = isinstance(answer, KeptResponse)
    return answer.status_code, content, answer.headers.get("Cache-Control", ""), is_kept


@pytest.mark.parametrize("kind", [PUBLIC, pytest.param(MEMBERS, marks=pytest.mark.long)])
def test_everybody_sees_the_page_that_is_made_for_them_alone(world: World, kind: str) -> None:
    place = world.places[kind]
    alone = {}
    for identity in EVERYBODY:
        for address in addresses(place):
            start()
            alone[identity, address] = seen(world.client(identity), address)
    for order in (EVERYBODY, EVERYBODY[::-1]):
        start()
        for identity in order:
            for address in addresses(place):
                found = seen(world.client(identity), address)
                assert found[:3] == alone[identity, address][:3], (identity, address)
    shared = {identity for (identity, _address), found in alone.items() if found[3]}
    expected = {"member", "director", "organizer", "superuser"}
    assert shared >= (expected | {"guest", "stranger"} if kind == PUBLIC else expected)


def test_two_of_one_role_are_shown_nothing_of_each_other(world: World) -> None:
    """Two members and two phones, who are entered or wait, each with something of their own."""
    place = world.places[MEMBERS]
    names = ("Zqaaa", "Zqbbb")
    clients = [_member(place, name) for name in names]
    clients += [_phone(place, name) for name in ("Zqseat", "Zqopen")]
    alone = {}
    for number, client in enumerate(clients):
        for address in addresses(place):
            start()
            alone[number, address] = seen(client, address)
            assert alone[number, address][0] in (200, 404)
    start()
    for number, client in enumerate(clients):
        for address in addresses(place):
            found = seen(client, address)
            assert found[:3] == alone[number, address][:3], (number, address)
            others = set(names) - {names[number]} if number < 2 else set(names)
            assert not any(other.encode() in found[1] for other in others)


def _member(place: Place, name: str) -> Client:
    """The browser of another member, who is a player and is asked to a board."""
    user = User.objects.create_user(f"{name}@walkers.example", name=name)
    Membership.objects.create(club=place.club, user=user, role="player")
    client = Client()
    client.force_login(user, backend="games.backends.AccountBackend")
    return client


def _phone(place: Place, name: str) -> Client:
    """A phone that speaks for a player in the event."""
    player = place.club.players.get(name=f"{name}{place.kind}")
    event = place.event.event
    made = event_passes.pass_create(event=event, player=player, by=evenings.user("Olga"))
    client = Client()
    client.cookies[event_actors.cookie_name(event)] = event_actors.token_sealed(made.token)
    return client


def test_a_page_that_is_kept_has_nobodys_key_and_no_text_of_one_reader(world: World) -> None:
    place = world.places[PUBLIC]
    for identity in IDENTITIES:
        client = world.client(identity)
        for address in addresses(place):
            client.get(address)
    assert kept_pages._pages._found
    users = {str(one.pk) for one in world.users.values()}
    for one in kept_pages._pages._found.values():
        page = b"".join(one.value.pieces)
        assert not TOKEN.search(page)
        assert not re.search(rb'name="key" value="\w', page)
        assert not any(f'data-who="{pk}.'.encode() in page for pk in users)
