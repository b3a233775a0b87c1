"""A board looked back at: replay, files, the proof of its dice; rematch, abandoned, blocked."""

import json
import random
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.boards.errors import BoardRefused
from games.boards.selectors.proofs import proof_of
from games.boards.services import writing
from games.boards.services.acting import dice_restart
from games.boards.services.boards import (
    Terms,
    board_abandon,
    board_create,
    seat_give_to_assistant,
)
from games.boards.services.invitations import invitation_accept, invitation_make
from games.boards.services.sitters import Sitter
from games.models import Block, Board, DiceSeed
from games.rules.backgammon import legal_plays, play_text
from games.rules.backgammon.mat import read_mat
from games.rules.backgammon.sgf import read_sgf
from games.rules.dice import seat_commitment
from games.rules.dice_proof import problems, proofs_of
from tests.games.boards.table import SEEDS, Playing

pytestmark = pytest.mark.django_db


def page(client: Client, name: str, board: Board, *args: object) -> str:
    answer = client.get(reverse(name, args=[board.public_id, *args]))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def anns(client, ann) -> Client:
    client.force_login(ann)
    return client


def wander(playing: Playing, chance: random.Random, most: int = 400) -> None:
    """Play at random: turns, cubes, takebacks and resignations, until the board is over."""
    for _ in range(most):
        state = playing.state
        if state.stage == "over":
            return
        if state.phase == "over":
            playing.act(0, "next")
            continue
        side = state.actor
        assert side is not None
        can = state.can(side)
        if state.phase == "answer":
            playing.act(side, "take" if chance.random() < 0.8 else "drop")
        elif state.phase == "resignation":
            playing.act(side, "accept" if chance.random() < 0.5 else "refuse")
        elif "double" in can and chance.random() < 0.1:
            playing.act(side, "double")
        elif state.phase == "roll":
            if state.may_take_back(1 - side) and chance.random() < 0.2:
                playing.act(1 - side, "takeback")
                playing.act(side, "accept")
            else:
                playing.act(side, "roll")
        elif chance.random() < 0.01:
            playing.act(side, "resign", chance.choice(["single", "gammon"]))
        else:
            plays = legal_plays(state.game.position, state.game.roll)
            playing.act(side, "play", play_text(chance.choice(plays)))
    board_abandon_now(playing)


def board_abandon_now(playing: Playing) -> None:
    board_abandon(
        board=playing.board,
        by=playing.board.club.memberships.get(role="owner").user,
        reason="enough",
    )


# the proof


@pytest.mark.parametrize("number", [1, 2])
def test_the_proof_of_a_whole_random_match_is_right(board_between, number):
    playing = board_between(Terms(length=2)).seed()
    wander(playing, random.Random(number))
    found = proof_of(Board.objects.get())

    assert found is not None
    assert problems(found.proof) == []
    rolls = playing.board.log.filter(kind="roll").count()
    assert len(found.proof.rolls) == rolls
    assert any(one.result is not None for one in found.proof.rolls)


def test_a_turn_that_was_taken_back_and_played_otherwise_is_proven(playing):
    side = playing.state.actor
    first, second = legal_plays(playing.state.game.position, playing.state.game.roll)[:2]
    playing.act(side, "play", play_text(first))
    playing.act(side, "takeback")
    playing.act(1 - side, "accept")
    playing.act(side, "play", play_text(second))
    board_abandon_now(playing)

    found = proof_of(Board.objects.get())
    assert found.proof.rolls[-1].result == second.result.id
    assert problems(found.proof) == []


