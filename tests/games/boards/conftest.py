"""Two members of the club, and a board between them."""

from collections.abc import Callable

import pytest

from games.boards.services.boards import Terms, board_create, seat_join
from games.models import Club, User
from tests.games.boards.table import Playing


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
