"""The leaderboard's projection: it follows the games, and may be written as often as one likes."""

import threading
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from games.decisions.services.anonymising import player_anonymise
from games.decisions.services.merging import players_merge
from games.models import Club, Season
from games.sessions.services.csn import csn_import
from tests import evenings
from tests.evenings import MONDAY, TUESDAY, WEDNESDAY, Evening
from tournaments import receivers
from tournaments.ladders.selectors.leaderboards import (
    Leaderboard,
    LeaderboardQuery,
    Order,
    leaderboard_asked,
)
from tournaments.ladders.services.evenings import evening_stale, evenings_refresh
from tournaments.ladders.services.marks import evenings_stale
from tournaments.ladders.services.rebuild import leaderboard_rebuild
from tournaments.models import EveningShare, EveningTally

pytestmark = pytest.mark.django_db


def board(club: Club, over: str = "all", **asked: Any) -> Leaderboard:
    return leaderboard_asked(club, LeaderboardQuery(over=over, **asked))


def rows(club: Club, season: Season | None = None) -> list[tuple[Any, ...]]:
    """Place, name, points and games, best first."""
    found = board(club, season.public_id if season else "all")
    return [
        (line.ranked.place, line.player.name, line.ranked.total.points, line.ranked.total.games)
        for line in found.lines
    ]


def test_points_games_and_roles_are_counted() -> None:
    # Box Ann twice: +3, then -3 (Cid captain, +1; Bob +2).
    club = evenings.club()
    Evening(club).game(Bob=-1, Cid=-2).game(Cid=1, Bob=2)
    leaderboard_rebuild(club_id=club.pk)
    assert rows(club) == [(1, "Bob", 100, 2), (2, "Ann", 0, 2), (3, "Cid", -100, 2)]
    bob = board(club).lines[0].ranked.total
    assert (bob.as_box, bob.as_partner, bob.as_captain, bob.as_crew) == (0, 0, 1, 1)
    assert bob.average.value == 50
    # Ann had two bets in each game, the others one.
    assert [line.ranked.total.bets for line in board(club).lines] == [200, 400, 200]


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
    monkeypatch.setattr(receivers, "soon", lambda _task, number: queued.append(number))
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


def test_a_page_is_four_queries_however_long_the_board(
    django_assert_max_num_queries: Any,
) -> None:
    club = evenings.club()
    Evening(club, "Ann Bob Cid Dee Eve Fay").game(Bob=-1)
    leaderboard_rebuild(club_id=club.pk)
    for order in Order:
        with django_assert_max_num_queries(5 if order is Order.MATCHES else 4):
            found = board(club, order=order.value, is_active=True)
        # Nobody has played a match.
        assert len(found.lines) == (0 if order is Order.MATCHES else 6)


def test_pages_follow_each_other_without_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.ladders.selectors.leaderboards.PAGE_SIZE", 2)
    club = evenings.club()
    Evening(club).game(Bob=-1, Cid=-2)
    leaderboard_rebuild(club_id=club.pk)
    first, second = board(club), board(club, page=2)
    names = [[line.player.name for line in page.standings] for page in (first, second)]
    assert names == [["Ann", "Bob"], ["Cid"]]
    assert (first.has_next, second.has_next) == (True, False)


def test_sorted_by_average_those_with_few_games_stand_below() -> None:
    club = evenings.club()
    club.minimum_games = 2
    club.save()
    Evening(club, day=MONDAY).game(Bob=-1).game()
    Evening(club, "Dee Bob Cid", day=TUESDAY).game(Bob=-5)
    leaderboard_rebuild(club_id=club.pk)
    found = board(club, order="average")
    assert [line.player.name for line in found.standings] == ["Ann", "Cid", "Bob"]
    assert [line.player.name for line in found.provisional] == ["Dee"]


def test_the_season_that_runs_is_shown_unless_asked_otherwise() -> None:
    club = evenings.club()
    past = Season.objects.create(club=club, name="2026", starts_on=MONDAY, ends_on=TUESDAY)
    Season.objects.create(
        club=club,
        name="far",
        starts_on=WEDNESDAY.replace(year=2999),
        ends_on=WEDNESDAY.replace(year=2999),
    )
    assert [season.name for season in board(club).calendar.seasons] == ["far", "2026"]

    def shown(season: str | None) -> Season | None:
        return leaderboard_asked(club, LeaderboardQuery(over=season, order="nonsense")).season

    assert shown(None) == past
    assert shown("nonsense") == past
    assert shown("all") is None
    assert shown(past.public_id) == past


