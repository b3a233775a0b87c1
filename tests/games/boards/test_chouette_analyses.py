"""The analysis of a chouette: the captain's plays, everybody's cubes, the luck of each bet."""

import pytest
from django.test import Client
from django.urls import reverse

from games.assistant.chouette_decisions import majority_lost
from games.assistant.findings import Findings
from games.files.services import analyses
from games.files.services.job_files import JobFiles
from games.models import Board, Job
from games.record.services.actions import undo
from games.rules.chouette import BoxReplies
from games.sessions.actors import cookie_name
from tests.games.assistant.stand_in import StandIn
from tests.games.boards.chouettes import Chouette

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_folder")]

BOX, BOB, CID, DEE = range(4)


@pytest.fixture(autouse=True)
def engine(monkeypatch):
    """Holding is worth 0.6, a double that is taken 0.7, one that is dropped 1."""
    monkeypatch.setattr(analyses, "engine_of", lambda _plies: StandIn())
    monkeypatch.setattr(analyses, "has_sage", lambda: True)


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    return Chouette(session, organizer, monkeypatch).on_board()


def resigned(chouette):
    """Who is to roll resigns, and everybody who is asked agrees."""
    names = list(chouette.users)
    chouette.act("Bob" if chouette.state.actor else "Ann", "resign", "single")
    for seat in chouette.state.team.asked:
        chouette.act(names[seat], "accept")


@pytest.fixture
def over(chouette):
    """Cid alone doubles in the team's first turn, and the box takes; then the team resigns."""
    chouette.begin((6, 1), (5, 5), (3, 1))
    chouette.play_any("Ann")
    chouette.hold("Bob")
    chouette.declare("Cid", "double")
    chouette.hold("Dee")
    box(chouette, "take")
    chouette.act("Bob", "roll")
    chouette.play_any("Bob")
    chouette.act("Ann", "roll")
    chouette.play_any("Ann")
    resigned(chouette)
    return chouette


def box(chouette, word):
    waiting = chouette.table.game.round.waiting
    chouette.record(BoxReplies(tuple((member, word) for member in waiting)), by="Ann")


@pytest.fixture
def found(over, django_capture_on_commit_callbacks):
    return analysed(over, django_capture_on_commit_callbacks)


def analysed(chouette, committed):
    client = Client()
    client.force_login(chouette.users["Bob"])
    with committed(execute=True):
        client.post(reverse("board_analyse", args=[chouette.board.public_id]))
    job = Job.objects.get(board=chouette.board)
    assert job.state == Job.State.DONE, job.message
    return Findings.read(JobFiles.of(job).result.read_text())


def cubes(found, seat):
    return [(one.move, one.act, round(one.loss, 3)) for one in found.decisions
            if one.side == seat and one.act != "play"]  # fmt: skip


def test_each_cube_is_judged_for_its_own_member(found):
    assert cubes(found, BOB) == [(1, "hold", 0.1)]
    assert cubes(found, CID) == [(1, "double", 0.0)]
    assert cubes(found, DEE) == [(1, "hold", 0.1)]


def test_the_box_answers_once_and_holds_each_cube_that_it_may_turn(found):
    assert cubes(found, BOX) == [
        (1, "take", 0.0), (2, "hold", 0.1), (2, "hold", 0.1), (2, "hold", 0.1),
    ]  # fmt: skip


def test_plays_go_to_who_made_them(found):
    plays = [(one.side, one.roll) for one in found.decisions if one.act == "play"]
    assert plays == [(BOX, (6, 1)), (BOB, (5, 5)), (BOX, (3, 1))]
    assert len(found.sides) == 4
    assert [one.plays for one in found.sides] == [2, 1, 0, 0]


def test_what_the_majority_had_cost_stands_beside_what_their_own_words_cost(found):
    assert {seat: (round(own, 3), round(all_, 3)) for seat, (own, all_) in
            majority_lost(found.decisions).items()} == {
        BOB: (0.1, 0.1), CID: (0.0, 0.1), DEE: (0.1, 0.1),
    }  # fmt: skip


def test_the_luck_of_a_bet_is_that_of_both_sides_at_its_own_cube(found):
    """A roll is worth a tenth of its pips: on average 0.7, and 5-5 0.3 more, 3-1 0.3 less."""
    luck = [round(one.bet_luck, 3) for one in found.sides]
    assert luck == [-2.4, 0.6, 1.2, 0.6]


def test_figures_are_kept_with_the_seats_for_season_and_proof(found, over):
    kept = [seat.figures for seat in over.board.seats.order_by("number")]
    assert [figures["cubes"] for figures in kept] == [4, 1, 1, 1]
    assert len(over.board.luck) == len([one for one in found.decisions if one.act == "play"])
    html = page(over, "board_proof", over.board.public_id)
    assert "Luck of each bet" in html


