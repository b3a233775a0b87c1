"""A guest at a board: the same phone plays again, and is told that it is their turn."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
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


def answer(client: Client, board: Board, said: str = "ask") -> Board:
    """Ask, or answer who asks; the board on which it is played again then."""
    found = client.post(address("board_rematch", board), {"answer": said})
    assert found.status_code == 302
    again = Board.objects.filter(rematch_of=board).get()
    begun = again.status == "playing"
    assert found["Location"] == address("board", again if begun else board)
    return again


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
def test_both_play_again_once_the_other_side_has_said_yes_and_colours_changed(
    over, anns, guest_first
):
    playing, phone = over
    first, second = (phone, anns) if guest_first else (anns, phone)
    again = answer(first, playing.board)
    assert again.status == "waiting"
    assert answer(first, playing.board) == again  # a second tap begins no other one
    assert answer(second, playing.board) == again

    again.refresh_from_db()
    assert (again.status, again.phase, again.match_length) == ("playing", "seeds", 3)
    assert seated(again) == {0: "Zoë", 1: "Ann"}
    assert cookie_name(again) in phone.cookies
    # Ann plays Black now, so the phone holds White.
    Playing(again, (None, playing.people[0])).seed()
    assert b'"side": 0' in phone.get(address("board", again)).content


def shown(client: Client, board: Board) -> tuple[str, set[str]]:
    """What stands there about a rematch, and the buttons that can be seen."""
    page = client.get(address("board", board)).content.decode()
    now = re.search(r'<p id="rematch-now"[^>]*>([^<]*)</p>', page)
    assert now is not None
    buttons = re.findall(r"<(?:button|a) [^>]*data-rematch-at=[^>]*>([^<]*)<", page)
    hidden = re.findall(r"<(?:button|a) [^>]*data-rematch-at=[^>]* hidden>([^<]*)<", page)
    return now[1].strip(), {one for one in buttons if buttons.count(one) > hidden.count(one)}


STAGES = {
    # what was said, by whom: what Ann and Zoë read then, and what they can tap
    (): (("", {"Rematch"}), ("", {"Rematch"})),
    ("Ann ask",): (
        ("You have asked Zoë for a rematch.", {"Take it back"}),
        ("Ann would like a rematch.", {"Accept", "No"}),
    ),
    ("Zoë ask",): (
        ("Zoë would like a rematch.", {"Accept", "No"}),
        ("You have asked Ann for a rematch.", {"Take it back"}),
    ),
    ("Ann ask", "Zoë no"): (
        ("Zoë does not want a rematch now.", {"Rematch"}),
        ("You have said no to a rematch.", {"Rematch"}),
    ),
    ("Ann ask", "Ann withdraw"): (("", {"Rematch"}), ("", {"Rematch"})),
    ("Ann ask", "Zoë no", "Zoë ask"): (
        ("Zoë would like a rematch.", {"Accept", "No"}),
        ("You have asked Ann for a rematch.", {"Take it back"}),
    ),
    ("Zoë ask", "Ann ask"): (
        ("The rematch has begun.", {"To the rematch"}),
        ("The rematch has begun.", {"To the rematch"}),
    ),
    # answers that nobody waits for change nothing
    ("Ann ask", "Ann no"): (
        ("You have asked Zoë for a rematch.", {"Take it back"}),
        ("Ann would like a rematch.", {"Accept", "No"}),
    ),
    ("Ann ask", "Zoë withdraw"): (
        ("You have asked Zoë for a rematch.", {"Take it back"}),
        ("Ann would like a rematch.", {"Accept", "No"}),
    ),
}


@pytest.mark.parametrize("said", STAGES, ids=", ".join)
def test_a_rematch_is_asked_and_both_read_how_it_stands(over, anns, said):
    playing, phone = over
    clients = {"Ann": anns, "Zoë": phone}
    beats = [Board.objects.get(pk=playing.board.pk).beat]
    for one in said:
        name, do = one.split()
        clients[name].post(address("board_rematch", playing.board), {"answer": do})
        beats.append(Board.objects.get(pk=playing.board.pk).beat)
    for client, (text, buttons) in zip(clients.values(), STAGES[said], strict=True):
        assert shown(client, playing.board) == (text, buttons)
        streamed = client.get(address("board_live", playing.board)).content.decode()
        assert text in streamed
        assert 'id="rematch-now"' in streamed
        text_board = client.get(address("board_text", playing.board)).content.decode()
        assert text in text_board
        assert all(f">{one}<" in text_board for one in buttons)
        for page in (streamed, text_board):
            assert "Mail an invitation" not in page
    if said and said[-1] not in ("Ann no", "Zoë withdraw"):
        assert beats[-1] > beats[-2]  # both streams bring it


def test_no_board_with_a_free_seat_invites_others_while_a_rematch_is_asked(over, anns, ann):
    playing, phone = over
    again = answer(phone, playing.board)
    for client in (phone, anns):
        page = client.get(address("board", again)).content.decode()
        assert "Mail an invitation" not in page
        assert "Play the assistant instead" not in page
    assert "Zoë would like a rematch." in anns.get(address("board", again)).content.decode()
    assert (
        "You have asked Ann for a rematch." in phone.get(address("board", again)).content.decode()
    )
    phone.post(address("board_invite", again), {"email": "eve@example.org"})
    phone.post(address("board_wait", again, "open"))
    phone.post(address("board_wait", again, "assistant"))
    again.refresh_from_db()
    assert (again.status, again.is_challenge, again.seats.count()) == ("waiting", False, 1)
    assert not again.invitations.exclude(player__user=ann).exists()
    assert phone.post(address("board_wait", again, "withdraw"))["Location"] == address(
        "board", playing.board
    )
    assert shown(anns, playing.board) == ("", {"Rematch"})


@pytest.mark.parametrize("first", ["Ann", "Zoë"])
def test_the_seat_of_a_guest_in_a_rematch_that_runs_gets_a_new_link(over, anns, first):
    playing, phone = over
    clients = {"Ann": anns, "Zoë": phone}
    answer(clients.pop(first), playing.board)
    [second] = clients.values()
    again = answer(second, playing.board)
    Playing(again, (None, playing.people[0])).seed()
    here = address("board_invite", again)
    assert here in anns.get(address("board", again)).content.decode()
    for client in (anns, phone):
        page = client.get(here).content.decode()
        assert "rematch" not in page
        assert "Take it back" not in page
    assert ">Invite<" in anns.get(here).content.decode()

    assert anns.post(here)["Location"] == here
    link = re.search(r'value="http://testserver(/[^"]+)"', anns.get(here).content.decode())
    assert link is not None
    asked = again.invitations.get(used_at=None, withdrawn_at=None)
    phone.post(address("board_handover", again, asked.pk, "yes"))
    new_phone = Client()
    assert new_phone.post(link[1])["Location"] == address("board", again)
    assert cookie_name(again) in new_phone.cookies


def test_a_player_is_asked_by_a_guest_in_their_list_and_may_decline(over, anns, ann):
    playing, phone = over
    again = answer(phone, playing.board)
    assert BoardInvitation.objects.filter(board=again, player__user=ann).count() == 1
    mine = anns.get(reverse("boards")).content.decode()
    assert "Zoë" in mine
    assert "a rematch is asked for" in mine
    anns.post(address("board_decline", again))
    assert seated(again) == {0: "Zoë"}
    assert shown(phone, playing.board)[0] == "Ann does not want a rematch now."


def test_a_player_accepts_in_their_list_and_who_has_asked_is_led_there(over, anns):
    playing, phone = over
    again = answer(phone, playing.board)
    anns.post(address("board_join", again))
    assert shown(phone, playing.board) == ("The rematch has begun.", {"To the rematch"})
    streamed = phone.get(address("board_live", playing.board)).content.decode()
    assert f'data-url="{address("board", again)}"' in streamed


def test_a_phone_that_has_lost_the_seat_gets_none_in_the_rematch(over, anns):
    playing, _phone = over
    again = answer(anns, playing.board)
    stranger = Client()
    for said in ("ask", "no", "withdraw"):
        found = stranger.post(address("board_rematch", playing.board), {"answer": said})
        assert found.status_code in (302, 403, 404)
    again.refresh_from_db()
    assert (again.status, seated(again)) == ("waiting", {1: "Ann"})


# the boards of a device


@pytest.mark.parametrize("name", ["home", "boards"])
def test_a_guest_finds_the_board_again_on_the_same_device(with_guest, name):
    playing, phone = with_guest(Terms(length=3))
    here = address("board", playing.board)
    assert here in phone.get(reverse(name)).content.decode()
    assert here not in Client().get(reverse(name), follow=True).content.decode()
    playing.seed()
    page = phone.get(reverse(name)).content.decode()
    assert "Ann – Zoë" in page
    playing.board.seats.filter(name="Zoë").update(nonce="another-phone")
    assert here not in phone.get(reverse(name), follow=True).content.decode()


def test_the_list_of_a_device_says_whose_turn_it_is_and_keeps_what_is_over(over, anns):
    playing, phone = over
    assert "Abandoned, nobody has won: It is late." in phone.get(reverse("home")).content.decode()
    answer(anns, playing.board)
    again = answer(phone, playing.board)
    Playing(again, (None, playing.people[0])).seed()
    page = phone.get(reverse("home")).content.decode()
    assert page.index(address("board", again)) < page.index(address("board", playing.board))
    Board.objects.filter(pk=again.pk).update(waits_for=0)
    assert "your turn" in phone.get(reverse("home")).content.decode()


@pytest.mark.parametrize("name", ["home", "boards"])
@pytest.mark.parametrize("said", STAGES, ids=", ".join)
def test_the_list_of_a_device_says_that_a_rematch_is_wanted(over, anns, said, name):
    playing, phone = over
    clients = {"Ann": anns, "Zoë": phone}
    for one in said:
        who, do = one.split()
        clients[who].post(address("board_rematch", playing.board), {"answer": do})
    sentence = "Ann would like a rematch."
    is_wanted = STAGES[said][1][0] == sentence
    assert (sentence in phone.get(reverse(name)).content.decode()) is is_wanted


def test_a_list_of_a_device_costs_the_same_for_one_board_and_for_three(
    with_guest, django_assert_num_queries
):
    phone = Client()
    for _board in range(3):
        _playing, one = with_guest(Terms(length=3))
        for cookie in one.cookies.values():
            phone.cookies[cookie.key] = cookie.value
    with CaptureQueriesContext(connection) as found:
        assert phone.get(reverse("home")).content.decode().count("Ann – Zoë") == 3
    assert len(found) <= 4
    with django_assert_num_queries(0):
        Client().get(reverse("home"))


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
