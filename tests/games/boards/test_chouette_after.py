"""A chouette's board when it is over: everybody's seed, and the pages around it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.boards.errors import BoardRefused
from games.boards.faces.backgammon.records import board_record
from games.boards.presenters.afterwards import board_log, replay_page
from games.boards.selectors import chouettes
from games.boards.selectors.boards import boards_visible_to, seats_of
from games.boards.selectors.chouettes import game_told, turns_told
from games.boards.selectors.places import place_of
from games.boards.services import writing
from games.boards.services.acting import board_act
from games.boards.services.rematches import rematch
from games.boards.services.sitters import BoardReader, Sitter
from games.boards.services.writing import now_ms
from games.chouetteboards.presenters.page import chouette_page
from games.record.services.actions import undo
from games.rules.backgammon import Resigned
from games.rules.backgammon.mat import read_mat
from games.rules.backgammon.record import Doubled, Took
from games.rules.chouette import BoxDoubles, BoxReplies, Settle, TeamDoubles, TeamReplies
from games.sessions.services.sessions import session_create
from tests.games.api.conftest import program_of
from tests.games.boards.chouettes import Chouette
from tests.games.files.test_board_archives import read_back, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """Ann in the box, Bob captain, Cid and Dee, before their first game on the board."""
    return Chouette(session, organizer, monkeypatch).on_board()


@pytest.fixture
def over(session, organizer, monkeypatch):
    """A game that the team has won, by an agreed end after one turn of the box."""
    chouette = Chouette(session, organizer, monkeypatch).on_board().begin((6, 1))
    chouette.play_any("Ann")
    chouette.hold("Cid", "Dee")
    chouette.act("Bob", "roll")
    chouette.play_any("Bob")
    chouette.act("Ann", "resign", "gammon")
    for name in ("Bob", "Cid", "Dee"):
        chouette.act(name, "accept")
    return chouette


def got(chouette, name, *more, by="Ann"):
    client = Client()
    client.force_login(chouette.users[by])
    return client.get(reverse(name, args=[chouette.board.public_id, *more]))


class TestAfterTheCaptainsDrop:
    """Cid rolls then: every page names who really did."""

    @pytest.fixture
    def dropped(self, chouette):
        ids = chouette.ids
        chouette.begin((1, 6))
        chouette.play_any("Bob")
        chouette.record(BoxDoubles(tuple(ids[one] for one in ("Bob", "Cid", "Dee"))))
        answers = (("Bob", "drop"), ("Cid", "take"), ("Dee", "take"))
        chouette.record(TeamReplies(tuple((ids[name], word) for name, word in answers)))
        return chouette

    def state(self, chouette, name):
        board, reader = chouette.board, chouette.reader(name)
        board.session = chouette.session
        chouette.session.refresh_from_db()
        return chouette_page(board, place_of(board, reader.player), reader).state

    def plays_on(self, chouette):
        chouette.act("Ann", "roll")
        chouette.play_any("Ann")
        chouette.hold("Cid", "Dee")
        chouette.act("Cid", "roll")
        chouette.play_any("Cid")

    def test_the_plate_and_you_are_the_new_captains(self, dropped):
        assert self.state(dropped, "Cid")["names"] == ["Ann", "Cid"]
        you = [self.state(dropped, name)["you"] for name in ("Ann", "Bob", "Cid", "Dee")]
        assert you == [0, None, 1, None]

    def test_what_was_played_before_was_played_by_who_dropped(self, dropped):
        assert self.state(dropped, "Dee")["messages"][0].startswith("Bob rolled")
        self.plays_on(dropped)
        assert self.state(dropped, "Dee")["messages"][0].startswith("Cid rolled")

    def test_replay_record_and_plate_of_the_end_say_so(self, dropped):
        self.plays_on(dropped)
        dropped.act("Ann", "resign", "single")
        dropped.act("Cid", "accept")
        dropped.act("Dee", "accept")
        reader = BoardReader(dropped.reader("Dee"), Sitter(3), seats_of(dropped.board))
        replay = replay_page(dropped.board, reader, 1, 0)
        said = [one["text"].partition(":")[0] for one in replay.data["frames"][1:]]
        assert said == ["Bob", "Ann", "Cid", "Ann"]
        ids, log = dropped.ids, board_log(dropped.board, reader)
        hands = [one["hand"] for one in log["steps"] if "hand" in one and one["kind"] == "play"]
        assert hands == [ids["Bob"], ids["Ann"], ids["Cid"]]
        assert self.state(dropped, "Bob")["names"] == ["Ann", "Cid"]

    def test_who_rolls_for_a_captain_who_has_gone_is_named(self, dropped, monkeypatch):
        dropped.act("Ann", "roll")
        dropped.play_any("Ann")
        dropped.act("Ann", "gone")
        monkeypatch.setattr(writing, "now_ms", lambda: now_ms() + 2 * 60 * 1000)
        dropped.act("Ann", "stand")
        dropped.hold("Cid", "Dee")
        dropped.act("Dee", "roll")
        dropped.play_any("Dee")
        assert [turn.hand for turn in turns_told(dropped.board)][-1] == dropped.ids["Dee"]


def test_a_game_is_told_alike_from_its_own_beginning_and_from_the_evenings(over, monkeypatch):
    board, asked = over.board, []
    first = chouettes.beginning
    monkeypatch.setattr(chouettes, "beginning", lambda one: asked.append(one) or first(one))
    near = game_told(board), turns_told(board)
    assert not asked  # the session remembers where its last games began
    board.session.checkpoint = None
    assert (game_told(board), turns_told(board)) == near
    assert asked


def test_the_proof_has_everybodys_seed(over):
    html = got(over, "board_proof").content.decode()
    for name in over.users:
        assert name in html
    assert over.state.dice.game_id in html


@pytest.mark.parametrize("name", ["board", "board_replay", "board_lines", "board_proof_file"])
def test_the_pages_around_it_can_be_read(over, name):
    assert got(over, name).status_code in (200, 302)


def test_its_plays_name_all_who_played_who_won_and_one_resignation(over):
    """Three agreed to it, one after the other: it is one line, and no points of a single cube."""
    html = got(over, "board_game", 1).content.decode()
    assert "Ann against Bob, Cid and Dee · Game 1" in html
    assert "The team has won this game." in html
    assert "wins 1 point" not in html
    record = board_record(over.board, ("", ""), with_unwon=True)
    (game,) = record.games
    assert [move for move in game.moves if isinstance(move, Resigned)] == [Resigned(0, "gammon")]
    proof = got(over, "board_proof").content.decode()
    assert "Ann against Bob, Cid and Dee · Game 1" in proof
    assert "As it was mailed" not in proof


@pytest.mark.parametrize("kind", ["mat", "json", "sgf"])
def test_its_files_can_be_taken_along(over, kind):
    assert got(over, "board_file", kind).status_code == 200


def test_each_member_takes_their_own_bet_along_as_match_text(over):
    record = read_mat(got(over, "board_file", "mat-2").content.decode())
    assert record.players == ("Ann", "Cid")
    (game,) = record.games
    assert (game.winner, game.points) == (1, 1)  # Jacoby: the cube was not turned
    assert game.plies == 2
    html = got(over, "board").content.decode()
    assert "mat-3" in html
    assert "record.csn" in html


def test_a_bet_that_was_settled_on_the_way_has_no_game_in_its_file(chouette):
    chouette.begin((6, 1))
    chouette.record(Settle(chouette.ids["Dee"], 50))
    chouette.act("Ann", "resign", "single")
    for name in ("Bob", "Cid"):
        chouette.act(name, "accept")
    (game,) = read_mat(got(chouette, "board_file", "mat-2").content).games
    assert (game.winner, game.points) == (1, 1)
    assert b"Game 1" not in got(chouette, "board_file", "mat-3").content


def test_an_answer_that_was_taken_back_at_the_table_is_not_in_the_file(chouette):
    chouette.begin((6, 1), (5, 5))
    chouette.play_any("Ann")
    chouette.record(TeamDoubles((chouette.ids["Cid"],)))
    chouette.record(BoxReplies(((chouette.ids["Cid"], "drop"),)))
    chouette.session.refresh_from_db()
    seen = chouette.session.version
    undo(session=chouette.session, version=seen, key="back", sender=chouette.organizer)
    chouette.record(BoxReplies(((chouette.ids["Cid"], "take"),)))
    chouette.act("Bob", "roll")
    chouette.play_any("Bob")
    chouette.act("Ann", "resign", "single")
    for name in ("Bob", "Cid", "Dee"):
        chouette.act(name, "accept")
    (game,) = read_mat(got(chouette, "board_file", "mat-2").content).games
    assert [type(one) for one in game.moves[1:3]] == [Doubled, Took]
    assert (game.winner, game.points, game.how) == (1, 2, "resign")


@pytest.mark.parametrize("kind", ["mat-0", "mat-4", "mat-x", "mat-"])
def test_nobody_else_has_a_bet(over, kind):
    assert got(over, "board_file", kind).status_code == 404


@pytest.fixture
def sold(organizer, club, players, monkeypatch):
    """The box has doubled all; Bob, the captain, has bought Cid's cube."""
    rules = "canberra; captain_may_buy=on; automatics=0"
    there = list(players.values())
    evening = session_create(club=club, by=organizer, players=there, rules=rules)
    chouette = Chouette(evening, organizer, monkeypatch).on_board().begin((1, 6))
    chouette.play_any("Bob")
    ids = [chouette.ids[name] for name in ("Bob", "Cid", "Dee")]
    chouette.record(BoxDoubles(tuple(ids)), by="Ann")
    words = zip(ids, ("take", "sell", "take"), strict=True)
    chouette.record(TeamReplies(tuple(words)))
    chouette.act("Ann", "resign", "single")
    for name in ("Bob", "Dee"):
        chouette.act(name, "accept")
    return chouette


