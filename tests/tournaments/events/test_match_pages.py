"""The page of a match: the score is kept by tapping, once for each tap, and everything is told."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import User
from tests import evenings
from tests.tournaments.events.directing import Directed, key
from tournaments.errors import Refused
from tournaments.match.clock import MINUTE, SECOND, Control
from tournaments.models import Match, MatchStep
from tournaments.presenters.matches import match_page
from tournaments.selectors.match_pages import PAGE_SIZE, match_find, steps_of_match
from tournaments.services import clocks
from tournaments.services.results import match_confirm, match_create, match_play, match_report

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


class Board:
    """A match of Ann and Bob to 5, outside of any event; each has an account."""

    def __init__(self, length: int | None = 5) -> None:
        self.club = evenings.club()
        self.director: User = evenings.user("Olga")
        self.ann, self.bob = (self.member(name) for name in ("Ann", "Bob"))
        first, second = (self.club.players.get(name=name) for name in ("Ann", "Bob"))
        self.match: Match = match_create(
            club=self.club, by=self.ann, first=first, second=second, length=length
        )
        self.client = Client()
        self.client.force_login(self.ann)
        self.where = f"/matches/{self.match.public_id}/"

    def member(self, name: str) -> User:
        user = evenings.member(self.club, name)
        self.club.players.create(name=name, user=user)
        return user

    def tap(self, do: str = "play", client: Client | None = None, **fields: Any) -> Any:
        """Tap a button of the page as it stands."""
        self.match.refresh_from_db()
        sent = {"do": do, "version": self.match.version, "key": key(), **fields}
        answer = (client or self.client).post(f"{self.where}act/", sent, headers=HTMX)
        self.match.refresh_from_db()
        return answer

    def win(self, side: int, level: str = "single") -> Any:
        return self.tap(kind="win", side=side, level=level)

    def page(self, client: Client | None = None) -> str:
        text: str = (client or self.client).get(self.where).content.decode()
        return text

    def points(self) -> tuple[int, int]:
        return self.match.first_points, self.match.second_points

    def signed_in(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client


@pytest.fixture
def board() -> Board:
    return Board()


def button(page: str, id: str) -> str:
    """What stands on a button, without the marks."""
    found = re.search(rf'<button[^>]*id="{id}"[^>]*>(.*?)</button>', page, re.S)
    assert found, id
    return re.sub(r"<[^>]+>", " ", found[1]).strip()


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
    assert "You have reported: Ann wins 5 : 1. Bob confirms it." in said
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
            match_page(match_find(board.match.public_id), board.ann, steps_of_match(board.match))
        return len(caught)

    board.win(0)
    few = queries()
    for _game in range(3):
        board.win(1)
        board.tap("undo")
    assert queries() == few


# the clock


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The time of the day, in milliseconds, which a test moves on."""
    moment = {"now": 1_000_000}
    monkeypatch.setattr(clocks, "now", lambda: moment["now"])
    return moment


def set_clock(board: Board) -> None:
    board.match.refresh_from_db()
    clocks.match_clock_set(
        match=board.match,
        by=board.ann,
        control=Control(10 * MINUTE, 12 * SECOND),
        version=board.match.version,
        key=key(),
    )


def press(board: Board, side: int) -> Match:
    return clocks.match_clock_press(match=board.match, by=board.ann, side=side, key=key())


def left(match: Match, at: dict[str, int]) -> tuple[int, int]:
    clock = clocks.clock_of(match)
    assert clock is not None
    return clock.remaining(0, at["now"]), clock.remaining(1, at["now"])


def test_the_clock_runs_for_the_side_that_is_to_move(board: Board, at: dict[str, int]) -> None:
    set_clock(board)
    press(board, 0)  # Ann has rolled and moved: Bob's time runs
    at["now"] += 20 * SECOND
    match = press(board, 1)
    # The first 12 of his 20 seconds are free.
    assert left(match, at) == (10 * MINUTE, 10 * MINUTE - 8 * SECOND)
    at["now"] += 12 * SECOND
    assert left(press(board, 0), at) == (10 * MINUTE, 10 * MINUTE - 8 * SECOND)


def test_a_turn_is_ended_once_however_often_one_taps(board: Board, at: dict[str, int]) -> None:
    set_clock(board)
    press(board, 0)
    with pytest.raises(Refused):
        press(board, 0)
    clock = clocks.clock_of(Match.objects.get())
    assert clock is not None
    assert clock.turn == 1


def test_a_stopped_clock_goes_on_where_it_stood(board: Board, at: dict[str, int]) -> None:
    set_clock(board)
    press(board, 0)
    at["now"] += 30 * SECOND
    clocks.match_clock_pause(match=board.match, by=board.ann, key=key())
    at["now"] += 5 * MINUTE
    match = press(board, 0)
    assert left(match, at) == (10 * MINUTE, 10 * MINUTE - 18 * SECOND)
    clock = clocks.clock_of(match)
    assert clock is not None
    assert (clock.turn, clock.is_running) == (1, True)


def test_a_time_that_is_up_is_said_and_decides_nothing(board: Board, at: dict[str, int]) -> None:
    set_clock(board)
    press(board, 0)
    at["now"] += 11 * MINUTE
    page = match_page(match_find(board.match.public_id), board.ann, [])
    assert page.clock is not None
    assert page.clock.out == "The time of Bob is up."
    board.match.refresh_from_db()
    assert board.match.state == Match.State.OPEN


def test_steps_of_the_clock_are_kept_and_told_to_nobody(board: Board, at: dict[str, int]) -> None:
    board.win(0)
    set_clock(board)
    press(board, 0)
    assert MatchStep.objects.filter(kind="clock").count() == 2
    assert [step.kind for step in steps_of_match(board.match)] == ["play"]
    assert "undo “Ann wins a single game: 1 point”" in " ".join(
        button(board.page(), "undo").split()
    )


