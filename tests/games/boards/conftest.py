"""What boards of one game need, and analyses with a stand-in for the engine."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.boards.services.boards import Terms, board_create, seat_join
from games.files.services import analyses
from games.files.services.analyses import match_analyse
from games.models import Board, Club, Job, User
from games.rules.dame import Setting
from tests.games.assistant.stand_in import StandIn
from tests.games.boards.table import Playing


@pytest.fixture
def dame(club, ann, bo):
    def begin(**options) -> Playing:
        terms = Terms(type="dame", options=Setting(**options))
        board = board_create(club=club, by=ann, terms=terms, is_challenge=True)
        seat_join(board=board, by=bo)
        return Playing(board, (ann, bo))

    return begin


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in judges: it is there everywhere, and quick."""
    monkeypatch.setattr(analyses, "engine_of", lambda _plies: StandIn())
    monkeypatch.setattr(analyses, "has_sage", lambda: True)


@pytest.fixture
def outsider(db: None) -> User:
    return User.objects.create_user("outsider@example.org", "secret-phrase", name="Otto")


@pytest.fixture
def client_of() -> Callable[[User | None], Client]:
    def make(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return make


@pytest.fixture
def over(playing: Playing) -> Playing:
    """The board, resigned after three turns."""
    for _ in range(3):
        playing.turn()
    while playing.board.status == Board.Status.PLAYING:
        side = playing.state.actor
        if playing.state.phase == "over":
            playing.act(0, "next")
            continue
        assert side is not None
        playing.act(side, "resign", "backgammon")
        playing.act(1 - side, "accept")
        playing.board.refresh_from_db()
    return playing


@pytest.fixture
def sent(club: Club, django_capture_on_commit_callbacks: Any) -> Callable[[User, bytes | str], Job]:
    """Sends a match, and waits until it is analysed."""

    def do(user: User, content: bytes | str) -> Job:
        data = content.encode() if isinstance(content, str) else content
        with django_capture_on_commit_callbacks(execute=True):
            job = match_analyse(club=club, by=user, pieces=[data], file_name="match.mat")
        job.refresh_from_db()
        return job

    return do


@pytest.fixture
def asked(
    client_of: Callable[[User | None], Client], django_capture_on_commit_callbacks: Any
) -> Callable[[User, Board], Any]:
    """Presses the button below a board, and waits until it is analysed."""

    def do(user: User, board: Board) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return client_of(user).post(reverse("board_analyse", args=[board.public_id]))

    return do
