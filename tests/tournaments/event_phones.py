"""Phones without an account in an event, for tests."""

from typing import Any

from django.test import Client

from games.models import User
from tests import evenings
from tests.tournaments.directing import Directed, key
from tournaments.models import EntryPass
from tournaments.pages.actors import cookie_name, pass_opened, token_sealed
from tournaments.record.services.passes import pass_create

HTMX = {"HX-Request": "true"}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def account(of: Directed, name: str) -> User:
    """The account of a player, who is a member of the club."""
    user = evenings.member(of.club, name)
    player = of.player(name)
    player.user = user
    player.save()
    return user


class Phone:
    """A phone of its own, with its own cookies."""

    def __init__(self, of: Directed) -> None:
        self.client = Client(headers={"User-Agent": "Mozilla/5.0 (iPhone) Safari/604.1"})
        self.of = of
        self.here = f"/events/{of.event.public_id}/"

    def scan(self, name: str) -> Any:
        """Scan the event's code and tap a name."""
        return self.client.post(self.link(), {"player": self.of.player(name).public_id})

    def link(self) -> str:
        """Where the event's code leads who types it, and the QR code who scans it."""
        self.of.event.refresh_from_db()
        where: str = Client().post("/e/", {"code": self.of.event.code})["Location"]
        return where

    def open(self, name: str) -> Any:
        """Open a link that the director made."""
        made = pass_create(event=self.of.event, player=self.of.player(name), by=self.of.director)
        return self.client.get(f"/e/link/{token_sealed(made.token)}/")

    @property
    def holder(self) -> EntryPass:
        """The pass that this phone holds."""
        found = pass_opened(self.client.cookies[cookie_name(self.of.event)].value)
        assert found is not None
        return found

    def me(self, **extra: Any) -> Any:
        return self.client.get(f"{self.here}me/", **extra)

    def act(self, **fields: Any) -> Any:
        return self.client.post(f"{self.here}me/act/", {"key": key(), **fields}, headers=HTMX)


def next_opponent(of: Directed, name: str) -> str:
    """Whom somebody meets."""
    for match in of.open():
        assert match.first is not None
        assert match.second is not None
        names = [match.first.name, match.second.name]
        if name in names:
            names.remove(name)
            return names[0]
    raise AssertionError(f"{name} meets nobody")
