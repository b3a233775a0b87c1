"""A key belongs to who sent it: on every log it counts for one account, pass, seat, or the server.

Every log is asked by every pair of senders, with the same content and with other content.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.db import transaction

from games.api.creations import _made_by_key
from games.boards.services.boards import Terms, board_create, seat_join
from games.boards.services.writing import BoardRequest, Writing, board_write
from games.errors import KeyReused, NotAllowed
from games.models import ApiCreation, BoardSeat, BoardStep, Club, Membership, Pass, Session, User
from games.record.log.snapshots import position_of
from games.record.log.writing import Change, Request, append
from games.record.services.notes import note_add
from tests import evenings
from tests.games.boards.table import Playing
from tests.tournaments.directing import Directed
from tests.tournaments.results.test_results import account
from tournaments.events.services import announcing
from tournaments.models import EntryPass, Event
from tournaments.record.services.writing import EventRequest, event_write
from tournaments.results.services import clocks, results
from tournaments.results.services.match_writing import MatchRequest, match_write

pytestmark = pytest.mark.django_db

KEY = "one key"


def scorers_phone(session: Session) -> Pass:
    """Admit a phone without an account."""
    return Pass.objects.create(session=session, club=session.club, role="scorer", state="granted")


class Log(ABC):
    """A log: `write` sends a content with `KEY`, `length` counts its rows, `senders` by name."""

    senders: dict[str, Any]

    @abstractmethod
    def write(self, sender: Any, content: str) -> object:
        """Send something with the key."""

    @abstractmethod
    def length(self) -> int:
        """Count what was written."""


class OfBoard(Log):
    """A board of two; both resign in turn, as rows have a side of their own."""

    def __init__(self) -> None:
        club = evenings.club()
        ann, bob = (evenings.member(club, name) for name in ("Ann", "Bob"))
        board = board_create(club=club, by=ann, terms=Terms(), is_challenge=True)
        seat_join(board=board, by=bob)
        self.playing = Playing(board, (ann, bob)).seed()
        session = evenings.Evening(club).session
        self.senders = {
            "account": ann,
            "other account": bob,
            "guest": BoardSeat(nonce="a"),
            "guest after them": BoardSeat(nonce="b"),
            "pass": scorers_phone(session),
            "server": None,
        }

    def write(self, sender: Any, content: str) -> object:
        def make(writing: Writing) -> None:
            side = writing.state.actor or 0
            if writing.state.phase == "resignation":
                writing.do("refuse", side)
            else:
                writing.do("resign", side, level="single")

        self.playing.board.refresh_from_db()
        asked = BoardRequest(self.playing.board, 0, "note", content, key=KEY, by=sender)
        return board_write(asked, make)

    def length(self) -> int:
        return BoardStep.objects.filter(board=self.playing.board).count()


class OfSession(Log):
    """An evening's log; its server writes under the account that has begun it, with random keys."""

    def __init__(self) -> None:
        club = evenings.club()
        self.session = evenings.Evening(club).session
        self.senders = {
            "account": evenings.user("Olga"),
            "other account": evenings.member(club, "Otto", "organizer"),
            "pass": scorers_phone(self.session),
            "other pass": scorers_phone(self.session),
        }

    def write(self, sender: Any, content: str) -> object:
        self.session.refresh_from_db()
        request = Request(self.session, sender, "note", content, self.session.version, KEY)
        return append(request, lambda locked: Change([{}], position_of(locked)))

    def length(self) -> int:
        return self.session.log.count()


class OfEvent(Log):
    """An event's log, written by directors."""

    def __init__(self) -> None:
        self.event = Directed().event
        self.senders = {
            "account": evenings.user("Olga"),
            "other account": evenings.member(self.event.club, "Otto", "organizer"),
        }

    def write(self, sender: Any, content: str) -> object:
        asked = EventRequest(self.event, sender, "rename", {"said": content}, key=KEY)
        return event_write(asked, lambda _event: None)

    def length(self) -> int:
        return self.event.log.count()


class OfMatch(Log):
    """A match's log, written by directors, players, phones, and the server for an online board."""

    def __init__(self) -> None:
        directed = Directed(names="Ann Bob", params={"rounds": 1})
        directed.next_round()
        (self.match,) = directed.open()
        entry = directed.entry("Bob")
        self.senders = {
            "account": directed.director,
            "other account": account(directed, "Ann"),
            "pass": EntryPass.objects.create(
                event=directed.event, player=entry.player, state="granted"
            ),
            "server": None,
        }

    def write(self, sender: Any, content: str) -> object:
        self.match.refresh_from_db()
        tap = MatchRequest(self.match, sender, "rate", {"said": content}, self.match.version, KEY)
        return match_write(tap, lambda _match, _side: None)

    def length(self) -> int:
        return self.match.log.count()


