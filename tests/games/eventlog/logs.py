"""Every log that is written once a key: how tests send something to each of them."""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from typing import Any

from django.utils import timezone

from games.api.creations import _made_by_key
from games.boards.services.boards import Terms, board_create, seat_join
from games.boards.services.writing import BoardRequest, Writing, board_write
from games.chouetteboards.services.acts import OfChouette
from games.chouetteboards.services.evenings import EveningHeld
from games.chouetteboards.services.following import session_on_board
from games.eventlog.appending import append_once
from games.models import ApiCreation, Board, BoardSeat, BoardStep, Pass, Session
from games.permissions import Reader, acting
from games.record.log.snapshots import position_of
from games.record.log.writing import Change, Request, append
from games.rules.chouette import BoxDoubles
from tests import evenings
from tests.games.boards.table import Playing
from tests.games.record.declaring import Phones
from tests.tournaments.directing import Directed
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.results.test_results import account
from tournaments.events.services import announcing
from tournaments.leagues.services import fixtures, seasons
from tournaments.models import EntryPass, Event, EventStep, FixtureNote
from tournaments.record.services.writing import EventRequest, event_write
from tournaments.results.services import clocks
from tournaments.results.services.match_writing import MatchRequest, match_write

KEY = "one key"
DICE = ("game_id", "commitment", "seats")
"""What a board's row says of new dice."""


def scorers_phone(session: Session) -> Pass:
    """Admit a phone without an account."""
    return Pass.objects.create(session=session, club=session.club, role="scorer", state="granted")


class Log(ABC):
    """A log: `write` sends a content with a key, `length` counts its rows, `senders` by name."""

    senders: dict[str, Any]
    has_versions = False
    """Whether a request says which version its sender saw."""
    is_keyed_by_sender = True
    """Whether two senders may use the same key."""

    @abstractmethod
    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        """Send something, for the present version if none is given; return the answer."""

    def version(self) -> int:
        """Return the version that somebody sees now."""
        return 0

    @abstractmethod
    def length(self) -> int:
        """Count what was written."""


class OfBoard(Log):
    """A board of two; both resign in turn, as rows have a side of their own."""

    has_versions = True

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

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        def make(writing: Writing) -> None:
            side = writing.state.actor or 0
            if writing.state.phase == "resignation":
                writing.do("refuse", side)
            else:
                writing.do("resign", side, level="single")

        seen = self.version() if version is None else version
        asked = BoardRequest(self.playing.board, 0, "note", content, seen, key, sender)
        return board_write(asked, make).version

    def version(self) -> int:
        self.playing.board.refresh_from_db()
        return self.playing.board.version

    def length(self) -> int:
        return BoardStep.objects.filter(board=self.playing.board).count()


class OfChouetteBoard(Log):
    """The board of a chouette, under its session's lock; everybody wants the dice anew."""

    has_versions = True

    def __init__(self) -> None:
        club = evenings.club()
        evening = evenings.Evening(club)
        self.session = evening.session
        session_on_board(session=self.session, by=evening.organizer, on_board=True)
        evening.start()
        self.board = self.session.boards.select_related("club").get()
        self.senders = {
            "account": evening.organizer,
            "other account": evenings.member(club, "Otto", "organizer"),
            "pass": scorers_phone(self.session),
            "other pass": scorers_phone(self.session),
        }

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        def act(writing: Writing, _evening: EveningHeld) -> None:
            given = writing.board.snapshot["dice"]
            writing.do("dice", None, dice={name: given[name] for name in DICE})

        seen = self.version() if version is None else version
        reader = Reader.of(sender, self.session.club, self.session)
        request = BoardRequest(self.board, None, "note", content, seen, key, acting(reader))
        return append_once(OfChouette(request, reader, act)).version

    def version(self) -> int:
        self.board.refresh_from_db(fields=["version"])
        return self.board.version

    def length(self) -> int:
        return BoardStep.objects.filter(board=self.board).count()


class OfSession(Log):
    """An evening's log; its server writes under the account that has begun it, with random keys."""

    has_versions = True

    def __init__(self) -> None:
        club = evenings.club()
        self.session = evenings.Evening(club).session
        self.senders = {
            "account": evenings.user("Olga"),
            "other account": evenings.member(club, "Otto", "organizer"),
            "pass": scorers_phone(self.session),
            "other pass": scorers_phone(self.session),
        }

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        seen = self.version() if version is None else version
        request = Request(self.session, sender, "note", content, seen, key)
        return append(request, lambda locked: Change([{}], position_of(locked))).version

    def version(self) -> int:
        self.session.refresh_from_db()
        return self.session.version

    def length(self) -> int:
        return self.session.log.count()