def test_a_bought_cube_is_a_file_of_its_own(sold):
    html = got(sold, "board").content.decode()
    assert "Bob, with the cube of Cid" in html
    own, bought = (
        read_mat(got(sold, "board_file", f"mat-2{end}").content) for end in ("", "-bought")
    )
    assert (own.players, own.games[0].how, own.games[0].points) == (("Ann", "Cid"), "drop", 1)
    assert (bought.players, bought.games[0].winner) == (("Ann", "Bob"), 1)
    assert bought.games[0].points == 2
    assert got(sold, "board_file", "mat-3-bought").status_code == 404


def test_programs_get_every_bet_and_what_an_analysis_has_found(sold):
    path = f"boards/{sold.board.public_id}"
    program = program_of(sold.users["Dee"])
    text = program("get", f"{path}/export/mat", {"seat": "2", "bought": "true"})
    assert read_mat(text.content).players == ("Ann", "Bob")
    assert program("get", f"{path}/export/mat", {"seat": "3"}).status_code == 200
    spaced = program("get", f"{path}/export/mat", {"seat": "3\n"})
    assert spaced["Content-Disposition"].endswith('.3.mat"')
    for asked in ({"seat": "9"}, {"seat": "0"}, {"bought": "true"}, {"seat": "x"}):
        assert program("get", f"{path}/export/mat", asked).status_code in (400, 404)
    assert program("get", f"{path}/analysis").status_code == 404
    sold.board.seats.filter(number=3).update(figures={"pr": 4.5})
    assert program("get", f"{path}/analysis").json() == {
        "job": None,
        "seats": [{"number": 3, "figures": {"pr": 4.5}}],
        "luck": [],
    }
    assert program_of(sold.organizer)("get", f"{path}/analysis").status_code == 403


