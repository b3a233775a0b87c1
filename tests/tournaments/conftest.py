"""What tests of events share: a club and its program, an event with its director, a board."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Club, Player
from tests import evenings
from tests.games.api.conftest import Program, program_of
from tests.tournaments.boards import Board
from tests.tournaments.directing import Directed
from tests.tournaments.event_phones import signed_in


@pytest.fixture
def empty_cache() -> Iterator[None]:
    """Let no test use up the patience of the next: throttles count across tests otherwise."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def club() -> Club:
    """A club with four players."""
    made = evenings.club()
    for name in ("Ann", "Bob", "Cid", "Dee"):
        Player.objects.create(club=made, name=name)
    return made


@pytest.fixture
def api(club: Club) -> Program:
    """The program of its owner, who directs."""
    return program_of(evenings.user("Olga"))


@pytest.fixture
def open_event() -> Directed:
    """Ann, Bob, Cid and Dee are entered for matches to 3; nobody may see the club from outside."""
    return Directed(names="Ann Bob Cid Dee", match_length=3)


@pytest.fixture
def olga(open_event: Directed) -> Client:
    """The director, signed in."""
    return signed_in(open_event.director)


@pytest.fixture
def board() -> Board:
    return Board()
