"""Two requests for the same board at the same moment: both get it, and there is one."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from games.boards.services import boards
from games.boards.services.boards import Terms, board_create
from games.boards.services.rematches import rematch
from games.models import Board, BoardInvitation, Club, User
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(calls: Iterable[Callable[[], Board]]) -> list[Board]:
    """Return what calls that start together in threads of their own give."""
    each = list(calls)
    start = Barrier(len(each))

    def run(call: Callable[[], Board]) -> Board:
        try:
            start.wait(60)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(each)) as threads:
        return list(threads.map(run, each))


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From then on both look before either has written, as happens once in thousands of times."""
    both = Barrier(2)
    limits = boards._check_limits

    def wait(by: User) -> None:
        limits(by)
        both.wait(60)

    def begin() -> None:
        if connection.vendor == "postgresql":  # SQLite lets nobody write beside another
            monkeypatch.setattr(boards, "_check_limits", wait)

    return begin


def test_the_same_key_twice_at_once_begins_one_board(
    club: Club, ann: User, late: Callable[[], None]
) -> None:
    late()
    terms = Terms(length=5)
    first, second = at_once(
        [lambda: board_create(club=club, by=ann, terms=terms, key="one tap")] * 2
    )
    assert first.pk == second.pk
    assert Board.objects.count() == 1


def test_both_who_ask_for_a_rematch_at_once_sit_at_one_board(
    board_between: Callable[..., Playing], late: Callable[[], None]
) -> None:
    over = board_between().seed()
    Board.objects.update(status=Board.Status.ENDED)
    over.board.refresh_from_db()
    late()
    sitters = [over.sitter(0), over.sitter(1)]
    first, second = at_once([lambda by=by: rematch(board=over.board, by=by) for by in sitters])
    assert first.pk == second.pk
    assert {seat.player.user_id for seat in first.seats.all() if seat.player} == {
        sitter.user.pk for sitter in sitters if sitter.user
    }


@pytest.mark.django_db(transaction=False)
def test_a_rematch_invites_the_other_player_by_name(
    board_between: Callable[..., Playing],
) -> None:
    over = board_between().seed()
    Board.objects.update(status=Board.Status.ENDED)
    over.board.refresh_from_db()
    again = rematch(board=over.board, by=over.sitter(0))
    (invitation,) = BoardInvitation.objects.filter(board=again)
    assert invitation.player is not None
    assert invitation.player.user_id == over.people[1].pk