class OfEvent(Log):
    """An event's log, written by directors."""

    has_versions = True

    def __init__(self) -> None:
        self.event = Directed().event
        self.senders = {
            "account": evenings.user("Olga"),
            "other account": evenings.member(self.event.club, "Otto", "organizer"),
        }

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        seen = self.version() if version is None else version
        asked = EventRequest(self.event, sender, "rename", {"said": content}, seen, key)
        return event_write(asked, lambda _event: None)

    def version(self) -> int:
        self.event.refresh_from_db()
        return self.event.version

    def length(self) -> int:
        return self.event.log.count()


class OfMatch(Log):
    """A match's log, written by directors, players, phones, and the server for an online board."""

    has_versions = True

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

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        seen = self.version() if version is None else version
        tap = MatchRequest(self.match, sender, "rate", {"said": content}, seen, key)
        return match_write(tap, lambda _match, _side: None)

    def version(self) -> int:
        self.match.refresh_from_db()
        return self.match.version

    def length(self) -> int:
        return self.match.log.count()


class OfClock(OfMatch):
    """The clock of a match has rows in the same log; the server sets none."""

    def __init__(self) -> None:
        super().__init__()
        del self.senders["server"]

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        control = clocks.Control(600, 12 if content == "this" else 8)
        seen = self.version() if version is None else version
        return clocks.match_clock_set(
            match=self.match, by=sender, control=control, version=seen, key=key
        )


class OfCreations(Log):
    """What programs make, by account."""

    def __init__(self) -> None:
        self.club = evenings.club()
        self.senders = {"account": evenings.user("Olga"), "other account": evenings.user("Otto")}

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        return _made_by_key(sender, key, content, lambda: self.club)[0]

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

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        return announcing.event_announce(
            club=self.club, by=sender, division={"format": "swiss"}, title=content, key=key
        )

    def length(self) -> int:
        return Event.objects.filter(club=self.club).count()


class OfBoardsBegun(Log):
    """Boards that somebody has set up: each is found again by the first row of its log."""

    def __init__(self) -> None:
        self.club = evenings.club()
        self.senders = {
            "account": evenings.member(self.club, "Ann"),
            "other account": evenings.member(self.club, "Bob"),
        }

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        terms = Terms(length=5 if content == "this" else 7)
        return board_create(club=self.club, by=sender, terms=terms, key=key)

    def length(self) -> int:
        return Board.objects.filter(club=self.club).count()


class OfAnswers(Log):
    """What two of a team answer to the box, each on a phone of their own, while a third thinks."""

    def __init__(self) -> None:
        evening = evenings.Evening(evenings.club(), "Ann Bob Cid Dee")
        _box, team = evening.start()
        evening.do(BoxDoubles(tuple(team)))
        self.phones = Phones(evening.session, {one.name: one for one in evening.club.players.all()})
        one, other, _who_thinks = (self.phones.passes[self.phones.names[one]] for one in team)
        self.senders = {"pass": one, "other pass": other}

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        word = "take" if content == "this" else "drop"
        name = self.phones.names[sender.player]
        return self.phones.say(name, word, by=sender, key=key).question

    def length(self) -> int:
        return self.phones.session.declarations.count()


class OfFixture(Log):
    """What two say to each other about the date of their match: a key counts for the fixture."""

    is_keyed_by_sender = False

    def __init__(self) -> None:
        season = Running()
        self.match = season.match("Ann", "Bob")
        self.senders = {"account": season.account("Ann"), "other account": season.account("Bob")}

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        if content == "this":
            return fixtures.fixture_say(match=self.match, by=sender, text=content, key=key)
        times = [timezone.now() + datetime.timedelta(days=2)]
        return fixtures.fixture_propose(match=self.match, by=sender, times=times, key=key)

    def length(self) -> int:
        return FixtureNote.objects.count()


class OfLadder(Log):
    """Who challenges whom in a league, as two directors enter it for them."""

    def __init__(self) -> None:
        self.season = Running("Ann Bob Cid Dee", shape="ladder", is_released=False)
        seasons.season_release(season=self.season.season, by=self.season.director)
        self.season.again()
        self.senders = {
            "account": self.season.director,
            "other account": evenings.member(self.season.club, "Otto", "organizer"),
        }

    def write(
        self, sender: Any, content: str, key: str = KEY, version: int | None = None
    ) -> object:
        one, other = ("Bob", "Ann") if sender == self.season.director else ("Dee", "Cid")
        whom = other if content == "this" else one
        return self.season.challenge(one, whom, by=sender, key=key)

    def length(self) -> int:
        return EventStep.objects.filter(kind="ladder_challenge").count()


LOGS = {
    "board": OfBoard,
    "chouette's board": OfChouetteBoard,
    "boards begun": OfBoardsBegun,
    "session": OfSession,
    "answers": OfAnswers,
    "event": OfEvent,
    "match": OfMatch,
    "clock": OfClock,
    "creations": OfCreations,
    "announcements": OfAnnouncements,
    "fixture": OfFixture,
    "ladder": OfLadder,
}
