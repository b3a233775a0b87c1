"""How many boards wait for the reader stands beside the menu: theirs alone, at a fixed cost."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import invitation_make
from games.boards.services.setting_up import challenge_decline
from games.boards.services.sitters import Sitter
from games.models import Block, Club

pytestmark = pytest.mark.django_db


def waits(user, path):
    client = Client()
    if user is not None:
        client.force_login(user)
    found = re.search(r"(\d+) boards? waits? for you", client.get(path).content.decode())
    return int(found[1]) if found else 0


def test_my_turns_are_counted_and_nobody_elses(club, ann, bo, board_between):
    Club.objects.update(visibility="public")
    games = [board_between().seed() for _ in range(3)]
    anns = sum(one.state.actor == 0 for one in games)
    path = reverse("club", args=[club.slug])

    for _ in range(2):  # each page is kept for others meanwhile
        assert waits(ann, path) == anns
        assert waits(bo, path) == 3 - anns
        assert waits(None, path) == 0


def test_a_challenge_by_name_waits_until_it_is_answered(club, ann, bo, board_between):
    path = reverse("boards")
    player = board_between().board.seats.get(number=1).player
    board = board_create(club=club, by=ann, terms=Terms())
    invitation_make(board=board, by=Sitter(0, ann), player=player)
    assert (waits(bo, path), waits(ann, path)) == (1, 0)
    assert waits(bo, reverse("board", args=[board.public_id])) == 0  # the page itself shows it

    block = Block.objects.create(by=bo, blocked=ann)
    assert waits(bo, path) == 0
    block.delete()
    challenge_decline(board=board, by=bo)
    assert waits(bo, path) == 0


def test_it_costs_the_same_however_much_waits(
    club,
    ann,
    board_between,
    django_assert_max_num_queries,
):
    client = Client()
    client.force_login(ann)
    path = reverse("device")
    client.get(path)
    with django_assert_max_num_queries(20) as none:
        client.get(path)
    for _ in range(4):
        board_between().seed()
    with django_assert_max_num_queries(len(none)):
        client.get(path)
