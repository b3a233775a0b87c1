"""Who sat at a board is merged, made anonymous, and given what is stored about them."""

import json

import pytest
from django.core import serializers

from games.boards.actors import seat_of
from games.boards.selectors.boards import board_find, seats_of
from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import invitation_make
from games.boards.services.sitters import Sitter
from games.clubs.exports import account_data
from games.clubs.services.clubs import player_create
from games.decisions.services.anonymising import player_anonymise
from games.decisions.services.merging import player_separate, players_merge
from games.errors import Refused
from games.models import (
    Board,
    BoardInvitation,
    BoardLine,
    BoardSeat,
    BoardStep,
    DiceSeed,
    Player,
)

pytestmark = pytest.mark.django_db


def test_a_merged_player_s_seats_go_to_who_remains_and_come_back(playing, club, organizer, ann):
    was = Player.objects.get(user=ann)
    annie = player_create(club=club, by=organizer, name="Annie")

    players_merge(player=was, into=annie, by=organizer)

    assert seat_of(ann, seats_of(board_find(playing.board.public_id))) == 0
    assert BoardSeat.objects.get(board=playing.board, number=0).player == annie

    player_separate(player=was, by=organizer)

    assert BoardSeat.objects.get(board=playing.board, number=0).player == was


def test_two_who_sat_at_one_board_are_two_people(playing, organizer, bo):
    one, other = (seat.player for seat in playing.board.seats.order_by("number"))
    Player.objects.filter(pk=other.pk).update(user=None)

    with pytest.raises(Refused) as refused:
        players_merge(player=one, into=other, by=organizer)

    assert refused.value.code == "merge_together"


def test_nothing_at_a_board_names_somebody_who_was_made_anonymous(playing, organizer, ann, bo):
    board = playing.board
    seat = board.seats.get(number=0)
    Player.objects.filter(pk=seat.player_id).update(name="Annabel")
    DiceSeed.objects.filter(board=board).update(failed=[0, 1])
    free = board_create(club=board.club, by=bo, terms=Terms())
    named = Player.objects.get(pk=seat.player_id)
    invitation_make(board=free, by=Sitter(0, bo), player=named, email="annabel@example.org")

    player_anonymise(player=named, by=organizer)

    for model in (Board, BoardSeat, BoardStep, DiceSeed, BoardInvitation, BoardLine):
        assert "annabel" not in serializers.serialize("json", model.objects.all()).lower()
    assert not BoardInvitation.objects.get().is_open


def test_the_export_of_a_person_has_where_they_sat_and_what_they_said(playing, ann, bo):
    board = playing.board
    BoardLine.objects.create(board=board, seat=0, sender=ann, code="thanks")
    BoardLine.objects.create(board=board, seat=1, sender=bo, code="well_played")
    waiting = board_create(club=board.club, by=ann, terms=Terms())
    invitation_make(board=waiting, by=Sitter(0, ann), email="friend@example.org")

    data = account_data(ann)

    text = json.dumps(data, default=str)
    (player,) = data["players"]
    boards = [row["board"] for row in player["boardseat_player"]]
    assert boards == [board.public_id, waiting.public_id]
    assert [row["code"] for row in data["boardline_sender"]] == ["thanks"]
    assert [row["email"] for row in data["boardinvitation_created_by"]] == ["friend@example.org"]
    assert "well_played" not in text
    assert DiceSeed.objects.filter(board=board).get().server_seed not in text
    assert BoardSeat.objects.get(board=board, number=0).nonce not in text