def test_the_downloaded_proof_is_verified_by_the_command(
    playing, anns, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    for _ in range(12):
        playing.turn()
    board_abandon_now(playing)
    answer = anns.get(reverse("board_proof_file", args=[playing.board.public_id]))
    assert "attachment" in answer["Content-Disposition"]
    file = tmp_path / "proof.html"
    file.write_bytes(answer.content)

    call_command("dice_verify", str(file))

    assert capsys.readouterr().out.rstrip().endswith("right")
    [proof] = proofs_of(answer.content.decode())
    assert proof.server_seed == DiceSeed.objects.get().server_seed


def test_while_a_game_runs_only_the_commitment_is_shown(playing, anns):
    playing.turn()
    seed = DiceSeed.objects.get()

    shown = page(anns, "board_proof", playing.board)
    shown += page(anns, "board_file", playing.board, "json")

    assert seed.commitment in shown
    assert seed.server_seed not in shown
    assert anns.get(reverse("board_proof_file", args=[playing.board.public_id])).status_code == 404


def test_the_proof_page_of_an_abandoned_game_has_the_seed(playing, anns):
    playing.turn()
    board_abandon_now(playing)

    shown = page(anns, "board_proof", playing.board)
    assert DiceSeed.objects.get().server_seed in shown
    assert "Committed first, opened when all had committed." in shown


def test_dice_that_were_given_up_are_listed_with_the_name(board_between, monkeypatch, anns):
    playing = board_between()
    dice = playing.state.dice
    for side, seed in enumerate(SEEDS):
        playing.act(side, "commit", seat_commitment(dice.game_id, side, seed))
    playing.act(0, "reveal", SEEDS[0])
    later = writing.now_ms() + 61_000
    monkeypatch.setattr(writing, "now_ms", lambda: later)
    dice_restart(board=playing.board, sitter=playing.sitter(0), version=None)
    playing.seed()
    playing.turn()
    board_abandon_now(playing)

    shown = page(anns, "board_proof", playing.board)
    assert "Bo did not open their seed in time." in shown
    assert problems(proof_of(Board.objects.get()).proof) == []


def test_by_correspondence_a_seed_may_stay_closed_for_a_moves_time(board_between, monkeypatch):
    playing = board_between(Terms(length=3, pace="days", days=2, bank=1))
    dice = playing.state.dice
    for side, seed in enumerate(SEEDS):
        playing.act(side, "commit", seat_commitment(dice.game_id, side, seed))
    playing.act(0, "reveal", SEEDS[0])
    committed = writing.now_ms()
    for minutes, is_due in ((2 * 24 * 60 - 1, False), (2 * 24 * 60 + 1, True)):
        monkeypatch.setattr(writing, "now_ms", lambda at=minutes: committed + at * 60_000)
        if is_due:
            dice_restart(board=playing.board, sitter=playing.sitter(0), version=None)
        else:
            with pytest.raises(BoardRefused):
                dice_restart(board=playing.board, sitter=playing.sitter(0), version=None)
    assert playing.state.dice.game_id != dice.game_id


def test_who_has_lost_their_own_seed_begins_with_other_dice_at_once(board_between, anns):
    playing = board_between()
    dice = playing.state.dice
    for side, seed in enumerate(SEEDS):
        playing.act(side, "commit", seat_commitment(dice.game_id, side, seed))
    playing.act(1, "reveal", SEEDS[1])
    with pytest.raises(BoardRefused):  # the other one waits for a minute
        dice_restart(board=playing.board, sitter=playing.sitter(1), version=None)
    shown = page(anns, "board", playing.board)
    assert "sealed in another browser" in shown

    anns.post(reverse("board_dice", args=[playing.board.public_id]), {"key": "k", "version": ""})
    playing.board.refresh_from_db()
    version = playing.board.version
    anns.post(
        reverse("board_dice", args=[playing.board.public_id]), {"key": "k2", "version": version}
    )
    assert playing.state.dice.game_id != dice.game_id
    assert DiceSeed.objects.get(game_id=dice.game_id).failed == [0]
    assert playing.seed().state.stage == "playing"


def test_a_seed_said_openly_before_the_others_is_called_unprotected(board_between):
    playing = board_between()
    playing.act(0, "say_first", "lucky seven")
    playing.act(1, "say", "thirteen")
    board_abandon_now(playing)

    given = proof_of(Board.objects.get()).given
    assert (given[0].is_unprotected, given[1].is_unprotected) == (True, False)
    assert given[1].is_open


def test_the_proof_names_a_person_who_had_no_share_in_the_dice(club, ann, anns):
    board = board_create(club=club, by=ann, terms=Terms(length=3))
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level="easy")
    playing = Playing(board, (ann, None)).seed()
    board_abandon_now(playing)
    assert "has no share in these dice" not in page(anns, "board_proof", board)
    # As in a record from before everybody who sits down gave a seed.
    board.seats.filter(number=1).update(kind="guest", name="Zoë", level="")
    shown = page(anns, "board_proof", board)
    assert "Zoë" in shown
    assert "has no share in these dice" in shown


# replay and files


@pytest.mark.thorough
def test_a_finished_match_is_replayed_and_downloaded(playing, anns):
    playing.play_out()
    board = playing.board

    shown = page(anns, "board_replay", board)
    assert "Ann – Bo, a match to 3 points" in shown
    assert page(anns, "board_game", board, 1)
    mat = read_mat(page(anns, "board_file", board, "mat"))
    sgf = read_sgf(page(anns, "board_file", board, "sgf"))
    assert mat.players == sgf.players == ("Ann", "Bo")
    assert mat.length == sgf.length == 3
    assert [game.points for game in mat.games] == [game.points for game in sgf.games]


