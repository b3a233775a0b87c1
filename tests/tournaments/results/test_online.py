"""Matches on the board online: of an event and rated ones; their results stand by themselves."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from games.boards.presenters.show import fragment_html
from games.boards.services.boards import Terms, board_abandon, board_stop
from games.models import Board, BoardSeat, Club
from tests import evenings
from tests.games.boards.table import Playing
from tests.games.conftest import board_between  # noqa: F401
from tests.tournaments.directing import Directed, agreed
from tests.tournaments.results.test_results import report, two
from tournaments.errors import EventConflict, EventNotAllowed
from tournaments.models import Event, Match, MatchStep
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import pass_create
from tournaments.results.services.board_results import board_count, boards_count
from tournaments.results.services.online import match_board_open
from tournaments.results.services.results import match_report

pytestmark = pytest.mark.django_db


def won(playing: Playing, loser: int | None = None) -> None:
    """Let a side resign a backgammon as soon as it may; in a match to 3 it is over then."""
    while (actor := playing.state.actor) != loser and loser is not None:
        playing.turn()
        assert actor is not None
    side = playing.state.actor
    assert side is not None
    playing.act(side, "resign", "backgammon")
    playing.act(1 - side, "accept")


@pytest.fixture
def rated(board_between, club):  # noqa: F811
    """A rated match to 3 of Ann and Bo after the opening."""
    return board_between(Terms(length=3, is_rated=True))


@pytest.fixture
def club(ann, bo):
    Club.objects.update(boards_rated=True)
    return Club.objects.get()


@pytest.fixture
def organizer():
    return evenings.user("Olga")


@pytest.fixture
def made(organizer):
    return evenings.club()


@pytest.fixture
def ann(made):
    return evenings.member(made, "Ann")


@pytest.fixture
def bo(made):
    return evenings.member(made, "Bo")


def test_a_rated_match_on_the_board_counts_once_when_it_has_ended(
    rated, django_capture_on_commit_callbacks
):
    rated.seed()
    assert board_count(board_id=rated.board.pk) is None
    with django_capture_on_commit_callbacks(execute=True):
        won(rated)
    winner = Board.objects.get().winner
    board_count(board_id=rated.board.pk)
    board_count(board_id=rated.board.pk)

    match = Match.objects.get()
    assert (match.state, match.is_rated, match.winner) == ("settled", True, winner)
    assert (match.first.name, match.second.name) == ("Ann", "Bo")
    assert sorted((match.first_points, match.second_points)) == [0, 3]
    assert [step.sender for step in MatchStep.objects.all()] == [None]


def test_an_end_that_was_never_told_is_counted_by_the_sweep_once(rated):
    won(rated.seed())  # killed before its news: nothing runs on commit here
    now = timezone.now()
    assert not Match.objects.exists()

    assert boards_count(now=now) == 0  # its own news may still be on its way
    swept = [boards_count(now=now + datetime.timedelta(minutes=2)) for _ in range(2)]

    assert swept == [1, 0]
    match = Match.objects.get()
    assert (match.state, match.winner) == ("settled", Board.objects.get().winner)
    assert MatchStep.objects.count() == 1


def test_the_sweep_counts_a_match_of_an_event_and_leaves_what_was_decided_otherwise():
    event = Directed(names="Ann Bob Cid Dee", match_length=3, params={"rounds": 1})
    event.next_round()
    first, second = event.open()
    for match in (first, second):
        board = match_board_open(match=match, by=event.director)
        Board.objects.filter(pk=board.pk).update(
            status=Board.Status.ENDED, winner=0, score_white=3, ended_at=timezone.now()
        )
    report(second, event.director, (1, 3))

    assert boards_count(now=timezone.now() + datetime.timedelta(minutes=2)) == 1
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, first.winner) == ("settled", 0)
    assert (second.winner, second.second_points) == (1, 3)


def test_what_is_not_rated_or_has_a_guest_or_no_winner_makes_no_match(rated, board_between):  # noqa: F811
    unrated = board_between(Terms(length=3)).seed()
    won(unrated)
    assert board_count(board_id=unrated.board.pk) is None
    BoardSeat.objects.filter(board=rated.board, number=1).update(
        kind="guest", player=None, name="Gus"
    )
    won(rated.seed())
    assert board_count(board_id=rated.board.pk) is None
    stopped = board_between(Terms(length=3, is_rated=True))
    assert boards_count(now=timezone.now() + datetime.timedelta(minutes=2)) == 0
    board_stop(board=stopped.board, reason="The power failed.")
    assert board_count(board_id=stopped.board.pk) is None
    assert not Match.objects.exists()


def test_a_match_of_an_event_is_played_on_the_board_and_its_result_stands_in_the_draw(
    django_capture_on_commit_callbacks,
):
    event = Directed(names="Ann Bob", match_length=3, params={"rounds": 1})
    Event.objects.update(self_reports=False)
    match, first, second = two(event)

    board = match_board_open(match=match, by=event.director)
    assert match_board_open(match=match, by=first) == board
    playing = Playing(board, (first, second)).seed()
    assert [seat.player.pk for seat in board.seats.order_by("number")] == [
        match.first_id,
        match.second_id,
    ]
    with django_capture_on_commit_callbacks(execute=True):
        won(playing, loser=0)

    match.refresh_from_db()
    assert (match.state, match.winner) == ("settled", 1)
    assert (match.first_points, match.second_points) == (0, 3)
    with pytest.raises(EventNotAllowed):
        match_board_open(match=match, by=evenings.member(event.club, "Zoe"))


def test_a_result_that_was_entered_before_stays(django_capture_on_commit_callbacks):
    event = Directed(names="Ann Bob", match_length=3, params={"rounds": 1})
    match, first, second = two(event)
    playing = Playing(match_board_open(match=match, by=first), (first, second)).seed()
    match.refresh_from_db()
    said = {"match": match, "by": event.director, "points": (3, 1), "version": match.version}
    agreed(match_report, **said)
    won(playing, loser=0)

    board_count(board_id=playing.board.pk)

    match.refresh_from_db()
    assert (match.winner, match.first_points, match.second_points) == (0, 3, 1)


def test_after_an_abandoned_board_there_is_another_one():
    event = Directed(names="Ann Bob", match_length=3, params={"rounds": 1})
    match, first, _second = two(event)
    board = match_board_open(match=match, by=first)
    board_abandon(board=board, by=event.director, reason="The power failed.")
    assert match_board_open(match=match, by=first) != board


def test_a_player_without_an_account_sits_down_with_the_phone_that_has_their_pass(client):
    event = Directed(names="Ann Bob", match_length=3, params={"rounds": 1})
    event.next_round()
    match = event.match("Ann", "Bob")
    made = pass_create(event=event.event, player=match.second, by=event.director)
    client.get(f"/e/link/{token_sealed(made.token)}/")

    answer = client.post(f"/matches/{match.public_id}/board/")

    board = Board.objects.get()
    assert answer.url == f"/boards/{board.public_id}/"
    assert [seat.player_id for seat in board.seats.all()] == [match.first_id, match.second_id]
    assert 'data-seat="1"' in client.get(answer.url).content.decode()


def test_strangers_open_no_board_of_a_match(client):
    event = Directed(names="Ann Bob", match_length=3, params={"rounds": 1})
    event.next_round()
    match = event.match("Ann", "Bob")
    Club.objects.update(visibility="public")

    assert client.post(f"/matches/{match.public_id}/board/").url.startswith("/sign-in/")
    client.force_login(evenings.member(event.club, "Zoe"))
    assert client.post(f"/matches/{match.public_id}/board/").status_code == 403
    assert not Board.objects.exists()


def test_what_is_decided_gets_no_board():
    event = Directed(names="Ann Bob", match_length=3, params={"rounds": 1})
    match, first, _second = two(event)
    report(match, event.director, (3, 1))
    with pytest.raises(EventConflict):
        match_board_open(match=match, by=first)


@pytest.fixture
def phone(client):
    """Bob's phone with its pass, and his match of an event in a private club on a board."""
    event = Directed(names="Ann Bob", match_length=3, params={"rounds": 1})
    event.next_round()
    match = event.match("Ann", "Bob")
    made = pass_create(event=event.event, player=event.player("Bob"), by=event.director)
    client.get(f"/e/link/{token_sealed(made.token)}/")
    return client, event, match, match_board_open(match=match, by=event.director)


