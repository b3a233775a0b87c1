"""A guest's seat is the guest's: a new link opens it once they agree, or after they have gone."""

from __future__ import annotations

import datetime
from itertools import product
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused
from games.boards.selectors import handover
from games.boards.services.boards import Terms, board_abandon, board_create
from games.boards.services.invitations import handover_answer, invitation_accept, invitation_make
from games.boards.services.presence import seats_note
from games.boards.services.sitters import Sitter
from games.models import Board, BoardInvitation
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db

REFUSED = {
    "not seated": BoardNotAllowed,
    "over": BoardConflict,
    "account": BoardRefused,
}
SITTERS = {"host": 0, "guest": 1, "organizer": None}
TIMES = ("waiting", "seeds", "during", "after")


def outcome(who: str, when: str) -> str:
    """Say what comes of a link that somebody makes at a time, and has opened elsewhere at once."""
    if who == "organizer":
        return "not seated"
    if when == "after":
        return "account" if who == "guest" else "over"
    if who == "guest":
        return "account"  # the other seat is the host's, who signs in
    return "sits" if when == "waiting" else "asked"


@pytest.fixture
def at_board(club, ann):
    """Ann's board at a time; Zoë sits there with a phone unless it still waits."""

    def make(when: str, terms: Terms | None = None) -> tuple[Playing, Client]:
        board = board_create(club=club, by=ann, terms=terms or Terms(is_rated=True, length=5))
        playing, phone = Playing(board, (ann, None)), Client()
        if when != "waiting":
            _made, token = invitation_make(board=board, by=Sitter(0, ann))
            phone.post(reverse("board_invitation", args=[token]), {"name": "Zoë"})
        if when in ("during", "after"):
            playing.seed()
        if when == "after":
            board_abandon(board=board, by=club.memberships.get(role="owner").user, reason="late")
        board.refresh_from_db()
        return playing, phone

    return make


@pytest.mark.parametrize(("who", "when"), [*product(SITTERS, TIMES)])
def test_who_makes_a_link_when_and_what_it_opens(at_board, ann, organizer, who, when):
    if (who, when) == ("guest", "waiting"):
        pytest.skip("nobody sits there yet")
    board = at_board(when)[0].board
    by = {"host": Sitter(0, ann), "guest": Sitter(1), "organizer": Sitter(None, organizer)}[who]
    before, wanted = board.log.count(), outcome(who, when)
    if wanted in REFUSED:
        with pytest.raises(REFUSED[wanted]):
            invitation_make(board=board, by=by)
        assert not board.invitations.filter(used_at=None).exists()
        return
    made, _token = invitation_make(board=board, by=by)
    if wanted == "asked":
        with pytest.raises(BoardConflict) as asked:
            invitation_accept(invitation=made, by=None, name="Yan")
        assert asked.value.code == "seat_asked"
        assert board.log.count() == before
        assert board.invitations.get(pk=made.pk).used_at is None
    else:
        assert invitation_accept(invitation=made, by=None, name="Yan").number == 1


def _link(board: Board, ann) -> tuple[BoardInvitation, str]:
    made, token = invitation_make(board=board, by=Sitter(0, ann))
    return made, reverse("board_invitation", args=[token])


@pytest.mark.parametrize(
    ("shown", "when"), [("board", "during"), ("board_text", "during"), ("board", "seeds")]
)
def test_a_guest_is_asked_on_their_page_and_their_yes_opens_the_seat(at_board, ann, shown, when):
    playing, phone = at_board(when)
    board, other = playing.board, Client()
    made, link = _link(board, ann)
    address = reverse("board_handover", args=[board.public_id, made.pk, "yes"])

    assert "asked on their page" in other.get(link).content.decode()
    assert other.post(link).status_code == 422
    assert address in phone.get(reverse(shown, args=[board.public_id])).content.decode()
    phone.post(address)
    assert other.post(link).status_code == 302

    board.refresh_from_db()
    seat = board.seats.get(number=1)
    assert (seat.name, board.is_rated) == ("Zoë", False)
    assert seat.moved_at is not None
    page_now = other.get(reverse("board_text", args=[board.public_id])).content.decode()
    assert address not in page_now
    resigned = phone.post(reverse("board_act", args=[board.public_id]), {"do": "resign"})
    assert resigned.status_code in (403, 404)


def test_the_stream_asks_the_guest_and_nobody_else(at_board, ann):
    playing, phone = at_board("during")
    _made, _link_to = _link(playing.board, ann)
    hosts = Client()
    hosts.force_login(ann)
    address = reverse("board_live", args=[playing.board.public_id])
    assert "formaction" in phone.get(address, {"beat": 0}).content.decode()
    assert "formaction" not in hosts.get(address, {"beat": 0}).content.decode()


def test_a_no_withdraws_the_link_and_nobody_else_answers_for_the_guest(at_board, ann, organizer):
    playing, phone = at_board("during")
    made, link = _link(playing.board, ann)
    for person in (ann, organizer):
        client = Client()
        client.force_login(person)
        for answer in ("yes", "no"):
            client.post(reverse("board_handover", args=[playing.board.public_id, made.pk, answer]))
    made.refresh_from_db()
    assert (made.allowed_at, made.withdrawn_at) == (None, None)

    phone.post(reverse("board_handover", args=[playing.board.public_id, made.pk, "no"]))
    assert Client().post(link).status_code == 410