class OfClock(OfMatch):
    """The clock of a match has rows in the same log; the server sets none."""

    def __init__(self) -> None:
        super().__init__()
        del self.senders["server"]

    def write(self, sender: Any, content: str) -> object:
        control = clocks.Control(600, 12 if content == "this" else 8)
        self.match.refresh_from_db()
        return clocks.match_clock_set(
            match=self.match, by=sender, control=control, version=self.match.version, key=KEY
        )


class OfCreations(Log):
    """What programs make, by account."""

    def __init__(self) -> None:
        self.club = evenings.club()
        self.senders = {"account": evenings.user("Olga"), "other account": evenings.user("Otto")}

    def write(self, sender: Any, content: str) -> object:
        return _made_by_key(sender, KEY, content, lambda: self.club)

    def length(self) -> int:
        return ApiCreation.objects.count()


class OfAnnouncements(Log):
    """Events of a club announced from a form: each is found again by its first row."""

    def __init__(self) -> None:
        self.club = evenings.club()
        self.senders = {
            "account": evenings.user("Olga"),
            "other account": evenings.member(self.club, "Otto", "organizer"),
        }

    def write(self, sender: Any, content: str) -> object:
        return announcing.event_announce(
            club=self.club, by=sender, division={"format": "swiss"}, title=content, key=KEY
        )

    def length(self) -> int:
        return Event.objects.filter(club=self.club).count()


LOGS = {
    "board": OfBoard,
    "session": OfSession,
    "event": OfEvent,
    "match": OfMatch,
    "clock": OfClock,
    "creations": OfCreations,
    "announcements": OfAnnouncements,
}


@pytest.mark.parametrize("name", LOGS)
def test_a_key_counts_for_its_sender_and_for_nobody_else(name: str) -> None:
    log = LOGS[name]()
    before = log.length()
    for first, then in product(log.senders, repeat=2):
        with transaction.atomic():
            written = _sent_by_both(log, first, then)
            # A key that somebody else has sent is like any other.
            assert written == before + len({first, then}), (first, then)
            transaction.set_rollback(True)


def _sent_by_both(log: Log, first: str, then: str) -> int:
    """Send a key as both, again as both, and with other content as both; return the length."""
    log.write(log.senders[first], "this")
    log.write(log.senders[then], "this")
    log.write(log.senders[first], "this")
    log.write(log.senders[then], "this")
    for sender in (first, then):
        with pytest.raises(KeyReused):
            log.write(log.senders[sender], "that")
    return log.length()


def test_a_directors_key_keeps_nobody_elses_names_out() -> None:
    directed = Directed()
    other = evenings.member(directed.club, "Otto", "organizer")
    said: dict[str, Any] = {"key": KEY, "names": ["Cid", "Dee"]}

    for by, name in ((directed.director, "Side"), (other, "Third")):
        made = announcing.division_announce(event=directed.event, by=by, name=name, **said)
        assert made.entries.count() == 2


def _noting(club: Club, by: User) -> Callable[[], object]:
    evening = evenings.Evening(club)
    evening.start()
    session = evening.session
    return lambda: note_add(session=session, game=1, text="Ha", by=by, key=KEY)


def _beginning(club: Club, by: User) -> Callable[[], object]:
    return lambda: board_create(club=club, by=by, terms=Terms(), key=KEY)


def _directing(club: Club, by: User) -> Callable[[], object]:
    event = Directed(club).event
    return lambda: event_write(EventRequest(event, by, "rename", {}, key=KEY), lambda _event: None)


def _reporting(club: Club, by: User) -> Callable[[], object]:
    directed = Directed(club, names="Ann Bob", params={"rounds": 1})
    directed.next_round()
    (match,) = directed.open()
    return lambda: results.match_report(match=match, by=by, points=(7, 3), version=0, key=KEY)


def _announcing(club: Club, by: User) -> Callable[[], object]:
    return lambda: announcing.event_announce(
        club=club, by=by, division={"format": "swiss"}, title="Cup", key=KEY
    )


@pytest.mark.parametrize(
    "begun",
    [_noting, _beginning, _directing, _reporting, _announcing],
    ids=lambda one: one.__name__,
)
def test_whoever_may_no_longer_gets_no_first_answer_again(
    begun: Callable[[Club, User], Callable[[], object]],
) -> None:
    club = evenings.club()
    otto = evenings.member(club, "Otto", "organizer")
    write = begun(club, otto)
    write()
    write()
    Membership.objects.filter(user=otto).delete()

    with pytest.raises(NotAllowed):
        write()
