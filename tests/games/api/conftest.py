"""An evening with a past, and everybody who may knock at the interface's door."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.api.tokens import api_token_create
from games.clubs.services.clubs import club_create, player_create, season_create
from games.clubs.services.groups import Group, group_save
from games.models import Club, Debt, Membership, Note, Player, Season, Session, User
from games.record.services.notes import note_add
from games.sessions.services.sessions import session_create, session_end

API = "/api/v1"
ALL_SCOPES = ("read", "score", "organize")


@pytest.fixture(autouse=True)
def nobody_has_asked_yet():
    """Throttles count across tests otherwise."""
    cache.clear()


class Program:
    """A client that shows a token, if it has one."""

    def __init__(self, secret: str = "") -> None:
        self.client = Client(raise_request_exception=True)
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    def __call__(self, verb: str, path: str, data: Any = None, **headers: str) -> Any:
        """Send a request; `data` of a GET is the query."""
        call = getattr(self.client, verb)
        given = {name.replace("_", "-"): text for name, text in headers.items()}
        headers = given | self.headers
        url = path if path.startswith("/") else f"{API}/{path}"
        if verb == "get":
            return call(url, data or {}, headers=headers)
        body = json.dumps({} if data is None else data)
        return call(url, body, content_type="application/json", headers=headers)


def program_of(user: User | None, scopes: Any = ALL_SCOPES, club: Club | None = None) -> Program:
    """A user's program, with a token."""
    if user is None:
        return Program()
    _token, secret = api_token_create(user=user, name="test", scopes=scopes, days=30, club=club)
    return Program(secret)


@pytest.fixture
def api(organizer):
    """A program of the club's owner."""
    return program_of(organizer)


@pytest.fixture
def evening(session: Session, scorer: Any) -> Session:
    """One game has been played: Ann lost 3, and the order stands."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    session.refresh_from_db()
    return session


class World:
    """A club with a running session, one that has ended, and another club beside it."""

    def __init__(self, organizer: User, club: Club, players: dict[str, Player], running: Session):
        self.club, self.players, self.running = club, players, running
        self.owner = organizer
        self.season: Season = season_create(
            club=club, by=organizer, name="2026", starts_on="2026-01-01", ends_on="2026-12-31"
        )
        self.note: Note = note_add(
            session=running, game=1, text="Was it?", by=organizer, is_dispute=True
        )
        self.ended = session_create(club=club, by=organizer, players=list(players.values()))
        session_end(session=self.ended, by=organizer, version=1, key="end")
        self.debt = Debt.objects.create(
            session=self.ended, debtor=players["Ann"], creditor=players["Bob"], amount=3
        )
        self.foreigner = User.objects.create_user("fay@example.org", name="Fay")
        self.other = club_create(by=self.foreigner, name="Other Club")
        self.users: dict[str, User | None] = {"owner": organizer, "foreign": self.foreigner}
        for role in ("organizer", "director", "scorer", "player"):
            user = User.objects.create_user(f"{role}@example.org", name=role.title())
            Membership.objects.create(user=user, club=club, role=role)
            self.users[role] = user
        # Ann has an account, no membership, and sits in both sessions.
        self.users["seated"] = User.objects.create_user("ann@example.org", name="Ann")
        players["Ann"].user = self.users["seated"]
        players["Ann"].save(update_fields=["user"])
        self.users["anonymous"] = None
        self.group = self.group_made()
        self.guest = player_create(club=club, by=organizer, name="Gus")
        player_create(club=self.other, by=self.foreigner, name="Xaver")
        # The owner has a role there as well: only a token's limits keep them out.
        Membership.objects.create(user=organizer, club=self.other, role="organizer")

    def group_made(self) -> Group:
        """A group of the club: the same, or one like it if it is gone."""
        ann = self.players["Ann"]
        return group_save(club=self.club, by=self.owner, name="Mondays", players=[ann])


@pytest.fixture
def world(organizer, club, players, evening):
    """Everything that every endpoint needs."""
    return World(organizer, club, players, evening)
