"""Everybody goes to every HTML address and shows what they read: nothing that is not for them.

It is a walk from outside: it knows addresses, answers and who may see what by docs/roles.md and
docs/privacy.md, and nothing of how the program keeps things apart.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.walk.addresses import ADDRESSES, DIRECTORS, SCORERS, Address, names
from tests.walk.world import CLUBS, FOREIGN, IDENTITIES, MEMBERS, PHONES, PUBLIC, Place, World, made
from tournaments import live

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
STREAM = {"Accept": "text/event-stream"}
OF_THE_CLUB = SCORERS | {"member"}
TO_THE_FOREIGN = ("guest", "stranger", "granted phone", "organizer", "superuser")
"""Who goes there, too: all others are nothing else there than one of these."""
REFUSED = (404, 405)
"""Who is answered so is answered so by htmx, too."""


def theirs(identity: str, kind: str, about: str) -> set[str]:
    """The kinds of canaries of a club that somebody may read on pages about something."""
    if identity == "superuser":
        return {"names", "club", "money", "codes", "event codes", "mail", "said"}
    if kind == FOREIGN:
        return set()
    found = {"club"} if kind == PUBLIC else set()
    if identity in OF_THE_CLUB:
        found |= {"names", "club"}
    if identity in SCORERS:
        found.add("codes")
    if identity in DIRECTORS:
        found.add("event codes")
    if identity == "organizer":
        found |= {"money", "mail"}
    if about == "session" or (about == "ended" and identity == "seated"):
        found |= OF_THE_TABLE.get(identity, set())
    if (about, identity) in (("board", "seated"), ("guest's board", "board guest")):
        found |= {"names", "club", "said", "seat"}
    if about in ("board", "guest's board") and identity in DIRECTORS:
        found.add("said")
    if about == "event" and identity == "granted phone":
        found |= {"names", "club"}
    if about == "fixture" and identity in DIRECTORS | {"member", "seated"}:
        # What two write to each other is read by them and by who directs.
        found.add("said")
    if about == "club" and identity == "wall":
        found.add("club")
    return found


OF_THE_TABLE = {
    "seated": {"names", "club", "money"},
    "granted phone": {"names", "club", "money"},
    "tablet": {"names", "club", "codes"},
    "onlooker": {"club"},
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any) -> Iterator[World]:
    """The clubs, made once for all who walk; what one of them does is undone before the next."""
    folder = tmp_path_factory.mktemp("data")
    before = settings.DATA, settings.MEDIA_ROOT
    settings.DATA, settings.MEDIA_ROOT = folder, folder / "media"
    with django_db_blocker.unblock():
        try:
            with transaction.atomic():
                cache.clear()
                yield made()
                transaction.set_rollback(True)
        finally:
            settings.DATA, settings.MEDIA_ROOT = before


def test_every_address_stands_in_the_table() -> None:
    assert set(names()) == set(ADDRESSES)


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Thousands of refusals are what is looked for: nobody has to read about each."""
    caplog.set_level(logging.CRITICAL, "django.request")


# Roles between an organizer's and a member's, and phones that see what others see.
BETWEEN = {"director", "scorer", "superuser", "seated", "tablet", "withdrawn phone"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "identity",
    [pytest.param(one, marks=[pytest.mark.long] if one in BETWEEN else []) for one in IDENTITIES],
)
def test_nobody_reads_what_is_not_for_them(world: World, identity: str) -> None:
    walker = Walker(world, identity)
    told: list[str] = []
    for number, (name, address) in enumerate(ADDRESSES.items(), IDENTITIES.index(identity)):
        # Each asks every other address by htmx, too, and the next one those between.
        htmx = bool(number % 2 or os.environ.get("ALL_TESTS"))
        for place in world.places.values():
            is_far = place.kind == FOREIGN and identity not in TO_THE_FOREIGN
            if place.kind == MEMBERS or (address.about and not is_far):
                told += walker.walk(name, address, place, htmx=htmx)
            if address.ids.get("public_id") == "session" and not is_far:
                told += walker.walk(name, of_the_ended(address), place, ways=("get",), htmx=htmx)
            if address.about == "board" and not is_far:
                told += walker.walk(name, of_a_guest(address), place, htmx=htmx)
    assert not told, "\n".join(told)


@pytest.mark.database
@pytest.mark.skipif(connection.vendor == "sqlite", reason="the whole walk reads them there")
def test_every_page_is_read_on_postgresql(world: World) -> None:
    walker = Walker(world, "organizer")
    place = world.places[MEMBERS]
    told = [
        told
        for name, address in ADDRESSES.items()
        for told in walker.walk(name, address, place, ways=("get",), htmx=False)
    ]
    assert not told, "\n".join(told)


def of_the_ended(address: Address) -> Address:
    """The same page of an evening that has ended, which is not that of the phones."""
    return replace(address, about="ended", ids={**address.ids, "public_id": "ended"})


