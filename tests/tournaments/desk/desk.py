"""The director's desk for tests: what it shows, and its buttons as htmx presses them."""

import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.models import Club, User
from tests import evenings
from tests.tournaments.directing import Directed, key
from tournaments.models import Match

EIGHT = "Ann Bob Cid Dee Eva Fay Gil Hal"


class Desk:
    """A director with the desk of an event open."""

    def __init__(self, directed: Directed, user: User | None = None) -> None:
        self.directed = directed
        self.client = Client()
        self.client.force_login(user or directed.director)

    @property
    def url(self) -> str:
        """Where the desk is."""
        return f"/events/{self.directed.event.public_id}/direct/"

    def show(self, **asked: Any) -> str:
        """The page."""
        answer = self.client.get(self.url, asked)
        assert answer.status_code == 200, answer.content
        return text_of(answer)

    def do(self, do: str, status: int = 200, **fields: Any) -> str:
        """Press a button as htmx does, and read what comes back."""
        sent = {"do": do, "key": key(), "division": self.directed.division.public_id, **fields}
        answer = self.client.post(f"{self.url}act/", sent, headers={"HX-Request": "true"})
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def shown(self, **asked: Any) -> str:
        """What a line that is typed now brings along: the matches of the page."""
        found = re.search(r'name="as_shown" id="as-shown" value="([^"]*)"', self.show(**asked))
        assert found
        return found.group(1)

    def type(self, text: str, status: int = 200, **fields: Any) -> str:
        """Type a line on the page as it is now, or as it was `as_shown`."""
        fields.setdefault("as_shown", self.shown())
        return self.do("typed", status, text=text, **fields)

    def step(self, **asked: Any) -> str:
        """The words of what is next."""
        found = re.search(r'<section class="step".*?</section>', self.show(**asked), re.DOTALL)
        assert found
        return " ".join(re.sub(r"<[^>]+>", " ", found.group()).split())

    def quick(self, match: Match, winner: int = 0, points: int = 3, **fields: Any) -> str:
        """Tap the winner, then the loser's points."""
        sent = {"match": match.public_id, "version": match.version, **fields}
        return self.do("quick", winner=winner, loser_points=points, **sent)


def text_of(answer: HttpResponse) -> str:
    """The page as people read it."""
    return unescape(answer.content.decode())


def desk(names: str = EIGHT, **fields: Any) -> Desk:
    """The desk of a Swiss event of three rounds, unless something else is said."""
    fields.setdefault("params", {"rounds": 3} if fields.get("format", "swiss") == "swiss" else {})
    return Desk(Directed(None, names, **fields))


def version(of: Desk) -> int:
    """The version of the event as the page has it."""
    of.directed.event.refresh_from_db()
    return of.directed.event.version


def form(**fields: Any) -> dict[str, Any]:
    """What the form for a new event sends when only the essentials were typed."""
    return {
        "key": key(),
        "title": "Open",
        "names": "1. Ann\n2. Bob\n\n- Cid\nDee",
        "format": "swiss",
        "swiss-rounds": "3",
        "swiss-inside": "fold",
        "match_length": "5",
        "season": "auto",
        "seeding": "draw",
        "is_rated": "1",
        **fields,
    }


def announce(club: Club, **fields: Any) -> HttpResponse:
    """Send the form for a new event."""
    client = Client()
    client.force_login(evenings.user("Olga"))
    return client.post(f"/clubs/{club.slug}/events/new/", form(**fields))
