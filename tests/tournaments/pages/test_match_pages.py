"""The page of a match: the score is kept by tapping, once for each tap, and everything is told."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.permissions import Reader
from tests.tournaments.boards import HTMX, Board, button
from tests.tournaments.directing import Directed, key
from tournaments.models import Match
from tournaments.pages.presenters.matches import match_page
from tournaments.pages.selectors.matches import match_find, steps_of_match
from tournaments.results.services.results import match_confirm, match_play, match_report

pytestmark = pytest.mark.django_db


def test_a_button_says_what_it_brings(board: Board) -> None:
    assert "2 points" in button(board.page(), "win-0-gammon")
    board.tap(kind="double", side=1)
    answer = board.page()
    assert "Doppler" not in answer
    assert "1 point for Bob" in button(answer, "drop")
    board.tap(kind="take")
    page = board.page()
    # The cube is at 2: a gammon counts 4 of the 5 points, a backgammon 6, which is the match.
    assert "4 points" in button(page, "win-1-gammon")
    assert "6 points, the match" in button(page, "win-1-backgammon")
    assert "2 points" in button(page, "resign-0-single")


def test_a_match_is_kept_game_by_game_and_confirmed_by_the_opponent(board: Board) -> None:
    board.tap(kind="double", side=0)
    board.tap(kind="take")
    board.win(0, "gammon")
    assert board.points() == (4, 0)
    assert "Crawford game" in board.page()
    board.win(1)
    assert "After Crawford" in board.page()
    said = board.win(0).content.decode()
    assert board.match.state == Match.State.REPORTED
    assert "You have reported: Ann wins 5 : 1. Bob has to confirm it." in said
    assert board.tap("confirm").status_code == 403
    bob = board.signed_in(board.bob)
    assert "Ann has reported: Ann wins 5 : 1. Is that right?" in board.page(bob)
    board.tap("confirm", client=bob)
    assert (board.match.state, board.match.winner) == (Match.State.SETTLED, 0)
    assert "Ann wins 5 : 1." in board.page(bob)


def test_there_is_no_doubling_in_the_crawford_game_and_the_button_says_why(board: Board) -> None:
    board.win(0, "backgammon")
    board.win(0)
    page = board.page()
    assert "Crawford game" in button(page, "double-0")
    assert "disabled" in re.findall(r'<button[^>]*id="double-1"[^>]*>', page)[0]
    answer = board.tap(kind="double", side=1)
    assert answer.status_code == 400
    assert "There is no doubling in the Crawford game." in answer.content.decode()


def test_a_double_that_brings_nothing_says_so(board: Board) -> None:
    for side in (0, 0, 0, 0, 1):
        board.win(side)
    # Ann needs one point: only Bob has anything from a higher cube.
    page = board.page()
    assert "brings nothing" in button(page, "double-0")
    assert "brings nothing" not in button(page, "double-1")


def test_the_same_tap_sent_twice_counts_once(board: Board) -> None:
    sent = {
        "do": "play",
        "kind": "win",
        "side": 0,
        "level": "gammon",
        "version": 0,
        "key": key(),
    }
    answers = [board.client.post(f"{board.where}act/", sent, headers=HTMX) for _tap in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 200]
    board.match.refresh_from_db()
    assert board.points() == (2, 0)
    assert board.match.log.count() == 1


def test_a_stale_tap_writes_nothing_and_shows_the_match_as_it_is(board: Board) -> None:
    board.win(1, "gammon")
    sent = {"do": "play", "kind": "win", "side": 0, "level": "single", "version": 0, "key": key()}
    answer = board.client.post(f"{board.where}act/", sent, headers=HTMX)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Somebody was faster: this match has changed." in text
    assert f'data-version="{board.match.version}"' in text
    assert "Bob 2" in text
    board.match.refresh_from_db()
    assert board.points() == (0, 2)


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "nonsense"},
        {"do": "play", "kind": "forfeit", "side": "0", "reason": "x"},
        {"do": "play", "kind": "penalty", "side": "0", "points": "1"},
        {"do": "play", "kind": "win", "side": "2", "level": "single"},
        {"do": "play", "kind": "win", "side": "0", "level": "triple"},
        {"do": "play", "kind": "points", "side": "0", "points": "-1"},
        {"do": "play", "kind": "points", "side": "0"},
        {"do": "report"},
        {"do": "report", "winner": "0", "loser_points": "9"},
        {"do": "report", "first_points": "5", "second_points": "5"},
        {"do": "clock_set", "minutes": "0"},
        {"do": "clock_press", "side": "0"},
        {"do": "undo"},
        {"do": "confirm"},
        {"do": "play", "kind": "win", "side": "0", "level": "single", "key": ""},
        {"do": "play", "kind": "win", "side": "0", "level": "single", "key": "x" * 65},
    ],
)
def test_nonsense_is_refused_with_a_sentence_and_writes_nothing(
    board: Board, fields: dict[str, str]
) -> None:
    sent = {"version": "0", "key": key(), **fields}
    answer = board.client.post(f"{board.where}act/", sent, headers=HTMX)
    assert answer.status_code in {400, 409, 422}
    assert 'role="alert"' in answer.content.decode()
    board.match.refresh_from_db()
    assert (board.match.version, board.match.log.count()) == (0, 0)


def test_undo_says_what_it_takes_back_and_whose_it_was(board: Board) -> None:
    board.win(0, "gammon")
    assert "undo “Ann wins a gammon: 2 points” (Ann)" in " ".join(
        button(board.page(), "undo").split()
    )
    board.tap("undo")
    assert board.points() == (0, 0)
    page = board.page()
    assert 'id="undo"' not in page
    assert "Ann wins a gammon: 2 points (taken back)" in page


def test_only_the_points_or_only_the_end_may_be_entered(board: Board) -> None:
    board.tap(kind="points", side=1, points=3)
    assert board.points() == (0, 3)
    assert "Bob wins 3 points" in board.page()
    board.tap("report", first_points=2, second_points=5)
    assert (board.match.state, board.points()) == (Match.State.REPORTED, (2, 5))
    assert "Final score 2 : 5" in board.page()


def test_who_looks_on_sees_the_score_and_no_buttons(board: Board) -> None:
    cid = board.signed_in(board.member("Cid"))
    board.win(0)
    page = board.page(cid)
    assert "needs 4" in page
    for id in ("win-0-single", "double-0", "undo", "clock-set"):
        assert f'id="{id}"' not in page
    assert "Who entered what, and when" in page


def test_the_page_hears_nothing_while_nothing_has_changed(board: Board) -> None:
    live = f"{board.where}live/"
    assert board.client.get(live, {"version": "0"}, headers=HTMX).status_code == 204
    board.win(0)
    news = board.client.get(live, {"version": "0"}, headers=HTMX)
    assert 'data-said="Ann 1, Bob 0."' in news.content.decode()


def test_without_a_script_a_tap_leads_back_to_the_page(board: Board) -> None:
    sent = {"do": "play", "kind": "win", "side": 0, "level": "single", "version": 0, "key": key()}
    answer = board.client.post(f"{board.where}act/", sent)
    assert answer.status_code == 302
    assert answer["Location"] == board.where
    again = board.client.post(f"{board.where}act/", {**sent, "key": key()})
    assert again.status_code == 409
    assert "<html" in again.content.decode()


def test_a_long_match_is_read_with_as_many_queries_as_a_short_one(board: Board) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            page = match_page(
                match_find(board.match.public_id), board.ann, steps_of_match(board.match)
            )
        assert [side.points for side in page.sides] == ["1", "0"]
        return len(caught)

    board.win(0)
    few = queries()
    for _game in range(3):
        board.win(1)
        board.tap("undo")
    assert queries() == few


def test_an_undo_that_changes_later_matches_shows_them_before_it_is_done() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="single", match_length=3)
    event.next_round()
    semis = event.open()
    for match in semis:
        event.win(match, 0)
    final = event.open()[0]
    event.win(final, 0)
    client = Client()
    client.force_login(event.director)
    semi = Match.objects.get(pk=semis[0].pk)
    sent = {"do": "undo", "version": semi.version, "key": key()}
    where = f"/matches/{semi.public_id}/act/"
    asked = client.post(where, sent, headers=HTMX)
    assert asked.status_code == 409
    text = asked.content.decode()
    assert str(Match.objects.select_related("first", "second").get(pk=final.pk)) in text
    assert "Undo it all the same" in text
    seen = re.findall(r'name="seen" value="(\w+)"', text)
    assert len(seen) == 1
    done = client.post(where, {**sent, "key": key(), "seen": seen}, headers=HTMX)
    assert done.status_code == 200
    assert Match.objects.get(pk=semi.pk).state == Match.State.OPEN
    assert Match.objects.get(pk=final.pk).state == Match.State.WAITING


def test_what_services_write_is_told_in_words(board: Board) -> None:
    match_report(match=board.match, by=board.ann, points=(5, 2), version=0, key=key())
    match_confirm(match=board.match, by=board.bob, version=1, key=key())
    page = match_page(
        match_find(board.match.public_id),
        board.director,
        steps_of_match(board.match),
        Reader.of(board.director, board.match.club),
    )
    assert [(past.who, past.what) for past in page.history] == [
        ("Bob", "The result is confirmed"),
        ("Ann", "Final score 5 : 2"),
    ]


def test_doubles_takes_and_drops_are_told_with_the_cube_as_it_was(board: Board) -> None:
    for row in ({"kind": "double", "side": 0}, {"kind": "take"}, {"kind": "double", "side": 1}):
        board.match.refresh_from_db()
        match_play(
            match=board.match, by=board.ann, event=row, version=board.match.version, key=key()
        )
    board.tap(kind="drop")
    reader = Reader.of(board.ann, board.match.club)
    found = match_find(board.match.public_id)
    page = match_page(found, board.ann, steps_of_match(board.match), reader)
    assert [past.what for past in page.history] == [
        "Ann drops: 2 points for Bob",
        "Bob doubles to 4",
        "Bob takes at 2",
        "Ann doubles to 2",
    ]
    assert [(game.text, game.score) for game in page.games] == [
        ("Ann drops: 2 points for Bob", "0 : 2")
    ]