def test_a_year_a_month_and_an_evening_have_boards_of_their_own() -> None:
    club = evenings.club()
    Evening(club, day=MONDAY.replace(month=10)).game(Bob=-1)
    Evening(club, day=MONDAY).game(Bob=-2)
    last = Evening(club, day=MONDAY.replace(year=2025)).game(Bob=-4)
    leaderboard_rebuild(club_id=club.pk)
    ann = {
        over: board(club, over).lines[0].ranked.total.points
        for over in ("all", "2026", "2026-11", "2025", f"session:{last.session.public_id}")
    }
    assert list(ann.values()) == [700, 300, 200, 400, 400]
    assert board(club, "2024").lines == ()
    calendar = board(club).calendar
    assert calendar.years == [2026, 2025]
    assert (calendar.months[0], len(calendar.months)) == (MONDAY.replace(day=1), 13)


@pytest.mark.parametrize("over", ["session:x", "2026-13", "2026-00", "0000", "x"])
def test_what_makes_no_sense_is_all_time(over: str) -> None:
    club = evenings.club()
    Evening(club).game(Bob=-1)
    assert board(club, over).stretch.key == "all"


def test_filters_leave_out_who_has_played_little_or_not_lately() -> None:
    club = evenings.club()
    Evening(club, "Ann Bob Cid", day=MONDAY.replace(year=2001)).game(Bob=-1)
    Evening(club, "Bob Cid Dee", day=timezone.localdate()).game(Cid=-1)
    leaderboard_rebuild(club_id=club.pk)

    def names(**asked: Any) -> set[str]:
        return {line.player.name for line in board(club, **asked).lines}

    assert names() == {"Ann", "Bob", "Cid", "Dee"}
    assert names(least=2) == {"Bob", "Cid"}
    assert names(is_active=True) == {"Bob", "Cid", "Dee"}


def test_only_evenings_that_changed_are_written_again() -> None:
    club = evenings.club()
    Evening(club, day=MONDAY).game(Bob=-1)
    second = Evening(club, day=TUESDAY).game(Bob=-1)
    leaderboard_rebuild(club_id=club.pk)
    kept = set(EveningShare.objects.exclude(session=second.session).values_list("pk", flat=True))
    second.game(Bob=-2)
    evenings_refresh(club_id=club.pk)
    now = set(EveningShare.objects.values_list("pk", flat=True))
    assert kept < now
    assert rows(club)[0] == (1, "Ann", 400, 3)


def test_refreshing_comes_to_the_same_as_a_rebuild() -> None:
    club = evenings.club()
    evening = Evening(club, "Ann Bob Cid Dee").doubled_game("team", 2).game()
    evenings_refresh(club_id=club.pk)
    other = Evening(club, "Bob Cid Dee", day=MONDAY).doubled_game()
    evening.void()
    other.doubled_game("team")
    evenings_refresh(club_id=club.pk)

    def written() -> list[Any]:
        shares = EveningShare.objects.order_by("session", "player").values()
        tallies = EveningTally.objects.order_by("session").values()
        return [{**row, "id": None} for row in shares] + list(tallies)

    refreshed = written()
    leaderboard_rebuild(club_id=club.pk)
    assert written() == refreshed


def test_a_merged_player_takes_his_evenings_along() -> None:
    club = evenings.club()
    first = Evening(club, "Ann Bob Cid", day=MONDAY).game(Bob=-1)
    second = Evening(club, "Anna Bob Cid", day=TUESDAY).game(Bob=-2)
    leaderboard_rebuild(club_id=club.pk)
    players_merge(player=second.player("Anna"), into=first.player("Ann"), by=second.organizer)
    evenings_refresh(club_id=club.pk)
    assert rows(club)[0] == (1, "Ann", 300, 2)


def test_who_is_made_anonymous_keeps_every_sum() -> None:
    club = evenings.club()
    evening = Evening(club).game(Bob=-1, Cid=-2)
    leaderboard_rebuild(club_id=club.pk)
    before = [(place, points, games) for place, _, points, games in rows(club)]
    player_anonymise(player=evening.player("Bob"), by=evening.organizer)
    leaderboard_rebuild(club_id=club.pk)
    assert [(place, points, games) for place, _, points, games in rows(club)] == before
    assert "Bob" not in {name for _, name, _, _ in rows(club)}


def test_a_results_change_is_remembered_where_nobody_can_be_told() -> None:
    club = evenings.club()
    evening = Evening(club).game(Bob=-1)
    leaderboard_rebuild(club_id=club.pk)
    evening_stale(session_id=evening.session.pk)
    assert evenings_stale([club.pk]).count() == 1
    evenings_refresh(club_id=club.pk)
    assert evenings_stale([club.pk]).count() == 0