def test_before_a_game_is_finished_the_replay_says_so(playing, anns):
    assert "No game of this board is finished yet" in page(anns, "board_replay", playing.board)


def test_the_log_has_no_address_of_a_guest(club, ann, anns):
    board = board_create(club=club, by=ann, terms=Terms())
    made, _token = invitation_make(board=board, by=Sitter(0, ann), email="zoe@example.org")
    invitation_accept(invitation=made, by=None, name="Zoë")

    log = json.loads(page(anns, "board_file", board, "json"))

    assert [one["name"] for one in log["players"]] == ["Ann", "Zoë"]
    assert [step["kind"] for step in log["steps"]] == ["begin", "seat", "seat"]
    assert "zoe@example.org" not in json.dumps(log)


def test_a_player_hidden_from_the_public_is_named_nowhere(over, club, bo):
    club.visibility = "public"
    club.save()
    club.players.filter(user=bo).update(shown="hidden", name="Bo Hidden")
    board = over.board
    everybody = Client()
    addresses = [
        reverse("board_replay", args=[board.public_id]),
        reverse("board_proof", args=[board.public_id]),
        reverse("board_proof_file", args=[board.public_id]),
        *(reverse("board_file", args=[board.public_id, kind]) for kind in ("mat", "sgf", "json")),
        reverse("club_boards", args=[club.slug]),
    ]
    public_id = club.players.get(user=bo).public_id
    for address in addresses:
        shown = everybody.get(address)
        assert shown.status_code == 200
        text = shown.content.decode()
        assert not re.search(rf"Bo Hidden|{public_id}", text), address


def test_a_private_club_shows_its_boards_to_members_only(playing):
    for name in ("board_replay", "board_proof"):
        assert Client().get(reverse(name, args=[playing.board.public_id])).status_code == 404


# again, abandoned, blocked


def test_a_rematch_is_asked_with_one_tap(over, anns):
    here = reverse("board", args=[over.board.public_id])
    answer = anns.post(reverse("board_rematch", args=[over.board.public_id]))
    assert answer["Location"] == here
    assert Board.objects.get(rematch_of=over.board).status == "waiting"
    assert "You have asked Bo for a rematch." in anns.get(here).content.decode()


def test_only_organizers_abandon_and_say_why(playing, anns, organizer):
    address = reverse("board_abandon", args=[playing.board.public_id])
    anns.post(address, {"reason": "no"})
    assert Board.objects.get().status == "playing"

    olga = Client()
    olga.force_login(organizer)
    olga.post(address, {"reason": " "})
    assert Board.objects.get().status == "playing"
    olga.post(address, {"reason": "Bo has moved away"})

    assert Board.objects.get().reason == "Bo has moved away"
    shown = olga.get(reverse("club_boards", args=[playing.board.club.slug]) + "?show=abandoned")
    assert "Bo has moved away" in shown.content.decode()


def test_the_other_player_is_blocked_and_let_in_again(playing, anns, ann, bo):
    anns.post(reverse("board_block", args=[playing.board.public_id]))
    assert Block.objects.get().blocked == bo
    assert "Bo" in anns.get(reverse("boards")).content.decode()

    anns.post(reverse("board_unblock", args=[bo.pk]))
    assert not Block.objects.exists()


def test_onlookers_block_nobody(playing, member):
    client = Client()
    client.force_login(member("player"))

    assert client.post(reverse("board_block", args=[playing.board.public_id])).status_code == 404


@pytest.mark.parametrize("kind", ["backgammon", "dame"])
@pytest.mark.parametrize("who", ["organizer", "ann"])
def test_abandoning_is_offered_to_who_may_and_its_answer_stands_on_the_board(
    club, board_between, dame, client_of, request, kind, who
):
    playing = dame() if kind == "dame" else board_between().seed()
    user = request.getfixturevalue(who)
    club.memberships.update_or_create(user=user, defaults={"role": "organizer"})
    client, here = client_of(user), reverse("board_abandon", args=[playing.board.public_id])
    assert (here in page(client, "board", playing.board)) is (who == "organizer")

    client.post(here, {"reason": "It is late."})

    said = {
        "organizer": "The game is abandoned.",
        "ann": "You play here yourself: another organizer abandons this board.",
    }
    assert said[who] in page(client, "board", playing.board)
    assert said[who] not in page(client, "board", playing.board)
