"""A match of two with accounts, and the page on which they keep its score, for tests."""

import re
from typing import Any

from django.test import Client

from games.models import User
from tests import evenings
from tests.tournaments.directing import key
from tournaments.models import Match
from tournaments.results.services.results import match_create

HTMX = {"HX-Request": "true"}


class Board:
    """A match of Ann and Bob to 5, outside of any event; each has an account."""

    def __init__(self, length: int | None = 5) -> None:
        self.club = evenings.club()
        self.director: User = evenings.user("Olga")
        self.ann, self.bob = (self.member(name) for name in ("Ann", "Bob"))
        first, second = (self.club.players.get(name=name) for name in ("Ann", "Bob"))
        self.match: Match = match_create(
            club=self.club, by=self.ann, first=first, second=second, length=length
        )
        self.client = Client()
        self.client.force_login(self.ann)
        self.where = f"/matches/{self.match.public_id}/"

    def member(self, name: str) -> User:
        user = evenings.member(self.club, name)
        self.club.players.create(name=name, user=user)
        return user

    def tap(self, do: str = "play", client: Client | None = None, **fields: Any) -> Any:
        """Tap a button of the page as it stands."""
        self.match.refresh_from_db()
        sent = {"do": do, "version": self.match.version, "key": key(), **fields}
        answer = (client or self.client).post(f"{self.where}act/", sent, headers=HTMX)
        self.match.refresh_from_db()
        return answer

    def win(self, side: int, level: str = "single") -> Any:
        return self.tap(kind="win", side=side, level=level)

    def page(self, client: Client | None = None) -> str:
        text: str = (client or self.client).get(self.where).content.decode()
        return text

    def points(self) -> tuple[int, int]:
        return self.match.first_points, self.match.second_points

    def signed_in(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client


def button(page: str, id: str) -> str:
    """What stands on a button, without the marks."""
    found = re.search(rf'<button[^>]*id="{id}"[^>]*>(.*?)</button>', page, re.S)
    assert found, id
    return re.sub(r"<[^>]+>", " ", found[1]).strip()