def test_its_page_has_an_account_for_everybody_and_leads_into_the_replay(found, over):
    job = Job.objects.get(board=over.board)
    html = page(over, "analysis", job.public_id)
    for name in over.users:
        assert f"<caption><b>{name}</b></caption>" in html
    # Dee has made no play: their account has the cube, and neither plays nor dice.
    of_dee = html.partition("<caption><b>Dee</b></caption>")[2].partition("</table>")[0]
    assert "lost by the cube" in of_dee
    assert "lost by plays" not in of_dee
    assert "Luck of the dice" not in of_dee
    assert "Bob and Dee lost 0.100 each" in html  # they held at the same moment, equal cubes
    assert "had the majority decided" in html
    assert "take point" in html
    replayed = reverse("analysis_game", args=[job.public_id, 1])
    assert f"{replayed}?decision=1" in html
    assert replayed in page(over, "board_game", over.board.public_id, 1)
    held = page(over, "analysis_game", job.public_id, 1)
    assert "Bob and Dee: no double." in held
    assert page(over, "board_game", over.board.public_id, 1)


def test_what_is_shown_and_given_away_has_the_cube_that_was_judged(found):
    """Cid's cube alone is turned: it is his, at 2; in the middle a gammon counts for nothing."""
    cube = [(one.side, one.act, *xgid_cube(one.position)) for one in found.decisions]
    assert cube == [
        (BOX, "play", 1, "centre", "Jacoby"),
        (BOB, "hold", 1, "centre", "Jacoby"),
        (CID, "double", 1, "centre", "Jacoby"),
        (DEE, "hold", 1, "centre", "Jacoby"),
        (BOX, "take", 1, "centre", "Jacoby"),
        (BOB, "play", 1, "centre", "Jacoby"),
        (BOX, "hold", 1, "centre", "Jacoby"),
        (BOX, "hold", 2, "box", ""),
        (BOX, "hold", 1, "centre", "Jacoby"),
        (BOX, "play", 1, "centre", "Jacoby"),
    ]


def xgid_cube(text):
    """The value of the cube, whose it is with White in the box, and whether Jacoby is played."""
    _board, value, owner, _turn, _dice, _white, _black, rules, *_rest = text.split(":")
    owners = {"0": "centre", "1": "box", "-1": "member"}
    return 2 ** int(value), owners[owner], "Jacoby" if int(rules) & 1 else ""


def test_a_phone_without_an_account_is_led_to_the_analysis(found, over):
    phone = over.phone("Dee")
    board = reverse("board", args=[over.board.public_id])
    link = reverse("board_analysis", args=[over.board.public_id])
    assert link in phone.get(board).content.decode()
    led = phone.get(link)
    cookie = led.cookies[cookie_name(over.session)]
    assert (led.status_code, cookie["path"]) == (302, led.url)
    assert "Bob and Dee lost" in phone.get(led.url).content.decode()
    assert Client().get(link).status_code == 404


def page(chouette, name, *args):
    client = Client()
    client.force_login(chouette.users["Bob"])
    answer = client.get(reverse(name, args=args), {"at": "1"} if name == "board_game" else {})
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_word_that_was_taken_back_at_the_table_is_not_judged(
    chouette, django_capture_on_commit_callbacks
):
    chouette.begin((6, 1), (5, 5))
    chouette.play_any("Ann")
    for name in ("Bob", "Cid", "Dee"):
        chouette.declare(name, "double")
    chouette.session.refresh_from_db()
    seen = chouette.session.version
    undo(session=chouette.session, version=seen, key="back", sender=chouette.organizer, steps=1)
    chouette.act("Bob", "roll")
    chouette.play_any("Bob")
    resigned(chouette)
    found = analysed(chouette, django_capture_on_commit_callbacks)
    for seat in (BOB, CID, DEE):
        assert cubes(found, seat) == [(1, "hold", 0.1)]


def test_a_game_that_the_cubes_ended_is_analysed_and_replayed(
    chouette, django_capture_on_commit_callbacks
):
    chouette.begin((6, 1))
    chouette.play_any("Ann")
    for name in ("Bob", "Cid", "Dee"):
        chouette.declare(name, "double")
    box(chouette, "drop")
    assert chouette.board.status == Board.Status.ENDED
    found = analysed(chouette, django_capture_on_commit_callbacks)
    assert cubes(found, BOX) == [(1, "drop", 0.3)] * 3
    assert "doubles" not in page(chouette, "board_game", chouette.board.public_id, 1)
