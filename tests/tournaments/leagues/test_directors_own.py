"""A director who plays in a season reports as everybody does, and directs at the desk."""

from __future__ import annotations

import pytest

from tests import evenings
from tests.tournaments.directing import Directed, key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db

OPEN, REPORTED, DISPUTED, SETTLED = "open", "reported", "disputed", "settled"


def on_an_evening() -> Directed:
    of = Directed(names="Ann Bob", event_fields={"self_reports": True})
    of.next_round()
    return of


KINDS = {"league": Running, "cup": lambda: Playing("Ann Bob"), "evening": on_an_evening}
DATED = ("league", "cup")


class Own:
    """A match of Ann, who directs, and Bob; whose word is wanted."""

    def __init__(self, kind: str) -> None:
        of = KINDS[kind]()
        self.director = of.director
        found = Match.objects.select_related("first", "round__division__event")
        self.match = next(one for one in found.order_by("pk") if set(one.names) == {"Ann", "Bob"})
        self.ann, self.bob = (evenings.account_of(of.player(name)) for name in ("Ann", "Bob"))
        self.ann.memberships.filter(club=of.club).update(role="director")
        self.side = 0 if str(self.match.first) == "Ann" else 1

    @property
    def event(self) -> Event:
        assert self.match.round is not None
        return self.match.round.division.event

    def points(self, winner: str) -> dict[str, str]:
        side = self.side if winner == "Ann" else 1 - self.side
        return {"winner": str(side), "loser_points": "0"}

    def tap(self, who: str, do: str, **sent: str) -> str:
        """What the page of the match answers to a button."""
        self.match.refresh_from_db()
        by = {"Ann": self.ann, "Bob": self.bob, "Olga": self.director}[who]
        said = {"do": do, "version": str(self.match.version), "key": key(), **sent}
        client = client_of(by)
        answer = client.post(f"/matches/{self.match.public_id}/act/", said, follow=True)
        self.match.refresh_from_db()
        return answer.content.decode()

    def page(self, who: str) -> str:
        by = {"Ann": self.ann, "Bob": self.bob}[who]
        return client_of(by).get(f"/matches/{self.match.public_id}/").content.decode()


@pytest.mark.parametrize("kind", DATED)
def test_what_a_playing_director_reports_waits_for_the_other(kind: str) -> None:
    own = Own(kind)
    own.tap("Ann", "report", **own.points("Ann"))
    assert (own.match.state, own.match.reported_by) == (REPORTED, own.side)
    theirs, mine = own.page("Bob"), own.page("Ann")
    assert "Yes, that is right" in theirs
    assert "No, it is wrong" in theirs
    assert "Take my report back" in mine
    assert "Yes, that is right" not in mine
    own.tap("Ann", "confirm")
    assert own.match.state == REPORTED
    own.tap("Bob", "confirm")
    assert own.match.state == SETTLED


ANSWERS = [
    ("Bob", "Ann", "reject", {}, DISPUTED),
    ("Bob", "Ann", "confirm", {}, SETTLED),
    ("Bob", "Ann", "report", "Ann", DISPUTED),
    ("Bob", "Ann", "report", "Bob", SETTLED),
    ("Ann", "Ann", "reject", {}, OPEN),
    ("Ann", "Ann", "report", "Bob", REPORTED),
    ("Ann", "Bob", "report", "Bob", DISPUTED),
    ("Ann", "Olga", "reject", {}, OPEN),
    ("Ann", "Olga", "confirm", {}, SETTLED),
]
"""Who has reported that they won, who answers, how, and what becomes of the match."""


@pytest.mark.parametrize(("reporter", "who", "do", "how", "state"), ANSWERS)
@pytest.mark.parametrize("kind", DATED)
def test_what_a_playing_director_answers_is_a_players_word(
    kind: str, reporter: str, who: str, do: str, how: str, state: str
) -> None:
    own = Own(kind)
    own.tap(reporter, "report", **own.points(reporter))
    own.tap(who, do, **(own.points(how) if how else {}))
    assert own.match.state == state


@pytest.mark.parametrize("kind", DATED)
def test_at_the_desk_what_they_enter_counts_and_the_log_names_it(kind: str) -> None:
    own = Own(kind)
    event = own.event.public_id
    two = own.points("Ann")
    sent = {"do": "result", "match": own.match.public_id, "version": own.match.version, **two}
    client = client_of(own.ann)
    client.post(f"/events/{event}/direct/act/", {**sent, "key": key()})
    own.match.refresh_from_db()
    assert own.match.state == SETTLED


@pytest.mark.parametrize("kind", DATED)
def test_what_is_decided_they_take_back_as_a_director(kind: str) -> None:
    own = Own(kind)
    own.tap("Ann", "report", **own.points("Ann"))
    own.tap("Bob", "confirm")
    own.tap("Ann", "undo")
    assert own.match.state == REPORTED


def test_where_only_directors_report_a_playing_one_does() -> None:
    own = Own("league")
    Event.objects.filter(pk=own.event.pk).update(self_reports=False)
    own.tap("Ann", "report", **own.points("Ann"))
    assert own.match.state == SETTLED


def test_on_an_evening_what_a_playing_director_enters_counts() -> None:
    own = Own("evening")
    own.tap("Ann", "report", **own.points("Ann"))
    assert own.match.state == SETTLED