def test_lists_of_boards_name_it(over, organizer):
    client = Client()
    client.force_login(organizer)
    club = client.get(reverse("club_boards", args=[over.session.club.slug]))
    assert club.status_code == 200
    assert over.board.public_id in club.content.decode()


def test_a_phone_that_was_at_the_table_alone_opens_it_from_the_list(over):
    phone, board = over.phone("Cid"), reverse("board", args=[over.board.public_id])
    listed = reverse("session_board", args=[over.session.public_id])
    for link, address in (("?game=1", board), ("?game=1&amp;proof=1", f"{board}proof/")):
        assert f'href="{link}"' in phone.get(listed).content.decode()
        led = phone.get(listed + link.replace("&amp;", "&"))
        assert led.url == address
        assert [one["path"] for one in led.cookies.values()] == [board], "its pass comes along"


def test_a_running_game_is_not_read_or_played_past_its_page(session, organizer, monkeypatch):
    chouette = Chouette(session, organizer, monkeypatch).on_board().begin((6, 1))
    board, ann = chouette.board, chouette.users["Ann"]
    for user in (organizer, ann):
        assert boards_visible_to(user).filter(pk=board.pk).exists()
    assert got(chouette, "board_file", "json").status_code == 200
    client = Client()
    client.force_login(organizer)
    assert client.get(reverse("board_file", args=[board.public_id, "json"])).status_code == 404
    with pytest.raises(BoardRefused) as refused:
        board_act(board=board, sitter=Sitter(0, ann), do="play", text="13/7 8/7")
    assert refused.value.code == "board_of_chouette"


def test_nobody_asks_for_a_rematch_of_one_game(over):
    with pytest.raises(BoardRefused) as refused:
        rematch(board=over.board, by=Sitter(2, over.users["Cid"]))
    assert refused.value.code == "board_of_chouette"


def test_an_archive_brings_the_board_back_with_its_evening(over, club, organizer):
    data = written(club)
    copy = read_back(data, organizer)
    again = copy.boards.get()
    assert (again.session.club, again.game_number) == (copy, 1)
    assert again.session.on_board
    assert [seat.player.name for seat in again.seats.order_by("number")] == list(over.users)
    assert written(copy) == data
