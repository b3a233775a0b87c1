"""A league on the screen of its club: what is played and what is late, tables in turn."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Board, Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.presenters.wall import WEEK
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.selectors.progress import on_wall
from tournaments.leagues.services import fixtures
from tournaments.models import Fixture, LeagueSeason
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db


def running(visibility: str = Club.Visibility.PUBLIC, **more: str) -> Running:
    return Running(of=evenings.club(visibility=visibility, time_zone="Europe/Berlin"), **more)


def wall(of: Running, client: Client | None = None, live: str = "") -> str:
    path = f"/leagues/{of.league.public_id}/wall/{live}"
    return (client or Client()).get(path).content.decode()


def slide(page: str, key: str) -> str:
    """The slide with such a name; blank if there is none."""
    _before, found, rest = page.partition(f'data-slide="{key}')
    return rest.partition("</section>")[0] if found else ""


def test_a_guest_sees_tables_and_the_dates_of_the_week() -> None:
    of = running()
    soon, later = (
        timezone.now() + datetime.timedelta(days=2),
        timezone.now() + datetime.timedelta(days=9),
    )
    Fixture.objects.create(match=of.match("Ann", "Bob"), agreed_at=soon)
    Fixture.objects.create(match=of.match("Ann", "Cid"), agreed_at=later)
    page = wall(of)
    week = slide(page, "week-1")
    assert "Ann" in week
    assert "Bob" in week
    assert "Cid" not in week
    divisions = of.season.event.divisions.order_by("position")
    tables = [slide(page, f"{one.public_id}-places-1") for one in divisions]
    for text, names in zip(tables, of.divisions(), strict=True):
        assert all(name in text for name in names)
    assert slide(page, "late") == slide(page, "boards") == ""


def test_what_is_overdue_stands_there_until_it_is_decided() -> None:
    of = running()
    LeagueSeason.objects.update(deadline=timezone.now() - datetime.timedelta(hours=1))
    assert slide(wall(of), "late-1").count("pair__two") == 9
    of.win(of.match("Ann", "Bob"), 0)
    assert slide(wall(of), "late-1").count("pair__two") == 8


def test_boards_that_are_played_hang_there_with_their_score() -> None:
    of = running()
    of.account("Bob")
    match = of.match("Ann", "Bob")
    board = match_board_open(match=match, by=of.account("Ann"))
    Board.objects.filter(pk=board.pk).update(
        status=Board.Status.PLAYING, score_white=4, score_black=3
    )
    assert "4:3" in slide(wall(of), "boards-1")


@pytest.mark.parametrize("shape", ["swiss", "ladder"])
def test_every_shape_has_a_wall(shape: str) -> None:
    of = running(shape=shape)
    page = wall(of)
    names = [name for group in of.divisions() for name in group]
    assert all(name in page for name in names)


def test_it_is_asked_again_only_for_what_is_new() -> None:
    of = running()
    beat = wall(of).partition('data-beat="')[2].partition('"')[0]
    path = f"/leagues/{of.league.public_id}/wall/live/?beat={beat}"
    assert Client().get(path).status_code == 204
    fixtures.fixture_say(
        match=of.match("Ann", "Bob"), by=of.account("Ann"), text="Hello", key=key()
    )
    answer = Client().get(path)
    assert answer.status_code == 200
    assert "Hello" not in answer.content.decode()


def test_strangers_see_no_wall_of_a_club_of_members() -> None:
    of = running(Club.Visibility.MEMBERS)
    path = f"/leagues/{of.league.public_id}/wall/"
    assert Client().get(path).status_code in (302, 404)
    member = Client()
    member.force_login(of.account("Ann"))
    assert member.get(path).status_code == 200


def test_more_matches_take_no_more_queries() -> None:
    def queries(of: Running) -> int:
        with CaptureQueriesContext(connection) as found:
            wall(of)
        return len(found)

    club = evenings.club("many", visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    few, many = running(), Running("A B C D E F", "G H I J K L", "M N O P Q R", of=club)
    queries(few)
    assert queries(many) == queries(few)


@pytest.mark.parametrize("shape", ["all_play_all", "swiss"])
def test_only_what_the_screen_names_is_read(shape: str) -> None:
    """Of a large season few matches have a date this week or are overdue."""
    of = Running(shape=shape)
    now = timezone.now()
    assert on_wall(of.season, now, WEEK) == []
    dated, *others = of.open()
    Fixture.objects.create(match=dated, agreed_at=now + datetime.timedelta(days=2))
    Fixture.objects.create(match=others[0], agreed_at=now + datetime.timedelta(days=20))
    Fixture.objects.create(match=others[1], deadline=now - datetime.timedelta(hours=1))
    assert {one.match for one in on_wall(of.season, now, WEEK)} == {dated, others[1]}
    # In rounds each has its own days, however long the season is.
    later = now + datetime.timedelta(days=60)
    late = [one for one in fixtures_of(of.season) if one.deadline and one.deadline < later]
    assert len(on_wall(of.season, later, WEEK)) == len(late)
    over = now + datetime.timedelta(days=100)
    assert {one.match for one in on_wall(of.season, over, WEEK)} == {dated, *others}
