"""Boards: begun, seats taken, seeds, turns, offers, the end; and everything that is refused."""

import datetime
import uuid
from dataclasses import replace
from importlib import import_module

import pytest
from django.utils import timezone

from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.selectors.boards import (
    assistant_waits,
    boards_of,
    challenges_for,
    next_waiting,
    steps_of,
)
from games.boards.services import boards, writing
from games.boards.services.acting import board_act, dice_restart
from games.boards.services.assistant import PATIENCE, assistant_move, assistants_due
from games.boards.services.boards import (
    Terms,
    block,
    board_abandon,
    board_create,
    board_for_two,
    board_withdraw,
    seat_give_to_assistant,
    seat_join,
)
from games.boards.services.invitations import (
    handover_answer,
    invitation_accept,
    invitation_find,
    invitation_make,
    invitation_withdraw,
)
from games.boards.services.rematches import rematch
from games.boards.services.sitters import ONLOOKER, Sitter
from games.decisions.services.merging import players_merge
from games.errors import Conflict, KeyReused, NotAllowed
from games.models import AppendOnly, Board, BoardInvitation, BoardStep, DiceSeed, Player
from games.rules.backgammon import Position, legal_plays, play_text
from games.rules.dice import rolls, seat_commitment, server_commitment
from games.rules.online import board_of
from tests.games.boards.table import SEEDS, Playing

pytestmark = pytest.mark.django_db


def key() -> str:
    return uuid.uuid4().hex


# begun, and taken a seat at


def test_a_board_waits_for_a_second_player(club, ann):
    board = board_create(club=club, by=ann, terms=Terms(length=7))

    assert (board.status, board.phase) == ("waiting", "waiting")
    assert [seat.player.user for seat in board.seats.all()] == [ann]


def test_a_member_without_a_player_becomes_one_by_sitting_down(club, ann):
    board_create(club=club, by=ann, terms=Terms())
    board_create(club=club, by=ann, terms=Terms())

    assert [player.name for player in club.players.filter(user=ann)] == ["Ann"]


def test_who_is_no_member_sets_up_no_board(club, django_user_model):
    stranger = django_user_model.objects.create_user("s@example.org", name="Sam")

    with pytest.raises(NotAllowed):
        board_create(club=club, by=stranger, terms=Terms())


@pytest.mark.parametrize(
    "terms", [Terms(length=0), Terms(length=999), Terms(pace="days", days=99), Terms(pace="sand")]
)
def test_terms_that_do_not_exist_are_refused_and_nothing_is_written(club, ann, terms):
    with pytest.raises(BoardRefused):
        board_create(club=club, by=ann, terms=terms)

    assert not Board.objects.exists()


def test_the_same_key_sets_up_one_board_and_other_terms_are_refused(club, ann):
    first = board_create(club=club, by=ann, terms=Terms(length=5), key="k")

    assert board_create(club=club, by=ann, terms=Terms(length=5), key="k") == first
    with pytest.raises(KeyReused):
        board_create(club=club, by=ann, terms=Terms(length=7), key="k")


def test_a_flood_of_challenges_is_stopped(club, ann, monkeypatch):
    monkeypatch.setattr(boards, "MOST_WAITING", 2)
    for _ in range(2):
        board_create(club=club, by=ann, terms=Terms())

    with pytest.raises(BoardRefused, match="2"):
        board_create(club=club, by=ann, terms=Terms())


def test_a_challenge_is_taken_once(club, ann, bo, member):
    board = board_create(club=club, by=ann, terms=Terms(), is_challenge=True)
    seat_join(board=board, by=bo)

    with pytest.raises(BoardConflict):
        seat_join(board=board, by=member("player"))


def test_nobody_plays_against_themselves(club, ann):
    board = board_create(club=club, by=ann, terms=Terms(), is_challenge=True)

    with pytest.raises(BoardRefused):
        seat_join(board=board, by=ann)


def test_who_is_blocked_does_not_sit_down(club, ann, bo):
    block(by=ann, user=bo)
    board = board_create(club=club, by=ann, terms=Terms(), is_challenge=True)

    assert list(challenges_for(bo)) == []
    with pytest.raises(BoardRefused, match="invited"):
        seat_join(board=board, by=bo)


# invitations