# the matches of a club


def test_a_match_is_started_from_the_list(board: Board) -> None:
    where = f"/clubs/{board.club.slug}/matches/"
    ann, bob = (board.club.players.get(name=name).public_id for name in ("Ann", "Bob"))
    made = board.client.post(f"{where}new/", {"first": bob, "second": ann, "length": 9})
    newest = Match.objects.latest("pk")
    assert made["Location"] == f"/matches/{newest.public_id}/"
    assert (newest.first and newest.first.name, newest.length) == ("Bob", 9)
    other = {"first": bob, "second": ann, "length": 9, "other_length": 13}
    board.client.post(f"{where}new/", other)
    assert Match.objects.latest("pk").length == 13


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"length": 7}, "Choose the two who play."),
        ({"first": "Ann", "second": "Ann", "length": 7}, "A match is between two different"),
        ({"first": "Ann", "second": "Bob"}, "To how many points do they play?"),
        ({"first": "Ann", "second": "Bob", "length": 99}, "A match is to 1 to 64 points"),
        ({"first": "Ann", "second": "Bob", "length": "x"}, "is not a whole number from 0."),
    ],
)
def test_a_match_that_cannot_be_is_not_started(
    board: Board, fields: dict[str, Any], sentence: str
) -> None:
    for name in ("first", "second"):
        if name in fields:
            fields = {**fields, name: board.club.players.get(name=fields[name]).public_id}
    answer = board.client.post(f"/clubs/{board.club.slug}/matches/new/", fields)
    assert answer.status_code in {400, 422}
    assert sentence in answer.content.decode()
    assert Match.objects.count() == 1


def test_who_may_not_start_a_match_is_not_offered_it(board: Board) -> None:
    stranger = board.signed_in(evenings.user("Zoe"))
    where = f"/clubs/{board.club.slug}/matches/"
    assert stranger.get(where).status_code == 404
    board.club.visibility = "public"
    board.club.save()
    assert "Start a match" not in stranger.get(where).content.decode()
    ann, bob = (board.club.players.get(name=name).public_id for name in ("Ann", "Bob"))
    sent = {"first": ann, "second": bob, "length": 7}
    assert stranger.post(f"{where}new/", sent).status_code == 403
    assert Client().post(f"{where}new/", sent)["Location"].startswith("/sign-in/")
    assert Match.objects.count() == 1


def test_the_list_goes_on_page_by_page_and_each_match_is_on_one(board: Board) -> None:
    first, second = board.match.first, board.match.second
    assert first is not None
    assert second is not None
    for _match in range(2 * PAGE_SIZE):
        match_create(club=board.club, by=board.ann, first=first, second=second, length=3)
    where, seen, before = f"/clubs/{board.club.slug}/matches/", [], ""
    for _page in range(3):
        page = board.client.get(where, {"before": before, "player": first.public_id})
        text = page.content.decode()
        seen += re.findall(r'href="/matches/(\w+)/"', text)
        older = re.findall(r'rel="next" href="[^"]*before=(\w+)"', text)
        before = older[0] if older else ""
    assert not before
    assert len(seen) == 2 * PAGE_SIZE + 1
    assert set(seen) == set(Match.objects.values_list("public_id", flat=True))


def test_the_list_leaves_out_drafts_byes_and_other_clubs() -> None:
    event = Directed(names="Ann Bob Cid", match_length=3)
    elsewhere = Directed(of=evenings.club("monday", visibility="public"), names="Eve Fay")
    elsewhere.next_round()
    from tournaments.services.draws import draw_make

    client = Client()
    client.force_login(event.director)
    where = f"/clubs/{event.club.slug}/matches/"
    draw_make(division=event.division, by=event.director)
    assert "/matches/" + Match.objects.filter(round__division=event.division)[0].public_id not in (
        client.get(where).content.decode()
    )
    event.next_round()
    played = event.open()
    assert re.findall(r'href="/matches/(\w+)/"', client.get(where).content.decode()) == [
        one.public_id for one in played
    ]


def test_the_list_needs_as_many_queries_for_many_matches_as_for_one(board: Board) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            board.client.get(f"/clubs/{board.club.slug}/matches/")
        return len(caught)

    queries()
    few = queries()
    first, second = board.match.first, board.match.second
    assert first is not None
    assert second is not None
    for _match in range(10):
        match_create(club=board.club, by=board.ann, first=first, second=second, length=3)
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
    assert seen == [final.public_id]
    done = client.post(where, {**sent, "key": key(), "seen": seen}, headers=HTMX)
    assert done.status_code == 200
    assert Match.objects.get(pk=semi.pk).state == Match.State.OPEN
    assert Match.objects.get(pk=final.pk).state == Match.State.WAITING


def test_what_services_write_is_told_in_words(board: Board) -> None:
    match_report(match=board.match, by=board.ann, points=(5, 2), version=0, key=key())
    match_confirm(match=board.match, by=board.bob, version=1, key=key())
    page = match_page(
        match_find(board.match.public_id), board.director, steps_of_match(board.match)
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
    page = match_page(match_find(board.match.public_id), board.ann, steps_of_match(board.match))
    assert [past.what for past in page.history] == [
        "Ann drops: 2 points for Bob",
        "Bob doubles to 4",
        "Bob takes at 2",
        "Ann doubles to 2",
    ]
    assert [(game.text, game.score) for game in page.games] == [
        ("Ann drops: 2 points for Bob", "0 : 2")
    ]
