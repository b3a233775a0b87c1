"""Dame on the board: played, refused, blown, drawn, given to the assistant, and read afterwards."""

import json
from dataclasses import replace

import pytest
from django.urls import reverse

from games.boards.errors import RulesRefused
from games.boards.faces.dame import graph_of
from games.boards.faces.games import GAMES
from games.boards.faces.squares.replay import record_text
from games.boards.selectors.boards import steps_of
from games.boards.services.assistant import assistant_move
from games.boards.services.boards import (
    Terms,
    board_create,
    seat_give_to_assistant,
)
from games.boards.services.rematches import rematch
from games.boards.services.sitters import Sitter
from games.files.services.archive_boards import boards_write
from games.models import Board
from games.rules.dame import Game, Options, Position, Setting
from games.rules.dame.pdn import read_pdn
from games.rules.online import Step, board_of
from tests.games.boards.table import Playing, played
from tests.games.rules.dame.boards import dame_moves

pytestmark = pytest.mark.django_db

KINGS = Position.from_fen("W:WK29:BK1")


def standing(table: Playing, position: Position) -> Playing:
    """Put another position on the board."""
    state = replace(table.state, game=Game.begin(position, table.state.game.options))
    Board.objects.filter(pk=table.board.pk).update(snapshot=state.to_json())
    return table


def test_a_game_begins_without_dice_when_both_have_sat_down(dame):
    table = dame()

    assert (table.state.phase, table.state.actor, table.state.dice) == ("play", 0, None)


def test_a_missed_capture_is_refused_with_what_is_possible(dame):
    table = played(dame(), "22-18", "9-14")

    with pytest.raises(RulesRefused) as refused:
        table.act(0, "play", "23-19")

    assert "A man must capture; 18x9 is possible." in str(refused.value)
    assert table.state.actor == 0


def test_with_blasen_the_piece_that_missed_a_capture_is_removed_before_a_move(dame):
    table = played(dame(huffing=True), "22-18", "9-14", "23-19")

    assert "huff" in table.state.can(1)
    played(table, "x18")

    assert table.state.actor == 1
    assert not table.state.game.position.white >> 18 & 1
    assert table.state.last.text == "x18"


@pytest.mark.parametrize(
    ("huffing", "typed", "said"),
    [
        (True, "x32", "The piece on 32 could not capture; 18 can be removed."),
        (False, "x18", "Blasen is not played here."),
        (True, "$claim", "This position has occurred once only; a draw needs three times."),
    ],
)
def test_a_claim_that_is_none_is_refused_in_a_sentence(dame, huffing, typed, said):
    table = dame(huffing=huffing)
    played(table, "22-18", "9-14", "23-19") if huffing else played(table, "22-18")

    with pytest.raises(RulesRefused) as refused:
        played(table, typed)

    assert said in str(refused.value)


def test_the_third_time_the_same_position_may_be_claimed_a_draw(dame):
    table = standing(dame(), KINGS)
    played(table, *["29-25", "1-5", "25-29", "5-1"] * 2)

    assert "claim" in table.state.can(0)
    assert "claim" in table.state.can(1)
    table.act(1, "claim")

    assert (table.state.ending.how, table.state.ending.winner) == ("draw", None)


def test_a_backgammon_match_length_is_refused(club, ann):
    with pytest.raises(RulesRefused):
        board_create(club=club, by=ann, terms=Terms(type="dame", length=5, options=Setting()))


def test_the_one_who_gives_up_loses_also_when_it_is_not_their_turn(dame):
    table = dame()
    table.act(1, "resign")

    assert (table.state.ending.winner, table.state.ending.score) == (0, (1, 0))


def test_a_rematch_changes_colours_and_keeps_the_options(dame, ann):
    table = dame(huffing=True, landing="strict")
    table.act(1, "resign")
    again = rematch(board=table.board, by=table.sitter(0))

    options = {"landing": "strict", "backward": False, "huffing": True, "fen": ""}
    assert again.options == options
    assert [seat.number for seat in again.seats.all()] == [1]


def test_a_move_is_taken_back_where_the_other_agrees(dame):
    table = played(dame(), "22-18")
    table.act(0, "takeback")
    table.act(1, "accept")

    assert table.state.actor == 0
    assert table.state.game.position.white >> 22 & 1


def test_the_log_leads_to_the_board_and_the_archive_keeps_it(dame, club):
    table = played(dame(huffing=True), "22-18", "9-14", "23-19", "x18", "14-18")
    state = table.state

    assert board_of(steps_of(table.board)) == state
    rows = [json.loads(json.dumps(row)) for row in boards_write(club, {}, {})]
    steps = [Step(kind, side, at, payload) for kind, side, at, _, payload in rows[0]["log"][3:]]
    again = board_of([*steps_of(table.board)[:3], *steps])
    assert (rows[0]["type"], again.game) == ("dame", state.game)


def test_the_record_reads_back_with_its_removals(dame):
    table = played(dame(huffing=True), "22-18", "9-14", "23-19", "x18", "14-18")
    (record,) = read_pdn(record_text(GAMES["dame"], table.board, ("Ann", "Bob")))

    assert [str(step) for step in record.steps] == ["22-18", "9-14", "23-19", "x18", "14-18"]
    assert record.options.huffing


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_assistant_answers_a_move_and_removes_what_missed_a_capture(club, ann, level):
    terms = Terms(type="dame", options=Setting(huffing=True))
    board = board_create(club=club, by=ann, terms=terms)
    seat_give_to_assistant(board=board, by=Sitter(0, ann), level=level)
    table = Playing(board, (ann, None))
    played(table, "22-18")

    assert assistant_move(board_id=board.pk) == 1
    assert table.state.actor == 0


