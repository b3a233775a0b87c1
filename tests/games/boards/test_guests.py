"""A guest at a board: the same phone plays again, and is told that it is their turn."""

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.sealing import packed, public_key
from games.boards.actors import cookie_name
from games.boards.errors import BoardRefused
from games.boards.services.boards import Terms, board_abandon, board_create
from games.boards.services.invitations import (
    handover_answer,
    invitation_accept,
    invitation_find,
    invitation_make,
)
from games.boards.services.sitters import Sitter
from games.models import Board, BoardInvitation, BoardSeat, PushSubscription
from games.rules.dice import seat_commitment
from tests.games.boards.table import SEEDS, Playing

pytestmark = pytest.mark.django_db

DEVICE = {
    "endpoint": "https://push.example.com/zoe",
    "key": public_key("7"),
    "code": packed(bytes(16)),
}


@pytest.fixture
def anns(client, ann) -> Client:
    client.force_login(ann)
    return client


@pytest.fixture
def with_guest(club, ann):
    """A board of Ann and Zoë, who is a guest on a phone."""

    def make(terms: Terms) -> tuple[Playing, Client]:
        board = board_create(club=club, by=ann, terms=terms)
        _made, token = invitation_make(board=board, by=Sitter(0, ann))
        phone = Client()
        phone.post(reverse("board_invitation", args=[token]), {"name": "Zoë"})
        return Playing(board, (ann, None)), phone

    return make


def address(name: str, board: Board, *more: object) -> str:
    return reverse(name, args=[board.public_id, *more])


def rematch(client: Client, board: Board) -> Board:
    answer = client.post(address("board_rematch", board))
    assert answer.status_code == 302
    return Board.objects.get(public_id=answer["Location"].rstrip("/").rpartition("/")[2])


def test_a_seed_stays_closed_until_the_guest_has_chosen_one_too(club, ann, anns):
    board = board_create(club=club, by=ann, terms=Terms(length=3))
    _made, token = invitation_make(board=board, by=Sitter(0, ann))
    alone = Playing(board, (ann, None))
    dice = alone.state.dice
    alone.act(0, "commit", seat_commitment(dice.game_id, 0, SEEDS[0]))
    assert 'data-stage="wait"' in anns.get(address("board", board)).content.decode()
    for do in ("reveal", "say"):
        with pytest.raises(BoardRefused, match="when the other player sits here"):
            alone.act(0, do, SEEDS[0])

    Client().post(reverse("board_invitation", args=[token]), {"name": "Zoë"})

    assert (alone.state.phase, alone.state.dice.missing) == ("seeds", (1,))
    alone.act(1, "commit", seat_commitment(dice.game_id, 1, SEEDS[1]))
    for side in (0, 1):
        alone.act(side, "reveal", SEEDS[side])
    assert alone.state.dice.seats == (0, 1)
    assert [one.seed for one in alone.state.dice.seeds] == list(SEEDS)


@pytest.fixture
def over(with_guest, organizer):
    playing, phone = with_guest(Terms(length=3))
    playing.seed()
    board_abandon(board=playing.board, by=organizer, reason="It is late.")
    return playing, phone


def seated(board: Board) -> dict[int, str]:
    return {seat.number: seat.name or str(seat.player) for seat in board.seats.all()}


@pytest.mark.parametrize("guest_first", [True, False])
def test_both_play_again_with_one_tap_each_and_colours_changed(over, anns, guest_first):
    playing, phone = over
    first, second = (phone, anns) if guest_first else (anns, phone)
    again = rematch(first, playing.board)
    assert again.status == "waiting"
    assert rematch(first, playing.board) == again  # a second tap begins no other one
    assert rematch(second, playing.board) == again

    again.refresh_from_db()
    assert (again.status, again.phase, again.match_length) == ("playing", "seeds", 3)
    assert seated(again) == {0: "Zoë", 1: "Ann"}
    assert cookie_name(again) in phone.cookies
    # Ann plays Black now, so the phone holds White.
    Playing(again, (None, playing.people[0])).seed()
    assert b'"side": 0' in phone.get(address("board", again)).content


def test_a_player_is_asked_by_a_guest_and_may_decline(over, anns, ann):
    playing, phone = over
    again = rematch(phone, playing.board)
    assert BoardInvitation.objects.filter(board=again, player__user=ann).count() == 1
    assert "Zoë" in anns.get(reverse("boards")).content.decode()
    anns.post(address("board_decline", again))
    assert seated(again) == {0: "Zoë"}


def test_a_phone_that_has_lost_the_seat_gets_none_in_the_rematch(over, anns):
    playing, _phone = over
    again = rematch(anns, playing.board)
    stranger = Client()
    assert stranger.post(address("board_rematch", playing.board)).status_code in (403, 404)
    assert seated(again) == {1: "Ann"}


# messages


def test_a_guest_switches_messages_on_and_off_for_their_device(with_guest):
    playing, phone = with_guest(Terms(length=3, pace="days"))
    assert "data-push" in phone.get(address("board", playing.board)).content.decode()
    playing.seed()
    phone.post(address("board_messages", playing.board), DEVICE)

    row = PushSubscription.objects.get()
    assert (row.user, row.seat.name) == (None, "Zoë")
    page = phone.get(address("board", playing.board)).content.decode()
    assert address("board_messages_out", playing.board, row.public_id) in page
    phone.post(address("board_messages_out", playing.board, row.public_id))
    assert not PushSubscription.objects.exists()


def test_a_seat_that_changes_phones_tells_the_old_one_no_more(with_guest, ann):
    playing, phone = with_guest(Terms(length=3, pace="days"))
    phone.post(address("board_messages", playing.board), DEVICE)
    assert PushSubscription.objects.count() == 1
    _made, token = invitation_make(board=playing.board, by=Sitter(0, ann))
    handover_answer(invitation=invitation_find(token), by=Sitter(1), agrees=True)
    invitation_accept(invitation=invitation_find(token), by=None)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "change", [{"pace": "free"}, {"status": "ended"}, None], ids=["no turns", "over", "not theirs"]
)
def test_where_nothing_is_told_no_device_is_taken(with_guest, anns, change):
    playing, phone = with_guest(Terms(length=3, pace="days"))
    if change is not None:
        Board.objects.update(**change)
    asks = phone if change is not None else anns  # who has an account has messages there
    assert "data-push" not in asks.get(address("board", playing.board)).content.decode()
    assert asks.post(address("board_messages", playing.board), DEVICE).status_code == 404
    assert not PushSubscription.objects.exists()


def test_one_browser_has_the_messages_of_two_boards(with_guest):
    for _board in range(2):
        playing, phone = with_guest(Terms(length=3, pace="days"))
        phone.post(address("board_messages", playing.board), DEVICE)
    assert PushSubscription.objects.count() == 2


def test_what_no_browser_gives_is_refused(with_guest):
    playing, phone = with_guest(Terms(length=3, pace="days"))
    said = {**DEVICE, "key": "nonsense"}
    answer = phone.post(address("board_messages", playing.board), said)
    assert answer.status_code in (302, 422, 400)
    assert not PushSubscription.objects.exists()
    assert BoardSeat.objects.filter(name="Zoë").count() == 1
