"""A lost connection at a board of two: shown to all, with a countdown before anything follows."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chouette.live.hub import PRESENCE_SECONDS
from games import live
from games.boards.actors import cookie_name, seat_sealed
from games.boards.faces.away import CALM
from games.boards.faces.base import board_state
from games.boards.presenters.show import seen
from games.boards.services.boards import Terms, board_create, seat_give_to_assistant
from games.boards.services.invitations import invitation_accept, invitation_make
from games.boards.services.presence import LOST, seats_sweep
from games.boards.services.sitters import Sitter
from games.chouetteboards.live import topic_of
from games.models import Board, BoardSeat, Club, Presence, User
from games.tasks import seats_left
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db

EVENTS = {"Accept": "text/event-stream"}
BANK = Terms(length=3, pace="bank")
A_WHILE = datetime.timedelta(seconds=40)


@pytest.fixture
def clocked(board_between: Callable[..., Playing]) -> Playing:
    return board_between(BANK).seed()


def connection(playing: Playing, side: int, name: str = "one") -> tuple[str, str, str]:
    user = playing.people[side]
    seat = BoardSeat.objects.get(board=playing.board, number=side)
    who = f"user:{user.pk}" if user is not None else f"seat:{seat.pk}:{seat.nonce}"
    return topic_of(playing.board), who, name


def leaves(playing: Playing, side: int, ago: datetime.timedelta = A_WHILE) -> None:
    """They had the page open, and it was closed a while ago."""
    live.presence_write([connection(playing, side, f"gone{side}")])
    live.presence_delete([f"gone{side}"])
    BoardSeat.objects.filter(board=playing.board, number=side).update(away_at=timezone.now() - ago)


def state(playing: Playing, side: int | None) -> dict[str, Any]:
    board = Board.objects.get(pk=playing.board.pk)
    return board_state(seen(board, side, sees_names=True))


def turn_and_other(playing: Playing) -> tuple[int, int]:
    actor = playing.state.actor
    assert actor is not None
    return actor, 1 - actor


def test_who_waits_is_told_since_when_and_until_when(clocked: Playing) -> None:
    gone, here = turn_and_other(clocked)
    leaves(clocked, gone)
    name = ("Ann", "Bo")[gone]

    count = state(clocked, here)["count"]

    assert count["text"] == (
        f"{name} is not connected, for {{away}} now. In {{left}} you can claim the flag."
    )
    assert 39_000 <= count["away"] <= 45_000
    clock = clocked.state.clock
    assert clock is not None
    assert 0 < count["left"] <= clock.control.reserve + clock.control.delay
    assert state(clocked, here)["then"] == ["flag"]
    assert state(clocked, gone)["count"] is None


def test_onlookers_see_who_is_gone_and_who_may_claim(clocked: Playing) -> None:
    gone, here = turn_and_other(clocked)
    leaves(clocked, gone)
    names = ("Ann", "Bo")

    found = state(clocked, None)

    assert found["count"]["text"] == (
        f"{names[gone]} is not connected, for {{away}} now. "
        f"In {{left}} {names[here]} can claim the flag."
    )
    assert found["then"] == []


def test_nothing_follows_while_it_is_not_their_turn(clocked: Playing) -> None:
    here, gone = turn_and_other(clocked)
    leaves(clocked, gone)

    count = state(clocked, here)["count"]

    assert count["left"] == 0
    assert count["over"].endswith(
        f"That matters only when it is the turn of {('Ann', 'Bo')[gone]}."
    )


def test_without_a_clock_nothing_follows(playing: Playing) -> None:
    leaves(playing, 1)
    count = state(playing, 0)["count"]
    assert count["over"] == (
        "Bo is not connected, for {away} now. No clock runs, so that changes nothing."
    )
    leaves(playing, 0)
    assert state(playing, None)["count"]["over"].startswith("Neither player is connected")


def test_by_correspondence_nobody_is_missed(
    board_between: Callable[..., Playing], client: Client, ann: User
) -> None:
    slow = board_between(Terms(length=3, pace="days")).seed()
    leaves(slow, 1)
    client.force_login(ann)

    answer = client.get(
        reverse("board_live", args=[slow.board.public_id]), headers=EVENTS, **{"asgi.scope": {}}
    )

    assert answer["X-Live-Acts"] == "0"
    assert state(slow, 0)["count"] is None


def test_the_flag_can_be_claimed_the_moment_the_time_is_out(clocked: Playing) -> None:
    late, other = turn_and_other(clocked)

    found = state(clocked, other)

    assert found["count"]["text"] == ""  # both are there, so nothing is said before the end
    assert found["count"]["over"].endswith("has no time left: you can claim the flag.")
    assert found["then"] == ["flag"]
    assert found["notes"]["flag"] == "win 1 point"
    assert state(clocked, late)["count"] is None


def test_a_seat_is_left_with_its_last_page_and_taken_with_the_first(clocked: Playing) -> None:
    beat = clocked.board.beat
    first, second = connection(clocked, 1, "phone"), connection(clocked, 1, "tablet")
    seat = BoardSeat.objects.get(board=clocked.board, number=1)

    live.presence_write([first, second])
    live.presence_delete(["phone"])
    seat.refresh_from_db()
    assert seat.away_at is None

    live.presence_delete(["tablet"])
    seat.refresh_from_db()
    assert seat.away_at is not None
    clocked.board.refresh_from_db()
    left = clocked.board.beat
    assert left > beat  # pages that show the board are told

    live.presence_write([connection(clocked, 1, "again")])
    seat.refresh_from_db()
    clocked.board.refresh_from_db()
    assert seat.away_at is None
    assert clocked.board.beat > left


def test_a_guest_is_missed_like_everybody_else(club: Any, ann: User) -> None:
    board = board_create(club=club, by=ann, terms=Terms(length=3, pace="bank"))
    made, _token = invitation_make(board=board, by=Sitter(0, ann))
    invitation_accept(invitation=made, by=None, name="Zoë {left}")
    guests = Playing(board, (ann, None)).seed()
    phone = Client()
    phone.cookies[cookie_name(board)] = seat_sealed(board.seats.get(number=1))
    answer = phone.get(
        reverse("board_live", args=[board.public_id]), headers=EVENTS, **{"asgi.scope": {}}
    )
    assert answer["X-Live-Acts"] == "1"
    assert answer["X-Live-Who"] == connection(guests, 1)[1]

    leaves(guests, 1)

    count = state(guests, 0)["count"]
    assert (count["text"] or count["over"]).startswith("Zoë (left) is not connected")
    assert state(guests, 1)["count"] is None or "Zoë" not in str(state(guests, 1)["count"])


def test_the_assistant_is_never_missed(club: Any, ann: User) -> None:
    board = board_create(club=club, by=ann, terms=Terms(length=3))
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="easy")
    alone = Playing(board, (ann, None))
    leaves(alone, 1)
    assert state(alone, 0)["count"] is None


def test_onlookers_and_big_screens_are_nobody_who_could_be_missed(
    clocked: Playing, client: Client, ann: User
) -> None:
    client.force_login(ann)
    for name in ("board_wall_live",):
        answer = client.get(
            reverse(name, args=[clocked.board.public_id]), headers=EVENTS, **{"asgi.scope": {}}
        )
        assert answer["X-Live-Acts"] == "0"
    live.presence_write([(topic_of(clocked.board), "user:999999", "stranger")])
    assert not Presence.objects.exists()


def test_who_was_there_when_the_server_was_killed_is_missed_once_it_is_clear(
    clocked: Playing,
) -> None:
    live.presence_write([connection(clocked, 0, "a"), connection(clocked, 1, "b")])
    before = timezone.now() - LOST - datetime.timedelta(seconds=1)
    Presence.objects.update(seen_at=before)

    live.presence_write([connection(clocked, 0, "a-again")])  # Ann's browser has come back

    assert BoardSeat.objects.get(board=clocked.board, number=0).away_at is None
    assert BoardSeat.objects.get(board=clocked.board, number=1).away_at == before
    assert list(Presence.objects.values_list("connection", flat=True)) == ["a-again"]


def test_the_worker_finds_who_is_gone_where_no_player_has_come_back(clocked: Playing) -> None:
    live.presence_write([connection(clocked, 0, "a")])
    Presence.objects.update(seen_at=timezone.now() - LOST - A_WHILE)
    seats_left()
    assert BoardSeat.objects.get(board=clocked.board, number=0).away_at is not None


def test_who_plays_on_without_the_page_is_not_missed(clocked: Playing) -> None:
    actor, other = turn_and_other(clocked)
    leaves(clocked, actor)
    clocked.turn()
    assert BoardSeat.objects.get(board=clocked.board, number=actor).away_at is None
    count = state(clocked, other)["count"]
    assert count is None or not count["text"]


def test_whose_page_asks_again_and_again_is_there_until_it_stops(
    clocked: Playing, client: Client
) -> None:
    gone, here = turn_and_other(clocked)
    user = clocked.people[gone]
    assert user is not None
    leaves(clocked, gone)
    client.force_login(user)
    address = reverse("board_live", args=[clocked.board.public_id])

    client.get(address)
    assert state(clocked, here)["count"]["away"]  # a page that asks once may have a stream
    for _again in range(2):
        assert client.get(address, headers={"X-Live-Polls": "1"}).status_code == 200
        assert state(clocked, here)["count"] is None or not state(clocked, here)["count"]["away"]
    assert Presence.objects.filter(board_seat__number=gone).count() == 1

    seats_sweep(now=timezone.now() + LOST + A_WHILE)
    assert state(clocked, here)["count"]["text"].startswith(("Ann", "Bo")[gone])


def test_onlookers_who_poll_are_nobody_who_could_be_missed(
    clocked: Playing, client: Client
) -> None:
    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    address = reverse("board_live", args=[clocked.board.public_id])
    assert client.get(address, headers={"X-Live-Polls": "1"}).status_code == 200
    assert not Presence.objects.exists()


def test_nobody_is_missed_after_the_end(over: Playing) -> None:
    live.presence_write([connection(over, 1, "a")])
    beat = Board.objects.get(pk=over.board.pk).beat
    live.presence_delete(["a"])
    assert Board.objects.get(pk=over.board.pk).beat == beat
    assert state(over, 0)["count"] is None


def test_the_text_board_says_it_after_a_reload(clocked: Playing, client: Client) -> None:
    gone, here = turn_and_other(clocked)
    leaves(clocked, gone)
    user = clocked.people[here]
    assert user is not None
    client.force_login(user)

    page = client.get(reverse("board_text", args=[clocked.board.public_id])).content.decode()

    name = ("Ann", "Bo")[gone]
    assert f"{name} is not connected, for 0:4" in page
    assert "you can claim the flag" in page


def test_a_page_that_is_only_loaded_again_is_not_missed(clocked: Playing) -> None:
    gone, here = turn_and_other(clocked)
    leaves(clocked, gone, datetime.timedelta(seconds=1))
    assert 0 < state(clocked, here)["count"]["soon"] <= 1_000
    board = Board.objects.get(pk=clocked.board.pk)
    assert seen(board, here, sees_names=True).count is not None


def test_a_line_that_is_closed_is_seen_within_three_seconds(clocked: Playing) -> None:
    gone, here = turn_and_other(clocked)
    leaves(clocked, gone, datetime.timedelta(milliseconds=CALM))
    assert state(clocked, here)["count"]["soon"] == 0
    tick = 0.25  # of the page that counts
    slowest_waker = 0.1  # where there is no Redis, beside SQLite
    assert PRESENCE_SECONDS + slowest_waker + CALM / 1000 + tick < 3


def test_boards_cost_the_same_queries_however_many_are_open(
    board_between: Callable[..., Playing], django_assert_num_queries: Any
) -> None:
    boards = [board_between() for _ in range(4)]
    both = [connection(one, side, f"{one.board.pk}-{side}") for one in boards for side in (0, 1)]
    live.presence_write(both)
    with django_assert_num_queries(6):
        live.presence_write(both[:2])
    with django_assert_num_queries(6):
        live.presence_write(both)
    assert Presence.objects.count() == len(both)


def test_a_sweep_with_nothing_to_do_asks_once(
    clocked: Playing, django_assert_num_queries: Any
) -> None:
    before = Board.objects.get(pk=clocked.board.pk)
    with django_assert_num_queries(1):
        seats_sweep()
    assert Board.objects.get(pk=clocked.board.pk).version == before.version


def test_a_turn_asks_nothing_more_for_it(
    clocked: Playing, django_assert_max_num_queries: Any
) -> None:
    board = Board.objects.get(pk=clocked.board.pk)
    seen(board, 0)  # with its seats
    with django_assert_max_num_queries(1):
        told = board_state(seen(board, 0))
    assert told["version"] == board.version
