"""A club with its people, and a session and boards that tests play on."""

import datetime
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.boards.services.boards import Terms, board_create, seat_join
from games.clubs.services.clubs import club_create
from games.files.services import demo
from games.models import Club, Membership, Player, Session, User
from games.record.log.writing import Recorded
from games.record.services.actions import record_action
from games.rules.chouette.notation import parse
from games.rules.chouette.renaming import renamed
from games.sessions.services.sessions import session_create
from tests.games.boards.table import Playing
from tests.games.phone import Phone


@pytest.fixture
def organizer(db: None) -> User:
    """The one who founded the club."""
    return User.objects.create_user("olga@example.org", name="Olga")


@pytest.fixture
def club(organizer: User) -> Club:
    """A members-only club."""
    return club_create(by=organizer, name="Tuesday Club")


@pytest.fixture
def member(club: Club) -> Callable[[str], User]:
    """Makes users with a role in the club."""

    def make(role: str) -> User:
        user = User.objects.create_user(f"{role}-{uuid.uuid4().hex}@example.org", name=role.title())
        Membership.objects.create(club=club, user=user, role=role)
        return user

    return make


@pytest.fixture
def players(club: Club) -> dict[str, Player]:
    """Ann, Bob, Cid and Dee."""
    return players_made(club)


def players_made(club: Club) -> dict[str, Player]:
    """Write them with one statement."""
    made = Player.objects.bulk_create(
        Player(club=club, name=name) for name in ("Ann", "Bob", "Cid", "Dee")
    )
    return {player.name: player for player in made}


@pytest.fixture
def session(club: Club, organizer: User, players: dict[str, Player]) -> Session:
    """An evening before the order was rolled."""
    return session_create(club=club, by=organizer, players=list(players.values()), title="Tuesday")


class Scorer:
    """Writes statements of the notation into a session, one step each."""

    def __init__(self, session: Session, user: User) -> None:
        self.session = session
        self.user = user
        self.text = self.seated = ""
        self.played: dict[str, int] = {}  # how many actions a text has

    def ids(self) -> dict[str, str]:
        """Public ids of the club's players by name."""
        return dict(self.session.club.players.values_list("name", "public_id"))

    def names(self, points: Any) -> dict[str, Any]:
        """Points by name instead of public id."""
        by_id = {public_id: name for name, public_id in self.ids().items()}
        return {by_id[player]: value for player, value in dict(points).items()}

    def actions(self, statements: str) -> list[Any]:
        """The actions that further statements stand for, with identifiers."""
        ids = self.ids()
        if not self.seated:
            by_id = {public_id: name for name, public_id in ids.items()}
            first = self.session.log.get(sequence=1).payload["players"]
            self.seated = ", ".join(by_id[player] for player in first)
        head = f'[Rules "{self.session.rules}"]\n[Players "{self.seated}"]\n'
        before = self.played.get(self.text)
        if before is None:
            before = len(parse(head + self.text, unfinished=True).actions)
        after = parse(head + self.text + statements, unfinished=True).actions
        self.played = {self.text: before, self.text + statements: len(after)}
        return [renamed(action, ids) for action in after[before:]]

    def play(self, statements: str, **request: Any) -> Recorded:
        """Record a statement for each line; return the last answer."""
        for line in statements.strip().splitlines():
            actions = self.actions(line + "\n")
            self.text += line + "\n"
            answer = record_action(
                session=self.session,
                actions=actions,
                **{
                    "version": self.session.version,
                    "key": uuid.uuid4().hex,
                    "sender": self.user,
                    **request,
                },
            )
        return answer


@pytest.fixture
def small_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the demo be its last evening alone: for tests that only ask that there is a demo."""
    whole = demo.demo_moved

    def last(parts: dict[str, Any], now: datetime.datetime) -> dict[str, Any]:
        moved = whole(parts, now)
        none: dict[str, Any] = {key: [] for key in ("boards", "events", "leagues", "matches")}
        return {**moved, "sessions": moved["sessions"][-1:], **none}

    monkeypatch.setattr(demo, "demo_moved", last)
    monkeypatch.setattr(demo, "_analyses_keep", lambda boards, user: None)


@pytest.fixture
def data_folder(settings: Any, tmp_path: Path) -> Path:
    """A data folder of one's own, for tests that leave files there."""
    settings.DATA = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path


@pytest.fixture
def scorer(session: Session, organizer: User) -> Scorer:
    """Writes statements into the session as its organizer."""
    return Scorer(session, organizer)


@pytest.fixture
def phone(client: Client, session: Session, organizer: User) -> Phone:
    """The organizer's phone, before the order is rolled."""
    client.force_login(organizer)
    return Phone(client, session)


@pytest.fixture
def ann(member: Callable[[str], User]) -> User:
    user = member("player")
    user.name = "Ann"
    user.save()
    return user


@pytest.fixture
def bo(member: Callable[[str], User]) -> User:
    user = member("player")
    user.name = "Bo"
    user.save()
    return user


@pytest.fixture
def board_between(club: Club, ann: User, bo: User) -> Callable[..., Playing]:
    """Makes boards at which Ann plays White and Bo has sat down."""

    def make(terms: Terms | None = None) -> Playing:
        board = board_create(
            club=club, by=ann, terms=terms or Terms(length=3), is_challenge=True, key=""
        )
        seat_join(board=board, by=bo)
        return Playing(board, (ann, bo))

    return make


@pytest.fixture
def playing(board_between: Callable[..., Playing]) -> Playing:
    """A match to 3 after the opening roll."""
    return board_between().seed()


@dataclass
class Tuesday:
    """The club, its people and the session of the fixtures, for worlds that are built once."""

    organizer: User
    club: Club
    players: dict[str, Player]
    session: Session
    scorer: Scorer


def tuesday() -> Tuesday:
    """Make all of them."""
    organizer = User.objects.create_user("olga@example.org", name="Olga")
    club = club_create(by=organizer, name="Tuesday Club")
    made = players_made(club)
    session = session_create(club=club, by=organizer, players=list(made.values()), title="Tuesday")
    return Tuesday(organizer, club, made, session, Scorer(session, organizer))
