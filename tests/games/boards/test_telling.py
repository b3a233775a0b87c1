"""By correspondence, the devices of whose turn it is are told, once a turn."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from games.accounts.sealing import packed, public_key
from games.accounts.services.push import push_devices, push_subscribe, pushes_delete_old
from games.boards.services.telling import turn_notices
from games.models import Board, BoardSeat, User
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
            holder=user,
            endpoint=f"https://push.example.com/{user.pk}",
            key=public_key("7"),
            code=packed(bytes(16)),
            device="",
        )
    return playing


def told(playing: Playing) -> list[tuple[int | None, int | None, str, tuple[str, ...]]]:
    playing.board.refresh_from_db()
    found = turn_notices(board_id=playing.board.pk, version=playing.board.version)
    return [(one.user_id, one.seat_id, one.notice.kind, one.notice.players) for one in found]


def test_whose_turn_it_is_now_is_told_once(slow: Playing) -> None:
    first = slow.state.actor
    assert first is not None
    slow.turn()
    user = slow.people[1 - first]
    assert user is not None
    names = tuple(str(seat.player) for seat in slow.board.seats.order_by("number"))
    assert told(slow) == [(user.pk, None, "turn", names)]
    assert told(slow) == []


def test_nobody_is_told_of_what_they_did_themselves(slow: Playing) -> None:
    mover = slow.state.actor
    slow.turn()
    Board.objects.update(waits_for=mover)  # as after their roll
    assert told(slow) == []


def test_who_has_to_answer_or_to_begin_the_next_game_is_told(
    slow: Playing, ann: User, bo: User
) -> None:
    mover = slow.state.actor
    assert mover is not None
    slow.act(mover, "draw")
    people = [ann, bo]
    assert [one[0] for one in told(slow)] == [people[1 - mover].pk]
    slow.act(1 - mover, "accept")  # a game drawn: either begins the next one
    assert [one[0] for one in told(slow)] == [people[mover].pk]


def test_a_guest_is_told_on_the_device_of_their_seat_until_the_board_is_over(
    slow: Playing,
) -> None:
    mover = slow.state.actor
    assert mover is not None
    slow.turn()
    seat = slow.board.seats.get(number=1 - mover)
    BoardSeat.objects.filter(pk=seat.pk).update(kind="guest", player=None, name="Zoë")
    assert told(slow) == []
    for _twice in range(2):
        push_subscribe(
            holder=seat,
            endpoint="https://push.example.com/guest",
            key=public_key("7"),
            code=packed(bytes(16)),
            device="",
        )
    assert [one[:3] for one in told(slow)] == [(None, seat.pk, "turn")]
    (device,) = push_devices(None, seat.pk)
    pushes_delete_old()
    assert push_devices(None, seat.pk) == [device]
    Board.objects.update(status=Board.Status.ENDED)
    pushes_delete_old()
    assert push_devices(None, seat.pk) == []
    assert slow.people[mover] is not None
    assert len(push_devices(slow.people[mover].pk)) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"pace": Board.Pace.BANK},
        {"status": Board.Status.ENDED},
        {"waits_for": None},
    ],
)
def test_where_nobody_waits_nobody_is_told(slow: Playing, change: dict[str, Any]) -> None:
    slow.turn()
    Board.objects.update(**change)
    assert told(slow) == []


def test_without_a_device_nobody_is_told(slow: Playing, ann: User, bo: User) -> None:
    slow.turn()
    for user in (ann, bo):
        user.push_subscriptions.all().delete()
    assert told(slow) == []
