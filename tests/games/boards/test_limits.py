"""Who may do what at a board: every role beside every action, and nothing is written otherwise."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import serializers
from django.http import HttpRequest

from games.boards.actors import board_and_reader, cookie_name, seat_sealed
from games.boards.services.acting import SEED_ACTS, board_act, dice_restart
from games.boards.services.boards import (
    Terms,
    board_abandon,
    board_create,
    board_withdraw,
    seat_give_to_assistant,
    seat_join,
)
from games.boards.services.invitations import (
    handover_answer,
    invitation_accept,
    invitation_make,
    invitation_withdraw,
)
from games.boards.services.rematches import rematch
from games.boards.services.sitters import Sitter
from games.clubs.services.clubs import club_create
from games.errors import NotAllowed, NotFound, Refused
from games.models import Board, BoardInvitation, BoardSeat, BoardStep, DiceSeed, User
from games.rules.online.acts import ACTS
from tests.games.api.conftest import program_of

pytestmark = pytest.mark.django_db
ROLES = ("stranger", "elsewhere", "member", "other guest", "revoked guest", "nobody")
DONE = sorted({*ACTS, *SEED_ACTS, "type"})


def rows():
    models = (Board, BoardSeat, BoardStep, BoardInvitation, DiceSeed)
    return [serializers.serialize("json", model.objects.order_by("pk")) for model in models]


class Place:
    """A guest's board, and people who have no seat there."""

    def __init__(self, club, ann, bo):
        self.board = self._with_guest(club, ann)
        other = self._with_guest(club, ann)
        self.guest, self.other_guest = (one.seats.get(number=1) for one in (self.board, other))
        self.cookie = seat_sealed(self.guest)
        stranger = User.objects.create_user("stranger@example.org", name="Sue")
        founder = User.objects.create_user("founder@example.org", name="Fay")
        club_create(by=founder, name="Other Club")
        self.users = {"stranger": stranger, "elsewhere": founder, "member": bo}
        self.invitation = invitation_make(board=self.board, by=Sitter(0, ann))[0]

    @staticmethod
    def _with_guest(club, ann):
        board = board_create(club=club, by=ann, terms=Terms(length=3))
        made, _token = invitation_make(board=board, by=Sitter(0, ann))
        invitation_accept(invitation=made, by=None, name="Gus")
        return board

    def request(self, role):
        """What a phone of this role sends."""
        asked = HttpRequest()
        asked.user = self.users.get(role, AnonymousUser())
        name = cookie_name(self.board)
        if role == "other guest":
            asked.COOKIES[name] = seat_sealed(self.other_guest)
        elif role == "revoked guest":
            asked.COOKIES[name] = self.cookie
            BoardSeat.objects.filter(pk=self.guest.pk).update(nonce="another")
        return asked

    def sitter(self, role):
        """Who they are at the board, as views find out; who may not even look does nothing."""
        try:
            return board_and_reader(self.request(role), self.board.public_id)[1].sitter
        except NotFound:
            return Sitter(None, self.users.get(role))


@pytest.fixture
def place(club, ann, bo):
    return Place(club, ann, bo)


@pytest.mark.parametrize("role", ROLES)
def test_who_has_no_seat_does_nothing_at_a_board(role, place):
    sitter, board = place.sitter(role), place.board
    assert sitter.seat is None
    before = rows()
    actions = [
        *(lambda do=do: board_act(board=board, sitter=sitter, do=do, text="1") for do in DONE),
        lambda: dice_restart(board=board, sitter=sitter, version=None),
        lambda: board_withdraw(board=board, by=sitter),
        lambda: seat_give_to_assistant(board=board, by=sitter, level="easy"),
        lambda: invitation_make(board=board, by=sitter),
        lambda: invitation_withdraw(invitation=place.invitation, by=sitter),
        lambda: handover_answer(invitation=place.invitation, by=sitter, agrees=True),
        lambda: rematch(board=board, by=sitter),
    ]
    if sitter.user is not None:
        actions += [
            lambda: board_abandon(board=board, by=sitter.user, reason="x"),
            lambda: seat_join(board=board, by=sitter.user),
        ]
    for act in actions:
        with pytest.raises((NotAllowed, Refused)):
            act()
    assert rows() == before


@pytest.mark.parametrize(
    ("role", "status"), [("stranger", 404), ("elsewhere", 404), ("member", 403)]
)
def test_who_has_no_seat_does_nothing_by_the_interface(role, status, place):
    api, path, before = program_of(place.users[role]), f"boards/{place.board.public_id}", rows()
    for do in DONE:
        answer = api("post", f"{path}/acts", {"do": do, "text": "1", "version": 3, "key": do})
        assert answer.status_code == status, do
    assert api("post", f"{path}/withdraw").status_code == status
    assert api("post", f"{path}/join").status_code == (404 if status == 404 else 409)
    assert rows() == before


def test_a_guest_acts_at_their_own_board_until_their_seat_has_another_phone(place):
    asked = HttpRequest()
    asked.user = AnonymousUser()
    asked.COOKIES[cookie_name(place.board)] = place.cookie
    assert board_and_reader(asked, place.board.public_id)[1].side == 1
    handover_answer(invitation=place.invitation, by=Sitter(1), agrees=True)
    invitation_accept(invitation=place.invitation, by=None)
    with pytest.raises(NotFound):
        board_and_reader(asked, place.board.public_id)