def test_a_guest_sits_down_with_a_link_which_is_then_used_up(club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    _, token = invitation_make(board=board, by=Sitter(0, ann), email="zoe@example.org")

    seat = invitation_accept(invitation=invitation_find(token), by=None, name="Zoë")

    assert (seat.number, seat.kind, seat.name) == (1, "guest", "Zoë")
    seat.refresh_from_db()
    assert seat.email == ""  # nobody has said that mails may come
    with pytest.raises(BoardRefused):
        invitation_accept(invitation=invitation_find(token), by=None, name="Zack")


def test_the_token_of_a_link_is_stored_nowhere(club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    made, token = invitation_make(board=board, by=Sitter(0, ann))

    assert token not in str(BoardInvitation.objects.filter(pk=made.pk).values())


@pytest.mark.parametrize("end", ["withdrawn", "expired"])
def test_a_link_that_is_withdrawn_or_expired_opens_no_seat(club, ann, end):
    board = board_create(club=club, by=ann, terms=Terms())
    made, token = invitation_make(board=board, by=Sitter(0, ann))
    if end == "withdrawn":
        invitation_withdraw(invitation=made, by=Sitter(0, ann))
    else:
        past = timezone.now() - datetime.timedelta(minutes=1)
        BoardInvitation.objects.update(expires_at=past)

    with pytest.raises(BoardRefused):
        invitation_accept(invitation=invitation_find(token), by=None, name="Zoë")
    assert board.seats.count() == 1


def test_a_guest_who_cleared_cookies_gets_the_seat_back_by_a_new_link(club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    _, token = invitation_make(board=board, by=Sitter(0, ann))
    before = invitation_accept(invitation=invitation_find(token), by=None, name="Zoë")
    _, again = invitation_make(board=board, by=Sitter(0, ann))
    handover_answer(invitation=invitation_find(again), by=Sitter(1), agrees=True)

    after = invitation_accept(invitation=invitation_find(again), by=None, name="whoever")

    assert (after.pk, after.name) == (before.pk, "Zoë")
    assert after.nonce != before.nonce


def test_a_link_from_before_unseats_nobody(club, ann, bo):
    board = board_create(club=club, by=ann, terms=Terms())
    mine, other = (invitation_make(board=board, by=Sitter(0, ann))[0] for _ in range(2))
    seat = invitation_accept(invitation=mine, by=None, name="Zoë")

    for finder in (None, bo):
        with pytest.raises(BoardRefused, match="withdrawn"):
            invitation_accept(invitation=other, by=finder, name="Eve")
    lost, found = (invitation_make(board=board, by=Sitter(0, ann))[0] for _ in range(2))
    handover_answer(invitation=found, by=Sitter(1), agrees=True)
    again = invitation_accept(invitation=found, by=None)
    with pytest.raises(BoardRefused, match="withdrawn"):
        invitation_accept(invitation=lost, by=None)
    assert seat.nonce != again.nonce == board.seats.get(number=1).nonce


def test_who_was_merged_meanwhile_sits_down_at_no_board(club, ann, organizer):
    board = board_create(club=club, by=organizer, terms=Terms(), is_challenge=True)
    player, into = (Player.objects.create(club=club, name=name) for name in ("Anna", "Annie"))
    stale = Player.objects.get(pk=player.pk)
    players_merge(player=player, into=into, by=organizer)

    with pytest.raises(Conflict):
        board_for_two(
            club=club, by=organizer, terms=Terms(), players=(stale, board.seats.get().player)
        )
    assert not stale.board_seats.exists()


@pytest.mark.parametrize("name", ["", "   ", "a\u202eb", "\n"])
def test_a_guest_says_a_name_that_can_be_read(club, ann, name):
    board = board_create(club=club, by=ann, terms=Terms())
    made, _token = invitation_make(board=board, by=Sitter(0, ann))

    with pytest.raises(BoardRefused):
        invitation_accept(invitation=made, by=None, name=name)
    made.refresh_from_db()
    assert made.is_open


def test_a_name_of_two_hundred_emoji_is_cut(club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    made, _ = invitation_make(board=board, by=Sitter(0, ann))

    assert len(invitation_accept(invitation=made, by=None, name="🎲" * 200).name) == 60


def test_onlookers_invite_nobody_and_do_nothing(playing):
    with pytest.raises(NotAllowed):
        invitation_make(board=playing.board, by=ONLOOKER)
    with pytest.raises(BoardNotAllowed):
        board_act(board=playing.board, sitter=ONLOOKER, do="roll", key=key())


def test_a_board_nobody_came_to_is_withdrawn_and_does_not_vanish(club, ann, bo):
    board = board_create(club=club, by=ann, terms=Terms(), is_challenge=True)
    board_withdraw(board=board, by=Sitter(0, ann))

    board.refresh_from_db()
    assert board.status == "withdrawn"
    with pytest.raises(BoardConflict):
        seat_join(board=board, by=bo)


# dice


def test_the_seeds_are_opened_when_both_have_committed_and_the_opening_is_rolled(board_between):
    playing = board_between()
    with pytest.raises(RulesRefused):
        playing.act(0, "roll")
    playing.seed()

    assert playing.state.phase == "play"
    first = playing.board.log.filter(kind="roll").first()
    assert first.payload["number"] == 0


def test_the_rolls_follow_from_the_seeds(playing):
    for _ in range(6):
        playing.turn()
    dice = playing.state.dice
    seed = DiceSeed.objects.get(game_id=dice.game_id)

    rolled = [tuple(row.payload["dice"]) for row in playing.board.log.filter(kind="roll")]
    seeds = {one.seat: one.seed for one in dice.seeds}
    assert rolled == rolls(seed.game_id, seed.server_seed, seeds, len(rolled))
    assert server_commitment(seed.game_id, seed.server_seed) == seed.commitment


def test_the_server_seed_is_in_no_row_but_its_own(playing):
    playing.turn()
    seed = DiceSeed.objects.get(board=playing.board).server_seed

    assert seed not in str(list(Board.objects.values()))
    assert seed not in str(list(BoardStep.objects.values()))


def test_dice_start_anew_where_a_seed_stays_closed_and_that_is_listed(board_between, monkeypatch):
    playing = board_between()
    dice = playing.state.dice
    for side, seed in enumerate(SEEDS):
        playing.act(side, "commit", seat_commitment(dice.game_id, side, seed))
    playing.act(0, "reveal", SEEDS[0])
    with pytest.raises(BoardRefused):
        dice_restart(board=playing.board, sitter=playing.sitter(0), version=None)

    later = writing.now_ms() + 61_000
    monkeypatch.setattr(writing, "now_ms", lambda: later)
    dice_restart(board=playing.board, sitter=playing.sitter(0), version=None)

    assert playing.state.dice.game_id != dice.game_id
    given_up = DiceSeed.objects.get(game_id=dice.game_id)
    assert given_up.failed == [1]
    migration = import_module("games.migrations.0040_late_seats")
    closed = migration.closed_at_end(given_up, BoardStep.objects)
    assert closed == {1}
    # Names that were written down before: known still, changed since, or one of two changed.
    assert migration.late_of("Bo", {0: "Ann", 1: "Bo"}, set()) == [1]
    assert migration.late_of("Bodo", {0: "Ann", 1: "Bo"}, closed) == [1]
    assert migration.late_of("Ann, Bodo", {0: "Ann", 1: "Bo"}, closed) == [0, 1]
    playing.seed()
    assert playing.state.phase == "play"


# turns


@pytest.mark.thorough
def test_a_match_is_played_to_its_end_and_its_columns_say_so(playing):
    state = playing.play_out()

    board = playing.board
    assert board.status == "ended"
    assert max(board.score_white, board.score_black) == 3
    assert board.winner == state.ending.winner
    assert board_of(steps_of(board)).to_json() == state.to_json()


def test_rows_of_the_log_are_never_changed(playing):
    with pytest.raises(AppendOnly):
        playing.board.log.update(side=1)
    with pytest.raises(AppendOnly):
        playing.board.log.all().delete()


def test_a_step_with_an_old_version_is_refused_and_writes_nothing(playing):
    version = playing.state and playing.board.version
    playing.turn()
    rows = playing.board.log.count()

    with pytest.raises(BoardConflict):
        playing.act(playing.state.actor, "roll", version=version)
    assert playing.board.log.count() == rows


def test_the_same_key_rolls_once(playing):
    playing.turn()
    side, version = playing.state.actor, playing.board.version
    first = playing.act(side, "roll", version=version, key="k")

    again = playing.act(side, "roll", version=version, key="k")
    assert (again.version, again.replayed) == (first.version, True)
    with pytest.raises(KeyReused):
        playing.act(side, "double", version=version, key="k")


def test_what_the_rules_refuse_is_a_sentence(playing):
    with pytest.raises(RulesRefused, match="24/1"):
        playing.act(playing.state.actor, "play", "24/1")


@pytest.mark.parametrize("do", ["", "fly", "begin", "seat", "abandon", "dice"])
def test_only_what_players_do_is_done(playing, do):
    with pytest.raises(BoardRefused):
        playing.act(playing.state.actor, do)


def test_typed_commands_mean_the_same_as_buttons(playing):
    side = playing.state.actor
    playing.act(side, "type", "$quit gammon")
    playing.act(1 - side, "type", "$accept")

    assert playing.state.phase == "over"
    with pytest.raises(RulesRefused, match=r"\$dance"):
        playing.act(side, "type", "$dance")


def test_an_abandoned_board_says_why_to_everybody(playing, organizer):
    with pytest.raises(NotAllowed):
        board_abandon(board=playing.board, by=playing.people[0], reason="no")
    board_abandon(board=playing.board, by=organizer, reason="Bo has moved away")

    playing.board.refresh_from_db()
    assert (playing.board.status, playing.board.reason) == ("abandoned", "Bo has moved away")


# again, lists, the assistant


def test_a_rematch_changes_colours_and_both_ask_for_the_same_board(over):
    first = rematch(board=over.board, by=over.sitter(0))
    second = rematch(board=over.board, by=over.sitter(1))

    assert first == second
    assert [seat.player.user for seat in second.seats.all()] == list(reversed(over.people))


def test_boards_where_it_is_my_turn_come_first(board_between, ann, bo):
    boards_made = [board_between().seed() for _ in range(4)]
    waiting = {one.board.pk for one in boards_made if one.state.actor == 0}

    mine = list(boards_of(ann))

    assert {one.pk for one in mine[: len(waiting)]} == waiting
    found = next_waiting(ann, boards_made[0].board)
    assert (found is None) == (waiting <= {boards_made[0].board.pk})


@pytest.mark.parametrize("level", ["easy"])
def test_the_assistant_plays_when_nobody_comes(club, ann, level):
    board = board_create(club=club, by=ann, terms=Terms())
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level=level)
    playing = Playing(board, (ann, None)).seed()
    assert playing.state.dice.seats == (0,)
    for _ in range(3):
        assistant_move(board_id=board.pk)
        if playing.state.actor == 0 and playing.state.phase in ("roll", "play"):
            playing.turn()
    assert {row.side for row in board.log.filter(kind="play")} == {0, 1}


def test_the_assistant_is_woken_while_the_dice_are_agreed_on(club, ann, monkeypatch):
    ready = []
    monkeypatch.setattr("games.boards.services.assistant.get_ready", ready.append)
    board = board_create(club=club, by=ann, terms=Terms())
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="strong")

    assert assistant_waits(board.pk)
    assert assistant_move(board_id=board.pk) == 0
    assert ready == ["strong"]


def test_the_assistant_gives_up_once_and_plays_on_when_it_is_refused(club, ann):
    board = board_create(club=club, by=ann, terms=Terms(length=3))
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="easy")
    playing = Playing(board, (ann, None)).seed()
    state = playing.state
    lost = Position.of((*[0] * 11, 15, *[0] * 13), (2, *[0] * 24))
    game = replace(state.game, position=lost, turn=1, roll=None)
    Board.objects.filter(pk=board.pk).update(
        snapshot=replace(state, game=game).to_json(), actor=1, phase="roll"
    )

    assistant_move(board_id=board.pk)
    assert (playing.state.phase, playing.state.game.offer.level) == ("resignation", "gammon")

    playing.act(0, "refuse")
    assistant_move(board_id=board.pk)
    assert [row.kind for row in board.log.filter(side=1)].count("resign") == 1
    assert playing.state.actor == 0
    assert playing.state.phase == "roll"


def test_the_assistants_turn_is_made_once_when_its_task_runs_twice(club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="easy")
    playing = Playing(board, (ann, None)).seed()
    if playing.state.actor == 0:
        playing.turn()
    assistant_move(board_id=board.pk)
    rows = board.log.count()

    assert assistant_move(board_id=board.pk) == 0
    assert board.log.count() == rows


def test_no_key_that_a_guest_sends_stops_the_assistant(club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="easy")
    board.seats.filter(number=0).update(kind="guest", player=None, name="Zoë")
    playing = Playing(board, (None, None)).seed()
    while playing.state.actor != 0 or playing.state.phase != "play":
        assistant_move(board_id=board.pk)
        if playing.state.actor == 0 and playing.state.phase == "roll":
            playing.act(0, "roll")
    play = play_text(legal_plays(playing.state.game.position, playing.state.game.roll)[0])
    version = playing.act(0, "play", play, key=f"assistant-{board.version + 1}").version

    assert assistant_move(board_id=board.pk)
    board.refresh_from_db()
    assert board.version > version


def test_a_turn_that_a_killed_worker_left_half_done_is_finished_once(club, ann):
    board = board_create(club=club, by=ann, terms=Terms())
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="easy")
    playing = Playing(board, (ann, None)).seed()
    while playing.state.actor != 1 or playing.state.phase != "roll":
        playing.turn()
    playing.act(1, "roll")  # and then the worker is gone
    assert assistants_due() == []  # it may still be thinking
    Board.objects.filter(pk=board.pk).update(changed_at=timezone.now() - PATIENCE * 2)
    rolls = board.log.filter(kind="roll").count()

    assert assistants_due() == [board.pk]
    assistant_move(board_id=board.pk)

    assert playing.state.actor == 0
    assert board.log.filter(kind="roll").count() == rolls
    assert assistants_due() == []