def test_a_players_page_leads_to_their_board_in_one_tap(phone):
    client, event, match, board = phone
    page = client.get(f"/events/{event.event.public_id}/me/").content.decode()
    assert f'action="/matches/{match.public_id}/board/"' in page
    assert client.post(f"/matches/{match.public_id}/board/").url == f"/boards/{board.public_id}/"


@pytest.mark.parametrize("visibility", ["members", "public"])
def test_the_boards_bare_address_leads_a_player_to_where_they_sit_down(phone, visibility):
    client, _event, match, board = phone
    Club.objects.update(visibility=visibility)
    assert client.get(f"/boards/{board.public_id}/").url == f"/matches/{match.public_id}/"


def test_the_boards_bare_address_says_to_others_where_players_go():
    event = Directed(names="Ann Bob", match_length=3, params={"rounds": 1})
    match, first, second = two(event)
    board = match_board_open(match=match, by=first)
    stranger = Client()
    for address in (f"/boards/{board.public_id}/", "/boards/abcdefgh12345678/"):
        answer = stranger.get(address)
        assert answer.status_code == 404
        assert "Do you play here?" in answer.content.decode()
    Club.objects.update(visibility="public")
    Playing(board, (first, second)).seed()
    assert "You are watching." in stranger.get(f"/boards/{board.public_id}/").content.decode()


def test_a_rated_board_leads_to_its_match_once_it_has_counted(rated: Playing) -> None:
    playing = rated.seed()
    won(playing)

    def news() -> str:
        playing.board.refresh_from_db()
        return fragment_html(playing.board, 0, sees_names=True)

    assert playing.state.stage == "over"
    assert "To the match" not in news()
    board_count(board_id=playing.board.pk)
    assert "To the match" in news()
    assert "does not count" not in news()
