"""People before the back office, and a club of which others must see nothing."""

import datetime
import uuid

import pytest

from games.accounts.services.accounts import invitation_create
from games.boards.services.boards import Terms, board_create, seat_take
from games.clubs.services.clubs import club_create, player_create, season_create
from games.decisions.services import decisions
from games.models import BoardLine, Club, Debt, Invitation, Note, Player, Season, Session, User
from games.record.log.origins import Sender
from games.record.services.notes import note_add
from games.sessions.services.sessions import session_create, session_end
from games.sessions.services.settling import debt_pay
from tests.games.conftest import Scorer
from tournaments.ladders.services.runs import ratings_follow
from tournaments.models import Difference, OfficialList, RatingRun
from tournaments.results.services.results import match_create

SECRET = "Zyxwvuts"
"""All that belongs to the hidden club has this in its name."""


@pytest.fixture
def enter(client):
    """Signs somebody in."""

    def make(user):
        client.force_login(user, backend="games.backends.AccountBackend")
        return client

    return make


@pytest.fixture
def superuser(db):
    return User.objects.create_superuser("root@example.org", name="Root")


@pytest.fixture
def elsewhere(superuser):
    """Another club with a player of its own."""
    club = club_create(by=superuser, name="Elsewhere")
    player_create(club=club, by=superuser, name="Zoe")
    return club


@pytest.fixture
def hidden(db):
    """A club with a row of everything, whose names all say so."""
    owner = User.objects.create_user("owner@zyx.example", name=f"{SECRET} Owner")
    club = club_create(by=owner, name=f"{SECRET} Club")
    names = [f"{SECRET}{name}" for name in ("ann", "bob", "cid")]
    players = [player_create(club=club, by=owner, name=name) for name in names]
    invitation_create(club=club, by=owner, player=players[0])
    season = season_create(
        club=club,
        by=owner,
        name=f"{SECRET} Season",
        starts_on=datetime.date(2020, 1, 1),
        ends_on=datetime.date(2099, 1, 1),
    )
    session = session_create(
        club=club, by=owner, players=players, title=f"{SECRET} Evening", place=f"{SECRET} Place"
    )
    scorer = Scorer(session, owner)
    scorer.play(f"order {', '.join(names)}")
    scorer.play("game\nteam wins", origin=Sender("192.0.2.77", f"{SECRET} Phone"))
    note_add(session=session, game=1, text=f"{SECRET} note", by=owner)
    session_end(session=session, by=owner, version=session.version, key=uuid.uuid4().hex)
    debt_pay(debt=Debt.objects.filter(session=session)[0], by=owner)
    decisions.season_close_decide(season=season, by=owner, reason=f"{SECRET} reason")
    ratings_follow(club_id=club.pk)
    OfficialList.objects.create(club=club, kind="season", season=season, day=season.ends_on)
    Difference.objects.create(club=club, figure="evenings", error=f"{SECRET} error")
    board = board_create(club=club, by=owner, terms=Terms(length=3), is_challenge=True)
    seat_take(board=board, by=None, name=f"{SECRET} Guest")
    match_create(club=club, by=owner, first=players[0], second=players[1], length=3)
    BoardLine.objects.create(board=board, seat=1, text=f"{SECRET} line")
    assert RatingRun.objects.filter(club=club).exists()
    assert Debt.objects.exists()
    assert Note.objects.exists()
    assert Invitation.objects.exists()
    assert Session.objects.get().season == Season.objects.get()
    assert Player.objects.count() == 4  # whom they play with, and the owner at a board
    return Club.objects.get()
