"""The leaderboard's projection: it follows the games, and may be written as often as one likes."""

import threading
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from kombu.exceptions import OperationalError

from games.models import Club, Season
from games.services.csn import csn_import
from tests import evenings
from tests.evenings import MONDAY, TUESDAY, WEDNESDAY, Evening
from tournaments.models import LeaderboardRow
from tournaments.selectors import Order, leaderboard, leaderboard_asked, seasons_of
from tournaments.services import leaderboard_rebuild
from tournaments.tasks import rebuild_leaderboard

pytestmark = pytest.mark.django_db


def rows(club: Club, season: Season | None = None) -> list[tuple[Any, ...]]:
    """Place, name, points and games, best first."""
    found = LeaderboardRow.objects.filter(club=club, season=season).order_by("by_points")
    return list(found.values_list("place", "player__name", "points", "games"))


def test_points_games_and_roles_are_counted() -> None:
    # Box Ann twice: +3, then -3 (Cid captain, +1; Bob +2).
    club = evenings.club()
    Evening(club).game(Bob=-1, Cid=-2).game(Cid=1, Bob=2)
    leaderboard_rebuild(club_id=club.pk)
    assert rows(club) == [(1, "Bob", 100, 2), (2, "Ann", 0, 2), (3, "Cid", -100, 2)]
    bob = LeaderboardRow.objects.get(player__name="Bob")
    assert (bob.as_box, bob.as_partner, bob.as_captain, bob.as_crew) == (0, 0, 1, 1)
    assert bob.average == 50


def test_a_season_counts_its_own_games_and_all_time_counts_all() -> None:
    club = evenings.club()
    spring = Season.objects.create(club=club, name="Spring", starts_on=MONDAY, ends_on=MONDAY)
    Evening(club, day=MONDAY).game(Bob=-1)
    Evening(club, day=TUESDAY).game(Bob=-1)
    leaderboard_rebuild(club_id=club.pk)
    assert rows(club, spring)[0] == (1, "Ann", 100, 1)
    assert rows(club)[0] == (1, "Ann", 200, 2)


def test_void_sessions_and_other_clubs_do_not_count() -> None:
    club, other = evenings.club(), evenings.club("other")
    Evening(club).game(Bob=-1)
    Evening(club).game(Bob=-4).void()
    Evening(other).game(Bob=-2)
    leaderboard_rebuild(club_id=club.pk)
    assert rows(club)[0] == (1, "Ann", 100, 1)


def test_twice_is_as_good_as_once() -> None:
    club = evenings.club()
    Evening(club).game(Bob=-1)
    assert leaderboard_rebuild(club_id=club.pk) == leaderboard_rebuild(club_id=club.pk) == 3
    assert len(rows(club)) == 3


def test_a_club_that_is_gone_has_no_leaderboard() -> None:
    assert leaderboard_rebuild(club_id=4711) == 0


def test_it_is_queued_when_results_change_and_not_before(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued: list[int] = []
    monkeypatch.setattr(rebuild_leaderboard, "delay_on_commit", queued.append)
    club = evenings.club()
    with django_capture_on_commit_callbacks(execute=True):
        evening = Evening(club)
        evening.start()
    assert queued == []
    with django_capture_on_commit_callbacks(execute=True):
        Evening(club).game(Bob=-1)
    assert queued == [club.pk]


@pytest.mark.django_db(transaction=True)
def test_a_finished_game_stands_in_the_leaderboard_by_itself() -> None:
    club = evenings.club()
    evening = Evening(club).game(Bob=-1)
    assert rows(club)[0] == (1, "Ann", 100, 1)
    evening.void()
    assert rows(club) == []


@pytest.mark.django_db(transaction=True)
def test_an_imported_evening_stands_in_the_leaderboard_by_itself() -> None:
    club = evenings.club()
    text = '[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\ngame\nbox wins\n'
    csn_import(club=club, by=evenings.user("Olga"), text=text)
    assert rows(club)[0] == (1, "Ann", 200, 1)


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_does_not_answer_loses_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(club_id: int) -> None:
        raise OperationalError

    monkeypatch.setattr(rebuild_leaderboard, "delay_on_commit", refuse)
    evening = Evening(evenings.club()).game(Bob=-1)
    assert evening.session.games.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_at_once_do_no_harm() -> None:
    club = evenings.club()
    Evening(club).game(Bob=-1)
    errors: list[BaseException] = []

    def rebuild() -> None:
        try:
            leaderboard_rebuild(club_id=club.pk)
        except BaseException as error:
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=rebuild) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert rows(club) == [(1, "Ann", 100, 1), (2, "Cid", 0, 1), (3, "Bob", -100, 1)]


def test_the_command_rebuilds_the_clubs_named(capsys: pytest.CaptureFixture[str]) -> None:
    Evening(evenings.club()).game(Bob=-1)
    evenings.club("other")
    call_command("leaderboard_rebuild")
    assert capsys.readouterr().out == "other: 0 rows\ntuesday: 3 rows\n"
    call_command("leaderboard_rebuild", "tuesday")
    assert capsys.readouterr().out == "tuesday: 3 rows\n"


def test_the_command_names_a_club_it_does_not_know() -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("leaderboard_rebuild", "nowhere")


def test_a_page_is_one_query_however_long_the_board(django_assert_num_queries: Any) -> None:
    club = evenings.club()
    Evening(club, "Ann Bob Cid Dee Eve Fay").game(Bob=-1)
    leaderboard_rebuild(club_id=club.pk)
    with django_assert_num_queries(1):
        board = leaderboard(club, season=None, seasons=())
    assert len(board.standings) == 6
    with django_assert_num_queries(2):
        leaderboard_asked(club, season=None, order=None, page=None)


def test_pages_follow_each_other_without_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.selectors.PAGE_SIZE", 2)
    club = evenings.club()
    Evening(club).game(Bob=-1, Cid=-2)
    leaderboard_rebuild(club_id=club.pk)
    first = leaderboard(club, season=None, seasons=())
    second = leaderboard(club, season=None, seasons=(), page=2)
    names = [[line.player.name for line in board.standings] for board in (first, second)]
    assert names == [["Ann", "Bob"], ["Cid"]]
    assert (first.has_next, second.has_next) == (True, False)


def test_sorted_by_average_those_with_few_games_stand_below() -> None:
    club = evenings.club()
    club.minimum_games = 2
    club.save()
    Evening(club, day=MONDAY).game(Bob=-1).game()
    Evening(club, "Dee Bob Cid", day=TUESDAY).game(Bob=-5)
    leaderboard_rebuild(club_id=club.pk)
    board = leaderboard(club, season=None, seasons=(), order=Order.AVERAGE)
    assert [line.player.name for line in board.standings] == ["Ann", "Cid", "Bob"]
    assert [line.player.name for line in board.provisional] == ["Dee"]


def test_the_season_that_runs_is_shown_unless_asked_otherwise() -> None:
    club = evenings.club()
    past = Season.objects.create(club=club, name="2026", starts_on=MONDAY, ends_on=TUESDAY)
    Season.objects.create(
        club=club,
        name="far",
        starts_on=WEDNESDAY.replace(year=2999),
        ends_on=WEDNESDAY.replace(year=2999),
    )
    assert [season.name for season in seasons_of(club)] == ["far", "2026"]

    def shown(season: str | None) -> Season | None:
        return leaderboard_asked(club, season=season, order="nonsense", page=None).season

    assert shown(None) == past
    assert shown("nonsense") == past
    assert shown("all") is None
    assert shown(past.public_id) == past
