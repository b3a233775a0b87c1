"""Chess on the board: played, refused, claimed, given to the assistant, and read afterwards."""

import json
from dataclasses import replace

import chess
import pytest
from django.urls import reverse

from games.boards.errors import RulesRefused
from games.boards.faces.chess import graph_of, status, stays
from games.boards.faces.games import GAMES
from games.boards.faces.squares.replay import record_text
from games.boards.selectors.boards import steps_of
from games.boards.services.assistant import assistant_move, decided
from games.boards.services.boards import (
    Terms,
    board_create,
    seat_give_to_assistant,
    seat_join,
)
from games.boards.services.rematches import rematch
from games.boards.services.sitters import Sitter
from games.files.services.archive_boards import boards_write
from games.models import Board
from games.rules.chess import ENDINGS, Game, Options, read_move
from games.rules.chess.pgn import read_pgn
from games.rules.clock import Clock, Control
from games.rules.online import Offer, Step, applied, board_of
from tests.games.boards.table import Playing

pytestmark = pytest.mark.django_db

FOOLS_MATE = ("f3", "e5", "g4", "Dh4")
THERE_AND_BACK = ("Nf3", "Nf6", "Ng1", "Ng8") * 2


@pytest.fixture
def at_chess(club, ann, bo):
    def begin(**options) -> Playing:
        terms = Terms(type="chess", options=Options(**options))
        board = board_create(club=club, by=ann, terms=terms, is_challenge=True)
        seat_join(board=board, by=bo)
        return Playing(board, (ann, bo))

    return begin


def played(table: Playing, *texts: str) -> Playing:
    for text in texts:
        table.act(table.state.actor, "type", text)
    return table


def test_a_mate_ends_the_board_and_its_log_leads_there(at_chess, club):
    table = played(at_chess(), *FOOLS_MATE)
    state = table.state

    assert (state.ending.how, state.ending.winner, state.ending.score) == ("played", 1, (0, 1))
    assert board_of(steps_of(table.board)).game == state.game
    (row,) = [json.loads(json.dumps(row)) for row in boards_write(club, {}, {})]
    steps = [Step(kind, side, at, payload) for kind, side, at, _, payload in row["log"][3:]]
    assert board_of([*steps_of(table.board)[:3], *steps]).game == state.game


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Sd4", "Sd4: no such piece can go there."),
        ("Ke2", "Ke2: a piece of the same side stands on e2."),
        ("$claim", "No draw can be claimed"),
        ("x14", "This cannot be done at this board."),
        ("$jump", "$jump"),
    ],
)
def test_what_the_rules_refuse_is_said_in_a_sentence(at_chess, typed, said):
    table = at_chess()

    with pytest.raises(RulesRefused) as refused:
        played(table, typed)

    assert said.lower() in str(refused.value).lower()
    assert table.state.actor == 0


def test_the_third_time_is_claimed_by_who_waits(at_chess):
    table = played(at_chess(), *THERE_AND_BACK)

    assert all("claim" in table.state.can(side) for side in (0, 1))
    table.act(1, "claim")
    assert (table.state.ending.how, table.state.ending.winner) == ("draw", None)
    assert table.state.game.result.reason == "repetition"


def test_an_agreed_draw_and_a_turn_taken_back(at_chess):
    table = played(at_chess(), "e4")
    table.act(0, "takeback")
    table.act(1, "accept")
    assert table.state.game.moves == ()
    played(table, "d4")
    table.act(0, "draw")
    table.act(1, "accept")

    assert table.state.game.result.reason == "agreed"


