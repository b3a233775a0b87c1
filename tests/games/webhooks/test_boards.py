"""Webhooks are told when a board is over, once, and without what is secret."""

import datetime

import pytest
from django.utils import timezone

from games.boards.services.boards import Terms, board_abandon, board_create, board_withdraw
from games.boards.services.sitters import Sitter
from games.decisions.services.anonymising import player_anonymise
from games.models import Board, BoardSeat, Delivery, Player, Webhook
from games.tasks import webhooks_send_due
from games.webhooks.services.deliveries import board_deliveries_write, boards_untold, body_of
from games.webhooks.services.webhooks import webhook_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def listening(club, organizer):
    return webhook_create(
        club=club, by=organizer, url="https://example.org/", events=["board.ended"]
    )


def test_the_end_of_a_board_is_told_once(listening, playing, organizer, ann):
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
    playing,
    organizer,
    ann,
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


def test_an_end_whose_news_was_lost_is_told_by_the_sweep_once(
    listening, board_between, organizer, ann, club
):
    lost, other = board_between(), board_between()
    for playing in (lost, other):
        board_abandon(board=playing.board, by=organizer, reason="The power failed.")
    board_deliveries_write(board_id=other.board.pk)
    now = timezone.now()
    assert boards_untold(now=now) == []  # its own news may be on its way

    later = now + datetime.timedelta(minutes=2)
    assert boards_untold(now=later) == [lost.board.pk]
    Webhook.objects.update(created_at=later)
    assert boards_untold(now=later) == []  # it ended before the webhook was there
    Webhook.objects.update(created_at=now - datetime.timedelta(days=1))
    Board.objects.update(ended_at=now - datetime.timedelta(minutes=2))
    webhooks_send_due()
    assert Delivery.objects.filter(event_id=f"board.ended.{lost.board.public_id}").count() == 1
    assert boards_untold(now=later) == []
    webhook_create(club=club, by=organizer, url="https://example.org/", events=["game.ended"])
    assert boards_untold(now=later) == []  # it does not listen to boards
