"""Two who do something to one board at the same moment wait in line, never in a circle."""

import itertools
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.boards.services.acting import board_act
from games.boards.services.boards import Terms, board_create, seat_give_to_assistant
from games.boards.services.invitations import (
    invitation_accept,
    invitation_make,
    invitation_withdraw,
)
from games.boards.services.lines import line_say
from games.boards.services.setting_up import challenge_decline, challenge_take
from games.boards.services.sitters import Sitter
from games.clubs.services.clubs import membership_remove, player_create
from games.clubs.services.people import player_of_user
from games.decisions.services.anonymising import player_anonymise
from games.decisions.services.merging import players_merge
from games.models import Board, BoardInvitation, Club, Membership, Player, User
from tests.games.models.test_lock_order import at_once, two_connections  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)

Deed = Callable[["Waiting"], Callable[[], Any]]


class Waiting:
    """Ann's board with a link and a challenge to Bo, as several requests read it."""

    def __init__(self, club: Club, organizer: User, ann: User, bo: User) -> None:
        self.club, self.organizer, self.ann, self.bo = club, organizer, ann, bo
        for user in (ann, bo):
            Membership.objects.get_or_create(club=club, user=user, defaults={"role": "player"})
        self.bos = player_of_user(club=club, user=bo)
        self.pk = board_create(club=club, by=ann, terms=Terms(length=3), is_challenge=True).pk
        self.link = invitation_make(board=self.board, by=self.anns_seat)[0].pk
        invitation_make(board=self.board, by=self.anns_seat, player=self.bos)
        self.twin = player_create(
            club=club, by=organizer, name=f"Bobo {uuid.uuid4().hex[:6]}"
        ).public_id

    @property
    def anns_seat(self) -> Sitter:
        return Sitter(0, self.ann)

    @property
    def board(self) -> Board:
        return Board.objects.get(pk=self.pk)

    @property
    def invitation(self) -> BoardInvitation:
        return BoardInvitation.objects.get(pk=self.link)

    def player(self) -> Player:
        return Player.objects.get(pk=self.bos.pk)


DEEDS: dict[str, Deed] = {
    "accept": lambda at: partial(invitation_accept, invitation=at.invitation, by=None, name="Zoë"),
    "take": lambda at: partial(challenge_take, board=at.board, by=at.bo),
    "decline": lambda at: partial(challenge_decline, board=at.board, by=at.bo),
    "close": lambda at: partial(invitation_withdraw, invitation=at.invitation, by=at.anns_seat),
    "invite": lambda at: partial(invitation_make, board=at.board, by=at.anns_seat),
    "assistant": lambda at: partial(
        seat_give_to_assistant, board=at.board, by=at.anns_seat, level="easy"
    ),
    "seed": lambda at: partial(
        board_act, board=at.board, sitter=at.anns_seat, do="say", text="me", key=uuid.uuid4().hex
    ),
    "say": lambda at: partial(line_say, board=at.board, by=at.anns_seat, code="hello"),
    "merge": lambda at: partial(
        players_merge,
        player=at.player(),
        into=Player.objects.get(public_id=at.twin),
        by=at.organizer,
    ),
    "anonymise": lambda at: partial(player_anonymise, player=at.player(), by=at.organizer),
    "leave": lambda at: partial(
        membership_remove,
        membership=Membership.objects.get(club=at.club, user=at.bo),
        by=at.organizer,
    ),
}


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.usefixtures("two_connections")
def test_whatever_meets_at_a_board_ends(
    deed: str, club: Club, organizer: User, ann: User, bo: User
) -> None:
    for other in itertools.dropwhile(lambda one: one != deed, DEEDS):
        at = Waiting(club, organizer, ann, bo)
        try:
            at_once(DEEDS[deed](at), DEEDS[other](at))
        except AssertionError as error:
            error.add_note(f"{deed} beside {other}")
            raise
        assert at.board.seats.count() <= 2
        assert not at.board.seats.filter(player__merged_into__isnull=False).exists()
        Board.objects.filter(status="waiting").update(status="withdrawn")
