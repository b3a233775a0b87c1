"""Webhooks are told when a board is over, once, and without what is secret."""

import pytest

from games.backoffice.services.anonymising import player_anonymise
from games.boards.services.boards import Terms, board_abandon, board_create, board_withdraw
from games.boards.services.sitters import Sitter
from games.models import BoardSeat, Delivery, Player
from games.webhooks.services.deliveries import board_deliveries_write, body_of
from games.webhooks.services.webhooks import webhook_create
from tests.games.boards.conftest import ann, bo, board_between, playing  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def listening(club, organizer):
    return webhook_create(
        club=club, by=organizer, url="https://example.org/", events=["board.ended"]
    )


def test_the_end_of_a_board_is_told_once(listening, playing, organizer, ann):  # noqa: F811
    board = playing.board
    assert board_deliveries_write(board_id=board.pk) == []
    BoardSeat.objects.filter(board=board, number=1).update(
        kind="guest", player=None, name="Gustav", email="gus@example.org"
    )
    board_abandon(board=board, by=organizer, reason="The power failed.")

    assert len(board_deliveries_write(board_id=board.pk)) == 1
    assert board_deliveries_write(board_id=board.pk) == []

    delivery = Delivery.objects.get()
    text = body_of(delivery).decode()
    told = delivery.payload["board"]
    assert delivery.event_id == f"board.ended.{board.public_id}"
    assert (told["status"], told["reason"]) == ("abandoned", "The power failed.")
    assert [seat["kind"] for seat in told["seats"]] == ["player", "guest"]
    for secret in ("Gustav", "gus@example.org", board.dice_seeds.get().server_seed):
        assert secret not in text
    player = Player.objects.get(user=ann)
    assert delivery.payload["players"] == [{"id": player.public_id, "name": "Ann"}]

    now = player_anonymise(player=player, by=organizer)

    delivery.refresh_from_db()
    assert delivery.payload["players"] == [{"id": player.public_id, "name": now.name}]


def test_it_is_told_after_the_commit_and_a_withdrawn_one_is_not(
    listening,
    playing,  # noqa: F811
    organizer,
    ann,  # noqa: F811
    django_capture_on_commit_callbacks,
):
    with django_capture_on_commit_callbacks(execute=True):
        playing.turn()
        waiting = board_create(club=playing.board.club, by=ann, terms=Terms())
        board_withdraw(board=waiting, by=Sitter(0, ann))
    assert not Delivery.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        board_abandon(board=playing.board, by=organizer, reason="The power failed.")
    assert Delivery.objects.get().event == "board.ended"