def of_a_guest(address: Address) -> Address:
    """The same page of a board at which a guest sits by a link."""
    there = {"board": "board of a guest", "board over": "board of a guest"}
    there["board line"] = "guest's line"
    ids = {name: there.get(value, value) for name, value in address.ids.items()}
    return replace(address, about="guest's board", ids=ids)


class Walker:
    """Somebody who goes to every address, and shows what was read there."""

    def __init__(self, world: World, identity: str) -> None:
        self.world, self.identity = world, identity
        self.client = world.client(identity)
        self.cookies = self.client.cookies.output(header="", sep=";")

    def walk(
        self,
        name: str,
        address: Address,
        here: Place,
        ways: Sequence[str] = ("get", "post"),
        *,
        htmx: bool = True,
    ) -> list[str]:
        """Go to an address in every way; tell what was read there that should not have been."""
        path = reverse(name, kwargs=filled(address.ids, here))
        sent = {"version": "3", "key": "walk", **filled(address.sent, here)}
        found = []
        for way in ways[:1] if self.identity == "superuser" else ways:
            for headers in ({}, HTMX, STREAM):
                if headers is STREAM and (way == "post" or not name.endswith("live")):
                    continue
                if headers is HTMX and not htmx:
                    continue
                status, read = self.read(way, path, sent, headers)
                where = f"{way} {name} {headers} of {here.kind}"
                found += [f"{where}: {told}" for told in self.seen(address, read)]
                if status in REFUSED:
                    break
        return found

    def read(self, way: str, path: str, sent: Any, headers: Any) -> tuple[int, str]:
        """Send a request, and undo what it did."""
        cache.clear()
        self.client.cookies = SimpleCookie(self.cookies)
        with transaction.atomic():
            found = texts(self.client, way, path, sent, headers)
            transaction.set_rollback(True)
        return found

    def seen(self, address: Address, read: str) -> Iterator[str]:
        """What an answer reveals that is not for them, with its context."""
        for place in self.world.places.values():
            for what, canary in place.canaries.items():
                hit = canary.search(read)
                if hit is None or what in theirs(self.identity, place.kind, address.about):
                    continue
                if self.identity in address.shows.get(what, ()) and place.kind != FOREIGN:
                    continue
                around = read[max(0, hit.start() - 60) : hit.end() + 20].replace("\n", " ")
                yield f"{what} in {around!r}"


def texts(client: Client, way: str, path: str, sent: Any, headers: Any) -> tuple[int, str]:
    """All that an answer says: its headers and cookies, what it holds, and where it leads."""
    answer = getattr(client, way)(path, sent, headers=headers)
    assert answer.status_code < 500, (way, path, answer.status_code)
    read = [said(answer)]
    where = answer.headers.get("Location") or answer.headers.get("HX-Redirect")
    if where and where.startswith("/") and way == "post":
        read.append(said(client.get(where)))
    if "X-Live-Topic" in answer.headers:
        audience, beat = answer["X-Live-Audience"], int(answer["X-Live-Beat"])
        streamed = live.fragment(answer["X-Live-Topic"], audience, beat)
        assert streamed is not None
        read.append(streamed[1])
    return answer.status_code, "\n".join(read)


def said(answer: Any) -> str:
    """An answer as text."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    text: str = body.decode("utf-8", "replace")
    return f"{answer.serialize_headers().decode()}\n{answer.cookies}\n{text}"


def filled(values: Any, here: Place) -> dict[str, Any]:
    """Ids of a place instead of their names; what begins with "=" is meant as it stands."""
    return {name: one_of(value, here) for name, value in values.items()}


def one_of(value: Any, here: Place) -> Any:
    """One value, or several."""
    if isinstance(value, list):
        return [one_of(each, here) for each in value]
    return value[1:] if value.startswith("=") else here.ids.get(value, value)


@pytest.mark.thorough
def test_the_walk_would_see_what_it_looks_for(world: World) -> None:
    """Who may read all of it finds every kind of canary somewhere."""
    for kind in CLUBS:
        place = world.places[kind]
        pages = []
        for name in ("sheet", "phones", "phone_link", "members", "event_phones", "board_lines"):
            address = ADDRESSES[name]
            client = world.client("superuser")
            pages.append(said(client.get(reverse(name, kwargs=filled(address.ids, place)))))
        for what, canary in place.canaries.items():
            assert bool(canary.search("\n".join(pages))) is (what not in ("kept", "seat")), (
                kind,
                what,
            )


@pytest.mark.parametrize("identity", [*PHONES, "wall", "board guest"])
def test_those_who_walk_are_what_they_are_called(world: World, identity: str) -> None:
    place = world.places[MEMBERS]
    name = {"wall": "club_wall", "board guest": "board"}.get(identity, "table")
    address = of_a_guest(ADDRESSES[name]) if name == "board" else ADDRESSES[name]
    answer = world.client(identity).get(reverse(name, kwargs=filled(address.ids, place)))

    shut = {"waiting phone": 404, "withdrawn phone": 403}
    assert answer.status_code == shut.get(identity, 200)
