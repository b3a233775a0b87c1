"""Phones that come to a table without an account."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Club, Pass, Player, Session, User
from games.sessions.actors import pass_sealed
from games.table.services.passes import join_open, pass_create

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1"


@pytest.fixture(autouse=True)
def _nothing_counted() -> Iterator[None]:
    """Let no test use up the patience of the next."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def code(session: Session, organizer: User) -> str:
    """The short code of the table, which is open for phones."""
    return join_open(session=session, by=organizer)


@pytest.fixture
def bob(players: dict[str, Player]) -> str:
    """The id by which the log names Bob."""
    return players["Bob"].public_id


@pytest.fixture
def let_in(session: Session, organizer: User) -> Callable[..., Pass]:
    """Makes links."""

    def make(role: str, player: str = "") -> Pass:
        return pass_create(session=session, by=organizer, role=role, player=player)

    return make


@pytest.fixture
def public(club: Club) -> Club:
    """The club, which everybody may look at."""
    club.visibility = Club.Visibility.PUBLIC
    club.save()
    return club


class Mobile:
    """A phone of its own, with its own cookies."""

    def __init__(self, session: Session) -> None:
        self.client = Client(headers={"User-Agent": IPHONE})
        self.session = session

    @property
    def here(self) -> str:
        """Where everything about the table is."""
        return f"/sessions/{self.session.public_id}/"

    def open(self, holder: Pass, **extra: Any) -> Any:
        """Open the link of a pass."""
        return self.client.get(f"/t/{pass_sealed(holder)}/", **extra)

    def claim(self, code: str, player: str = "") -> Any:
        """Scan the code, say who one is."""
        return self.client.post(self.link(code), {"player": player})

    def link(self, code: str) -> str:
        """Where the code leads who types it, and the QR code who scans it."""
        where: str = Client().post("/join/", {"code": code})["Location"]
        return where

    def poll(self) -> Any:
        """Look whether somebody has said yes, as the page does by itself."""
        return self.client.get(self.here + "waiting/", headers={"HX-Request": "true"})

    def table(self, **extra: Any) -> Any:
        """Look at the table."""
        return self.client.get(self.here + "table/", **extra)


@pytest.fixture
def mobile(session: Session) -> Mobile:
    """Somebody's phone."""
    return Mobile(session)


@pytest.fixture
def mobiles(session: Session) -> Callable[[], Mobile]:
    """Makes further phones."""
    return lambda: Mobile(session)


@pytest.fixture
def olga(client: Client, organizer: User) -> Client:
    """The organizer, signed in."""
    client.force_login(organizer)
    return client
