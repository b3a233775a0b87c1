"""Days begin where the club is: running seasons, active players, and times in the back office."""

import datetime
from unittest import mock
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Club, RoleChange, Season, Session
from tests import evenings
from tests.evenings import Evening
from tournaments.ladders.selectors.leaderboards import LeaderboardQuery, leaderboard_asked
from tournaments.ladders.services.rebuild import leaderboard_rebuild
from tournaments.models import RatingRun

pytestmark = pytest.mark.django_db

# Noon of the last day of October in Greenwich: November in Auckland, still October in Honolulu.
NOON = datetime.datetime(2026, 10, 31, 12, tzinfo=datetime.UTC)
# Five in the morning of the first of November in Greenwich.
EARLY = datetime.datetime(2026, 11, 1, 5, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("zone", "now", "running"),
    [
        ("UTC", NOON, "October"),
        ("Pacific/Auckland", NOON, "November"),
        ("Pacific/Honolulu", EARLY, "October"),
        ("UTC", EARLY, "November"),
    ],
)
def test_the_running_season_is_the_one_where_the_club_is(
    zone: str, now: datetime.datetime, running: str
) -> None:
    club = evenings.club(time_zone=zone)
    for name, month, days in (("October", 10, 31), ("November", 11, 30)):
        first = datetime.date(2026, month, 1)
        Season.objects.create(
            club=club, name=name, starts_on=first, ends_on=first.replace(day=days)
        )
    with mock.patch("django.utils.timezone.now", return_value=now):
        season = leaderboard_asked(club, LeaderboardQuery()).season
    assert season is not None
    assert season.name == running


@pytest.mark.parametrize(("zone", "active"), [("UTC", 3), ("Pacific/Auckland", 0)])
def test_a_year_without_play_is_over_where_the_club_is(zone: str, active: int) -> None:
    club = evenings.club(time_zone=zone)
    Evening(club, day=NOON.date() - datetime.timedelta(days=365)).game(Bob=-1)
    leaderboard_rebuild(club_id=club.pk)
    with mock.patch("django.utils.timezone.now", return_value=NOON):
        board = leaderboard_asked(club, LeaderboardQuery(over="all", is_active=True))
    assert len(board.lines) == active


AT = datetime.datetime(2026, 6, 1, 23, 17, tzinfo=datetime.UTC)
ZONES = ("Pacific/Auckland", "America/New_York")


def signed_in(client: Client) -> Client:
    client.force_login(evenings.user("Olga"), backend="games.backends.AccountBackend")
    return client


def told(zone: str) -> str:
    """What the clock showed there."""
    return f"{AT.astimezone(ZoneInfo(zone)):%H:%M}"


def clubs() -> list[Club]:
    made = [evenings.club(f"club-{number}", time_zone=zone) for number, zone in enumerate(ZONES)]
    for club in made:
        RatingRun.objects.create(club=club, kind="change", state="done", asked_at=AT)
    return made


def test_lists_of_the_back_office_have_the_time_of_each_rows_club(client: Client) -> None:
    clubs()
    page = signed_in(client).get(reverse("admin:tournaments_ratingrun_changelist"))
    shown = page.content.decode()
    for zone in ZONES:
        assert told(zone) in shown
    assert told("UTC") not in shown


def test_pages_of_the_back_office_have_the_time_of_the_club(client: Client) -> None:
    made = clubs()
    Session.objects.update(created_at=AT)
    for club, zone in zip(made, ZONES, strict=True):
        session = Evening(club).game(Bob=-1).session
        Session.objects.filter(pk=session.pk).update(created_at=AT, changed_at=AT)
        page = signed_in(client).get(reverse("admin:games_session_change", args=[session.pk]))
        assert told(zone) in page.content.decode()
        assert told("UTC") not in page.content.decode()


def test_a_row_that_is_not_there_is_no_error(client: Client) -> None:
    signed_in(client)
    clubs()
    for key in ("4711", "no number"):
        answer = client.get(reverse("admin:games_session_change", args=[key]))
        assert answer.status_code == 302


def test_pages_of_a_club_have_its_time(client: Client) -> None:
    club = evenings.club(time_zone="Pacific/Auckland")
    evenings.member(club, "Mia")
    RoleChange.objects.all().delete()
    RoleChange.objects.create(
        club=club, user=evenings.user("Mia"), role_after="player", changed_at=AT
    )
    page = signed_in(client).get(f"/clubs/{club.slug}/members/").content.decode()
    assert told("Pacific/Auckland") in page
