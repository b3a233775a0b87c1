"""By correspondence, the devices of whose turn it is are told, once a turn."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from games.accounts.sealing import packed, public_key
from games.accounts.services.push import push_subscribe
from games.boards.services.telling import turn_notice
from games.models import Board, User
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def slow(board_between: Callable[..., Playing], ann: User, bo: User) -> Playing:
    """A correspondence match after the opening roll; both have a phone with messages."""
    cache.clear()
    playing = board_between().seed()
    Board.objects.update(pace=Board.Pace.DAYS)
    for user in (ann, bo):
        push_subscribe(
            user=user,
            endpoint=f"https://push.example.com/{user.pk}",
            key=public_key("7"),
            code=packed(bytes(16)),
            device="",
        )
    return playing


def told(playing: Playing) -> tuple[int, str, tuple[str, ...]] | None:
    playing.board.refresh_from_db()
    found = turn_notice(board_id=playing.board.pk, version=playing.board.version)
    return found and (found[0], found[1].kind, found[1].players)


def test_whose_turn_it_is_now_is_told_once(slow: Playing) -> None:
    first = slow.state.actor
    assert first is not None
    slow.turn()
    user = slow.people[1 - first]
    assert user is not None
    names = tuple(str(seat.player) for seat in slow.board.seats.order_by("number"))
    assert told(slow) == (user.pk, "turn", names)
    assert told(slow) is None


def test_nobody_is_told_of_what_they_did_themselves(slow: Playing) -> None:
    mover = slow.state.actor
    slow.turn()
    Board.objects.update(actor=mover)  # as after their roll
    assert told(slow) is None


@pytest.mark.parametrize(
    "change",
    [
        {"pace": Board.Pace.BANK},
        {"status": Board.Status.ENDED},
        {"actor": None},
    ],
)
def test_where_nobody_waits_nobody_is_told(slow: Playing, change: dict[str, Any]) -> None:
    slow.turn()
    Board.objects.update(**change)
    assert told(slow) is None


def test_without_a_device_nobody_is_told(slow: Playing, ann: User, bo: User) -> None:
    slow.turn()
    for user in (ann, bo):
        user.push_subscriptions.all().delete()
    assert told(slow) is None