# pages


def test_the_page_shows_the_board_its_squares_and_the_last_move(dame, client, ann, bo):
    table = played(dame(), "22-18")
    client.force_login(bo)
    page = client.get(reverse("board", args=[table.board.public_id])).content.decode()

    assert page.count('data-place="') == 32
    assert "Ann moved 22-18." in page
    assert "dice" not in page.partition('id="board-beside"')[2].partition("</div>")[0]


def test_a_forced_capture_is_said_and_only_captures_are_offered(dame, client, ann):
    table = played(dame(), "22-18", "9-14")
    client.force_login(ann)
    page = client.get(reverse("board_text", args=[table.board.public_id])).content.decode()

    assert "Your turn: you must capture." in page
    assert page.count('name="text" value="18x9"') == 1
    assert 'value="23-19"' not in page


def test_a_refused_move_on_the_text_board_says_why(dame, client, ann):
    table = played(dame(), "22-18", "9-14")
    client.force_login(ann)
    sent = {"do": "type", "text": "23-19", "back": "text", "version": table.board.version}
    table.board.refresh_from_db()
    sent["version"] = table.board.version
    answer = client.post(reverse("board_act", args=[table.board.public_id]), sent)

    assert answer.status_code == 422
    assert "A man must capture; 18x9 is possible." in answer.content.decode()


def test_the_replay_has_every_move_and_the_record_as_a_file(dame, client, ann):
    table = played(dame(huffing=True), "22-18", "9-14", "23-19", "x18")
    client.force_login(ann)
    public_id = table.board.public_id
    page = client.get(reverse("board_replay", args=[public_id])).content.decode()
    file = client.get(reverse("board_file", args=[public_id, "pdn"]))

    assert page.count("data-frame=") == 4
    assert "22-18" in file.content.decode()
    assert client.get(reverse("board_file", args=[public_id, "mat"])).status_code == 404
    assert client.get(reverse("board_proof", args=[public_id])).status_code == 404


def test_the_form_sets_up_a_game_of_dame_against_the_assistant(club, client, ann):
    client.force_login(ann)
    sent = {
        "type": "dame",
        "against": "assistant",
        "level": "easy",
        "pace": "free",
        "dame_huffing": "on",
        "colour": "0",
    }
    answer = client.post(reverse("board_new", args=[club.slug]), sent)

    assert answer.status_code == 302
    board = club.boards.get()
    assert (board.type, board.options["huffing"], board.status) == ("dame", True, "playing")


def test_the_graph_of_a_chain_removes_captured_pieces_at_its_last_step():
    game = Game.begin(Position.from_fen("W:W22:B18,11,K1"))
    graph = graph_of(game)

    assert graph[0] == [["22", "15", 0, 2, [], ""]]
    assert graph[2] == [["15", "8", 0, 1, [["11", ""], ["18", ""]], ""]]


def ends_of(graph):
    """Return origin, target and captured squares of every complete way through a graph."""
    ends, open_ones = set(), [(0, ())]
    while open_ones:
        node, path = open_ones.pop()
        for source, target, _die, further, gone, _kind in graph[node]:
            way = (*(path or (int(source),)), int(target))
            if graph[further]:
                open_ones.append((further, way))
            else:
                ends.add((way[0], way[-1], tuple(int(square) for square, _ in gone)))
    return ends


def test_the_graph_that_the_page_follows_has_all_legal_moves_and_no_others():
    for case in dame_moves()[::5]:
        game = Game.begin(Position.from_fen(case["fen"]), Options(landing="strict"))
        moves = {(move.origin, move.target, move.captured) for move in game.legal_moves()}
        if moves:
            assert ends_of(graph_of(game)) == moves, case["fen"]


def test_a_game_begins_with_a_position_and_is_written_with_it(dame):
    table = dame(fen="B:WK29:B6,1", huffing=True)
    again = rematch(board=played(table, "$quit").board, by=table.sitter(0))

    assert (table.state.game.position.fen, table.state.game.options.huffing) == (
        "B:WK29:B1,6",
        True,
    )
    assert '[FEN "B:WK29:B1,6"]' in record_text(GAMES["dame"], table.board, ("Ann", "Bo"))
    assert again.options["fen"] == "B:WK29:B1,6"


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("W:W1:B12", "A man cannot stand on square 1: on the last row it becomes a king."),
        ("W:W31:B", "The game is over in this position: there is nothing to be played."),
        ("W:WK29,K40:B1", "There is no square 40"),
        ("8/8/8/8 w", "is not a position: write it like W:W31,K18:B2,K5."),
    ],
)
def test_an_impossible_position_is_refused_with_a_sentence(club, client, ann, fen, said):
    client.force_login(ann)
    sent = {"type": "dame", "against": "link", "pace": "free", "colour": "0", "dame_fen": fen}

    answer = client.post(reverse("board_new", args=[club.slug]), sent)

    assert said in answer.context["form"].errors["dame_fen"][0]
    assert not Board.objects.exists()
