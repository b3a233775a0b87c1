"""How many boards wait for the reader stands beside the menu: theirs alone, at a fixed cost."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import invitation_make
from games.boards.services.setting_up import challenge_decline
from games.boards.services.sitters import Sitter
from games.models import Block, Board, Club
from games.rules.dice import seat_commitment
from tests.games.boards.table import SEEDS

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
    Board.objects.update(status="ended")
    board = board_create(club=club, by=ann, terms=Terms())
    invitation_make(board=board, by=Sitter(0, ann), player=player)
    assert (waits(bo, path), waits(ann, path)) == (1, 0)
    assert waits(bo, reverse("board", args=[board.public_id])) == 0  # the page itself shows it

    block = Block.objects.create(by=bo, blocked=ann)
    assert waits(bo, path) == 0
    block.delete()
    challenge_decline(board=board, by=bo)
    assert waits(bo, path) == 0


def test_who_still_owes_the_dice_something_is_waited_for(club, ann, bo, board_between):
    playing = board_between()
    path = reverse("club", args=[club.slug])
    assert (waits(ann, path), waits(bo, path)) == (1, 1)

    dice = playing.state.dice
    digests = [seat_commitment(dice.game_id, side, SEEDS[side]) for side in dice.seats]
    playing.act(0, "commit", digests[0])
    assert (waits(ann, path), waits(bo, path)) == (0, 1)
    playing.act(1, "commit", digests[1])
    playing.act(1, "reveal", SEEDS[1])
    assert (waits(ann, path), waits(bo, path)) == (1, 0)

    mine = Client()
    mine.force_login(ann)
    assert "the dice wait for your part" in mine.get(reverse("boards")).content.decode()


def test_between_two_games_both_are_waited_for_and_during_a_pause_nobody(
    club, ann, bo, board_between
):
    playing = board_between(Terms(length=3, pace="bank")).seed()
    path = reverse("club", args=[club.slug])
    mover = playing.state.actor
    playing.act(mover, "adjourn")
    assert (waits(ann, path), waits(bo, path)) == (1, 1)  # one to move, one to answer
    playing.act(1 - mover, "accept")
    assert (waits(ann, path), waits(bo, path)) == (0, 0)
    playing.act(0, "resume")
    playing.act(mover, "resign", "single")
    assert (waits(ann, path), waits(bo, path)) == (int(mover == 1), int(mover == 0))
    playing.act(1 - mover, "accept")
    assert (waits(ann, path), waits(bo, path)) == (1, 1)


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
    games = [board_between().seed() for _ in range(4)]
    with django_assert_max_num_queries(len(none)):
        client.get(path)
    assert waits(ann, path) == sum(one.state.actor == 0 for one in games)


def test_who_has_answered_one_board_is_led_to_the_next_and_nobody_is_while_it_is_their_turn(
    ann, board_between
):
    first, second = (board_between(Terms(length=3, pace="days")).seed() for _board in range(2))
    mine = Client()
    mine.force_login(ann)
    path = reverse("board", args=[first.board.public_id])
    link = f'href="{reverse("board", args=[second.board.public_id])}"'
    for playing in (first, second):
        if playing.state.actor == 1:
            playing.turn()
    assert link not in mine.get(path).content.decode()
    first.turn()
    assert link in mine.get(path).content.decode()
    news = mine.get(reverse("board_live", args=[first.board.public_id])).content.decode()
    assert link in news  # it comes with the turn, without loading the page again
    second.turn()
    first.turn()
    first.turn()
    assert link not in mine.get(path).content.decode()