@pytest.mark.parametrize(
    ("fen", "how"),
    [("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "draw"), ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "time")],
)
def test_a_flag_wins_only_for_who_could_mate(at_chess, fen, how):
    state = replace(
        at_chess(fen="4k3/8/8/8/8/8/8/4K2R w - - 0 1").state,
        game=Game(fen),
        clock=Clock.new(Control(1000, 0, "simple")).turn_to(0, 0),
    )
    after, _kept = applied(state, Step("flag", 1, 10_000))

    assert after.ending.how == how


@pytest.mark.parametrize("fen", ["8/8/8/8/8/8/8/8 w - - 0 1", "x"])
def test_an_impossible_position_is_refused_at_its_field(club, client, ann, fen):
    client.force_login(ann)
    sent = {"type": "chess", "against": "link", "pace": "free", "colour": "0", "chess_fen": fen}
    answer = client.post(reverse("board_new", args=[club.slug]), sent)

    assert answer.status_code == 422
    assert answer.context["form"].errors["chess_fen"]
    assert not club.boards.exists()


def test_the_form_sets_up_an_ending_against_the_assistant(club, client, ann):
    client.force_login(ann)
    sent = {
        "type": "chess",
        "against": "assistant",
        "level": "easy",
        "pace": "free",
        "colour": "0",
        "chess_ending": "queen",
    }
    answer = client.post(reverse("board_new", args=[club.slug]), sent)

    assert answer.status_code == 302
    board = club.boards.get()
    assert (board.type, board.options["ending"]) == ("chess", "queen")
    page = client.get(reverse("board", args=[board.public_id])).content.decode()
    assert 'aria-label="d1"' in page


def test_a_rematch_begins_from_the_same_position(at_chess):
    table = at_chess(ending="rook")
    table.act(1, "resign")
    again = rematch(board=table.board, by=table.sitter(0))

    assert again.options == {"ending": "rook", "fen": ""}


@pytest.mark.parametrize("level", ["easy", "medium", "strong"])
def test_the_assistant_mates_at_once_where_it_can(club, ann, level):
    terms = Terms(type="chess", options=Options(fen="6k1/2p2ppp/8/8/8/8/8/R3K3 b - - 0 1"))
    board = board_create(club=club, by=ann, terms=terms, seat=1)
    seat_give_to_assistant(board=board, by=Sitter(1, ann), level=level)
    table = played(Playing(board, (None, ann)), "c5")

    assert assistant_move(board_id=board.pk) == 1
    assert table.state.game.result.reason == "checkmate"


def test_the_assistant_takes_a_draw_only_where_it_stands_no_better(at_chess):
    state = at_chess(ending="queen").state
    offered = {side: replace(state, offer=Offer("draw", side)) for side in (0, 1)}

    assert decided(offered[0], 1, "medium") == ("accept", "")
    assert decided(offered[1], 0, "medium") == ("refuse", "")


# what is shown


def after(texts: str, fen: str = chess.STARTING_FEN) -> Game:
    game = Game(fen)
    for text in texts.split():
        game = game.play(read_move(text, game.board))
    return game


def test_castling_en_passant_and_a_promotion_are_one_step_with_all_that_moves():
    castling = graph_of(after("e4 e5 Nf3 Nc6 Bb5 a6"))[0]
    assert ["e1", "g1", 0, 1, [["h1", "f1"]], "", "e1g1"] in castling
    passing = graph_of(after("e4 a6 e5 d5"))[0]
    assert ["e5", "d6", 0, 1, [["d5", ""]], "", "e5d6"] in passing
    last = graph_of(Game("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"))[0]
    kinds = [step[5] for step in last if step[:2] == ["e7", "d8"]]
    assert kinds == ["queen", "rook", "bishop", "knight"]


def test_check_is_said_with_its_answers_and_a_pinned_piece_with_its_reason():
    checked = Game("4k3/8/8/8/4r3/6N1/3P4/4K2B w - - 0 1")
    assert status(checked) == (
        "You are in check from e4. Possible: capture: Bxe4, Nxe4; step away: Kd1, Kf1, Kf2; "
        "stand between: Ne2."
    )
    pinned = Game("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")
    assert "between its king and an attacker" in stays(pinned)["e2"]


@pytest.mark.parametrize(
    ("texts", "fen", "said"),
    [
        (FOOLS_MATE, "", "Checkmate: Bo wins. Ann is in check and has no answer."),
        (("Qg6",), "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "Stalemate, a draw: Bo is not in check"),
        (("Kxd2",), "8/8/8/4k3/8/8/3p4/4K3 w - - 0 1", "A dead position, a draw"),
    ],
)
def test_an_ending_is_named_and_explained_on_the_page(at_chess, client, ann, texts, fen, said):
    table = played(at_chess(fen=fen), *texts)
    client.force_login(ann)
    for name in ("board", "board_text", "board_replay"):
        page = client.get(reverse(name, args=[table.board.public_id])).content.decode()
        assert said in page


def test_the_page_explains_check_and_the_five_endings(at_chess, client, ann):
    table = at_chess()
    client.force_login(ann)
    for name in ("board", "board_text"):
        page = client.get(reverse(name, args=[table.board.public_id])).content.decode()
        for word in ("three answers", "Stalemate", "Dead position", "Perpetual", "Agreed draw"):
            assert word.lower() in page.lower(), word
        assert page.count('data-place="') in (0, 64)


def test_black_sees_the_letters_at_their_own_edge(at_chess, client, bo):
    table = at_chess()
    client.force_login(bo)
    page = client.get(reverse("board", args=[table.board.public_id])).content.decode()
    places = page.partition('role="group"')[2]

    assert places.index('data-place="h1"') < places.index('data-place="a8"')


def test_german_readers_see_german_letters(at_chess, client, ann):
    table = played(at_chess(), "Nf3")
    ann.language = "de"
    ann.save()
    client.force_login(ann)
    page = client.get(
        reverse("board_replay", args=[table.board.public_id]), headers={"accept-language": "de"}
    ).content.decode()

    assert "Sf3" in page


def test_the_record_is_taken_along_as_pgn(at_chess, client, ann):
    table = played(at_chess(ending="two_rooks"), "Ra4", "Kc5")
    table.act(1, "resign")
    (record,) = read_pgn(record_text(GAMES["chess"], table.board, ("Ann", "Bo")))
    client.force_login(ann)
    public_id = table.board.public_id
    file = client.get(reverse("board_file", args=[public_id, "pgn"]))

    assert (record.game.start, record.result) == (ENDINGS["two_rooks"].fen, "1-0")
    assert "1. Ra4 Kc5 1-0" in file.content.decode()
    for kind in ("pdn", "mat"):
        assert client.get(reverse("board_file", args=[public_id, kind])).status_code == 404


def test_a_game_that_was_set_up_reaches_every_list(at_chess, client, ann, club):
    table = at_chess()
    client.force_login(ann)
    for address in (reverse("boards"), reverse("club_boards", args=[club.slug])):
        assert "chess" in client.get(address).content.decode()
    assert Board.objects.filter(type="chess").count() == 1
    assert table.state.phase == "play"
