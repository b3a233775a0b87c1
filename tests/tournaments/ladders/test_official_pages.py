"""Official lists have pages of their own, and stay as they were frozen."""

import datetime
from typing import Any

import pytest
from django.test import Client

from games.models import Club, Player, Season
from tests import evenings
from tests.evenings import Evening
from tournaments.ladders.selectors.officials import official_get
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.ladders.services.official import official_lists_freeze
from tournaments.models import OfficialList, OfficialRow

pytestmark = pytest.mark.django_db

OCTOBER = datetime.date(2026, 10, 31)
SEPTEMBER = datetime.date(2026, 9, 30)


def frozen(club: Club, day: datetime.date, *names: str, season: Season | None = None) -> None:
    """A list on which the named stand in this order, the last one without a place."""
    kind = OfficialList.Kind.SEASON if season else OfficialList.Kind.MONTH
    official = OfficialList.objects.create(club=club, day=day, kind=kind, season=season)
    for place, name in enumerate(names, 1):
        OfficialRow.objects.create(
            official=official,
            player=Player.objects.get_or_create(club=club, name=name)[0],
            place=None if place == len(names) else place,
            skill=0.3 - place / 10,
            se=0.2 if place == len(names) else 0.05,
            is_wide=place == len(names) - 1,
            games=200,
            points=100 * (place - 2),
            points_place=len(names) + 1 - place,
            points_games=20,
        )


@pytest.fixture
def club() -> Club:
    """Lists of September, October, and of a season that ended with October."""
    club = evenings.club(visibility=Club.Visibility.PUBLIC)
    season = Season.objects.create(
        club=club, name="Summer", starts_on=datetime.date(2026, 4, 1), ends_on=OCTOBER
    )
    frozen(club, SEPTEMBER, "Bob", "Ann", "Cid")
    frozen(club, OCTOBER, "Ann", "Bob", "Cid")
    frozen(club, OCTOBER, "Cid", "Bob", season=season)
    return club


def test_the_list_of_lists_leads_to_each_of_them(client: Client, club: Club) -> None:
    page = client.get(f"/clubs/{club.slug}/official/").content.decode()
    season = club.seasons.get()
    for key, name in (
        ("2026-10-31", "October 2026"),
        ("2026-09-30", "September 2026"),
        (season.public_id, "Summer"),
    ):
        assert f'href="/clubs/{club.slug}/official/{key}/"' in page
        assert name in page
        assert client.get(f"/clubs/{club.slug}/official/{key}/").status_code == 200


def test_a_list_says_that_it_is_frozen_and_leads_to_the_one_before(
    client: Client, club: Club
) -> None:
    page = client.get(f"/clubs/{club.slug}/official/2026-10-31/").content.decode()
    assert "It does not change any more" in page
    assert page.index(">Ann<") < page.index(">Bob<") < page.index(">Cid<")
    assert "had no place then" in page
    assert page.count(" °</abbr>") == 1
    assert page.count("Too early to say:") == 1  # one legend, and no note in every line
    assert f"/clubs/{club.slug}/official/2026-09-30/" in page
    assert "→" not in page


def test_by_points_it_is_in_the_order_of_points(client: Client, club: Club) -> None:
    page = client.get(f"/clubs/{club.slug}/official/2026-10-31/?order=points").content.decode()
    assert page.index(">Cid<") < page.index(">Bob<") < page.index(">Ann<")


def test_the_file_has_the_whole_list(client: Client, club: Club) -> None:
    answer = client.get(f"/clubs/{club.slug}/official/2026-10-31.csv")
    rows = answer.content.decode().splitlines()
    assert answer["Content-Type"].startswith("text/csv")
    # 1500 + 1000 * 0.2, with 1.96 * 50 on either side; -1 point.
    assert rows[1] == "1,Ann,1700,1602,1798,200,3,-1,20"
    assert rows[3].startswith(",Cid,")


def test_what_was_frozen_stays_whatever_is_put_right_later(client: Client) -> None:
    club = evenings.club(visibility=Club.Visibility.PUBLIC)
    evening = Evening(club, day=datetime.date(2026, 10, 6)).game(Bob=-1).end()
    evenings_refresh(club_id=club.pk)
    official_lists_freeze(now=datetime.datetime(2026, 11, 2, tzinfo=datetime.UTC))
    address = f"/clubs/{club.slug}/official/2026-10-31.csv"
    before = client.get(address).content
    evening.void()
    assert client.get(address).content == before
    assert b"Ann" in before


def test_pages_follow_each_other(client: Client, club: Club, monkeypatch: Any) -> None:
    monkeypatch.setattr("tournaments.ladders.selectors.officials.ROWS_ON_A_PAGE", 2)
    address = f"/clubs/{club.slug}/official/2026-10-31/"
    first = client.get(address).content.decode()
    assert "?order=skill&amp;page=2" in first
    assert ">Cid<" not in first
    second = client.get(f"{address}?page=2").content.decode()
    assert ">Cid<" in second
    assert ">Ann<" not in second


@pytest.mark.parametrize("key", ["2026-10-30", "abcdefgh23456789", "nonsense"])
def test_what_is_no_list_is_not_found(client: Client, club: Club, key: str) -> None:
    assert client.get(f"/clubs/{club.slug}/official/{key}/").status_code == 404


def test_who_is_hidden_is_on_no_list_that_everybody_sees(client: Client, club: Club) -> None:
    Player.objects.filter(name="Ann").update(shown=Player.Shown.HIDDEN)
    page = client.get(f"/clubs/{club.slug}/official/2026-10-31/").content.decode()
    assert ">Ann<" not in page
    assert ">Bob<" in page


def test_a_members_club_shows_strangers_none(client: Client) -> None:
    club = evenings.club()
    frozen(club, OCTOBER, "Ann", "Bob")
    for path in ("", "2026-10-31/", "2026-10-31.csv"):
        assert client.get(f"/clubs/{club.slug}/official/{path}").status_code == 404


def test_the_leaderboard_leads_to_them_where_there_are_any(client: Client, club: Club) -> None:
    address = f"/clubs/{club.slug}/official/"
    Evening(club).game(Bob=-1)
    evenings_refresh(club_id=club.pk)
    assert address in client.get(f"/clubs/{club.slug}/leaderboard/?over=all").content.decode()
    OfficialList.objects.all().delete()
    assert address not in client.get(f"/clubs/{club.slug}/leaderboard/?over=all").content.decode()
    empty = client.get(address).content.decode()
    assert "No official list yet" in empty


def test_a_list_takes_five_queries_however_long(
    club: Club, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(5):
        assert official_get(club, "2026-10-31").players == 3