def test_the_invitation_page_offers_a_link_exactly_where_one_can_be_made(at_board, ann, organizer):
    found = {}
    hosts = Client()
    hosts.force_login(ann)
    for when in TIMES:
        playing, phone = at_board(when)
        people = {"host": hosts} if when == "waiting" else {"host": hosts, "guest": phone}
        for who, client in people.items():
            page = reverse("board_invite", args=[playing.board.public_id])
            offers = f'action="{page}"' in client.get(page).content.decode()
            before = playing.board.invitations.count()
            client.post(page)
            found[who, when] = (offers, playing.board.invitations.count() > before)
    assert {offers for offers, _made in found.values()} == {True, False}
    assert [key for key, (offers, made) in found.items() if offers != made] == []


def test_with_five_open_links_the_page_offers_no_sixth(at_board, ann):
    playing, _phone = at_board("waiting")
    hosts = Client()
    hosts.force_login(ann)
    page = reverse("board_invite", args=[playing.board.public_id])
    for _number in range(handover.MOST_OPEN):
        assert f'action="{page}"' in hosts.get(page).content.decode()
        hosts.post(page)
        hosts.get(reverse("board", args=[playing.board.public_id]))  # shows the link, once
    said = hosts.get(page).content.decode()
    assert f'action="{page}"' not in said
    assert "5 links to this board are open already" in said


ASKED, AGREES, STAYS = "is asked whether", "Zoë agrees", "Zoë stays"


@pytest.mark.parametrize("when", ["seeds", "during"])
@pytest.mark.parametrize(
    ("answer", "told"), [(None, ASKED), ("yes", AGREES), ("no", STAYS), ("withdrawn", "")]
)
def test_who_made_a_link_is_told_what_the_guest_said_and_nobody_else(
    at_board, ann, organizer, answer, told, when
):
    playing, phone = at_board(when)
    board = playing.board
    hosts, watching = Client(), Client()
    hosts.force_login(ann)
    watching.force_login(organizer)
    made, _link_to = _link(board, ann)
    if answer == "withdrawn":
        hosts.post(reverse("board_invitation_withdraw", args=[board.public_id, made.pk]))
    elif answer:
        phone.post(reverse("board_handover", args=[board.public_id, made.pk, answer]))
    addresses = ["board"] if when == "seeds" else ["board", "board_text", "board_live"]
    for name in addresses:
        address = reverse(name, args=[board.public_id])
        for client, wanted in ((hosts, told), (phone, ""), (watching, "")):
            page = client.get(address, {"beat": 0}).content.decode()
            assert [one for one in (ASKED, AGREES, STAYS) if one in page] == [wanted] * bool(wanted)


def test_a_new_link_and_the_end_of_the_game_take_the_answer_away(at_board, ann, organizer):
    playing, phone = at_board("during")
    board = playing.board
    hosts = Client()
    hosts.force_login(ann)
    made, _first = _link(board, ann)
    phone.post(reverse("board_handover", args=[board.public_id, made.pk, "no"]))
    _link(board, ann)
    address = reverse("board", args=[board.public_id])
    page = hosts.get(address).content.decode()
    assert STAYS not in page
    assert ASKED in page
    board_abandon(board=board, by=organizer, reason="late")
    assert ASKED not in hosts.get(address).content.decode()


@pytest.fixture
def later(monkeypatch):
    """Lets time pass for the links."""

    def pass_(**time: float) -> None:
        now = timezone.now() + datetime.timedelta(**time)
        monkeypatch.setattr(handover, "timezone", SimpleNamespace(now=lambda: now))

    return pass_


def _until(playing: Playing, turn: int) -> Playing:
    while playing.state.actor != turn:
        playing.turn()
    return playing


@pytest.mark.parametrize(
    ("terms", "turn", "is_there", "time", "opens"),
    [
        (Terms(), 1, False, {"days": 8}, True),
        (Terms(), 1, False, {"days": 6}, False),
        (Terms(), 1, True, {"days": 8}, False),
        (Terms(), 0, False, {"days": 8}, False),  # nothing waits for the guest
        (Terms(pace="bank", length=1), 1, False, {"minutes": 3}, True),
        (Terms(pace="bank", length=1), 1, False, {"minutes": 1}, False),
        (Terms(pace="bank", length=1), 1, True, {"minutes": 3}, False),
        (Terms(pace="days", days=1, bank=1), 1, False, {"days": 3}, True),
        (Terms(pace="days", days=1, bank=1), 1, False, {"days": 1}, False),
        (Terms(pace="days", days=1, bank=1), 0, False, {"days": 3}, False),
    ],
)
def test_a_guest_who_is_gone_as_long_as_a_flag_needs_loses_the_seat_to_a_link(
    at_board, ann, later, terms, turn, is_there, time, opens
):
    playing = _until(at_board("during", terms)[0], turn)
    _made, link = _link(playing.board, ann)
    if is_there:
        seats_note({"page": playing.board.seats.get(number=1).pk})
    later(**time)
    answer = Client().post(link)
    assert answer.status_code == (302 if opens else 422)
    if opens:
        assert Client().post(link).status_code == 410


def test_the_board_says_who_sits_where_since_when(at_board, ann):
    playing, phone = at_board("during")
    address = reverse("board", args=[playing.board.public_id])
    assert "Zoë sits here since" in phone.get(address).content.decode()
    made, link = _link(playing.board, ann)
    handover_answer(invitation=made, by=Sitter(1), agrees=True)
    other = Client()
    other.post(link)
    said = other.get(address).content.decode()
    assert "on another phone since" in said
    assert "this game is not rated" in said
