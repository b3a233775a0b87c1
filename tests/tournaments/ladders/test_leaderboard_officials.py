"""The frozen list beside the live one: places on it, and how far somebody has moved since."""

import datetime
from typing import Any

import pytest
from django.test import Client

from games.models import Club, Player, Season
from tests import evenings
from tests.evenings import MONDAY, Evening
from tournaments.ladders.selectors.leaderboards import (
    Leaderboard,
    LeaderboardQuery,
    leaderboard_asked,
)
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.models import OfficialList, OfficialRow, SkillRating

pytestmark = pytest.mark.django_db

OCTOBER, NOVEMBER = datetime.date(2026, 10, 31), datetime.date(2026, 11, 30)


@pytest.fixture
def club() -> Club:
    """Ann +3, Bob -1, Cid -2; by skill Bob before Ann, and Cid has not played for years."""
    club = evenings.club(visibility=Club.Visibility.PUBLIC)
    Evening(club, day=MONDAY).game(Bob=-1, Cid=-2)
    evenings_refresh(club_id=club.pk)
    for row, (name, skill, se) in enumerate(
        [("Bob", 0.2, 0.05), ("Ann", 0.1, 0.05), ("Cid", 0.3, 0.2)], start=1
    ):
        gone = name == "Cid"
        SkillRating.objects.create(
            player=player(club, name),
            club=club,
            row=row,
            skill=skill,
            se=se,
            games=300,
            lower=0,
            place=None if gone else row,
            first=None if gone else 1,
            last=None if gone else 2,
            above_next=0.921 if row == 1 else None,
            is_wide=row == 2,
            evenings=14 if row == 2 else None,
            is_settled=gone,
            month=MONDAY.replace(day=1),
        )
    return club


def player(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)


def freeze(club: Club, day: datetime.date, season: Season | None = None, **places: Any) -> None:
    kind = OfficialList.Kind.SEASON if season else OfficialList.Kind.MONTH
    official = OfficialList.objects.create(club=club, day=day, kind=kind, season=season)
    for name, (place, points_place) in places.items():
        OfficialRow.objects.create(
            official=official,
            player=player(club, name),
            place=place,
            skill=0,
            se=0.1,
            games=300,
            points=0,
            points_place=points_place,
        )


def board(club: Club, **asked: Any) -> Leaderboard:
    return leaderboard_asked(club, LeaderboardQuery(**{"over": "all", **asked}))


def lines(found: Leaderboard) -> dict[str, tuple[int | None, int | None, int | None]]:
    """Place, place on the official list, and movement."""
    return {
        line.player.name: (line.ranked.place, line.official, line.movement) for line in found.lines
    }


def test_by_skill_places_go_by_the_lower_bound_and_the_absent_stand_below(club: Club) -> None:
    found = board(club, order="skill")
    assert lines(found) == {
        "Bob": (1, None, None),
        "Ann": (2, None, None),
        "Cid": (None, None, None),
    }
    assert [line.player.name for line in found.provisional] == ["Cid"]


def test_movement_is_since_the_latest_list_or_the_one_that_is_chosen(club: Club) -> None:
    freeze(club, OCTOBER, Ann=(2, 1), Bob=(3, 3), Cid=(1, 2))
    freeze(club, NOVEMBER, Ann=(1, 2), Bob=(2, 1))
    latest = board(club, order="skill")
    assert latest.official is not None
    assert latest.official.day == NOVEMBER
    assert lines(latest) == {"Bob": (1, 2, 1), "Ann": (2, 1, -1), "Cid": (None, None, None)}
    earlier = board(club, order="skill", official="2026-10-31")
    assert lines(earlier) == {"Bob": (1, 3, 2), "Ann": (2, 2, 0), "Cid": (None, 1, None)}


def test_points_are_compared_with_a_list_of_the_same_stretch_only(club: Club) -> None:
    season = Season.objects.create(
        club=club, name="2026", starts_on=MONDAY.replace(month=1), ends_on=NOVEMBER
    )
    freeze(club, OCTOBER, Ann=(1, 2), Bob=(2, 1))
    assert lines(board(club))["Ann"] == (1, 1, 1)
    assert lines(board(club, over="2026-11"))["Ann"] == (1, 1, None)
    freeze(club, NOVEMBER, season, Ann=(1, 2), Bob=(2, 1))
    assert lines(board(club))["Ann"] == (1, 1, None)


def test_the_page_shows_the_frozen_places_beside_the_live_ones(client: Client, club: Club) -> None:
    freeze(club, OCTOBER, Ann=(3, 1), Bob=(2, 2))
    page = client.get(f"/clubs/{club.slug}/leaderboard/?over=all&order=skill").content.decode()
    assert "31 Oct 2026" in page
    assert "1 place up" in page
    assert "1600, with 95 % certainty between 1502 and 1698" in page
    assert "has not played for two years" in page
    assert 'title="too early to say"> °</abbr>' in page
    assert 'id="wide"' in page
    assert page.count("measured by how far the players of the club are apart") == 1
    assert page.count("1–2") == 2
    assert page.count("92 %") == 1
    text = client.get(f"/clubs/{club.slug}/leaderboard.csv?over=all&order=skill").content.decode()
    rows = text.splitlines()
    assert rows[0].lstrip("\ufeff").startswith("place,name,points")
    assert rows[1].startswith("1,Bob,-1,")
    assert rows[1].endswith(",1700,1602,1798,1,2,0.92,,2,,,,")


def test_a_part_of_the_list_leads_to_the_whole_that_says_how_sure_places_are(
    client: Client, club: Club
) -> None:
    page = client.get(f"/clubs/{club.slug}/leaderboard/?over=2026&order=skill").content.decode()
    assert 'href="?over=all&amp;order=skill"' in page
    assert "1–2" not in page
    page = client.get(f"/clubs/{club.slug}/leaderboard/?over=all&order=skill").content.decode()
    assert 'href="?over=all&amp;order=skill"' not in page


def test_programs_get_the_same(client: Client, club: Club) -> None:
    freeze(club, OCTOBER, Ann=(3, 1), Bob=(2, 2))
    address = f"/api/v1/clubs/{club.slug}/leaderboard?over=all&order=skill"
    data = client.get(address).json()
    assert data["official"] == "2026-10-31"
    bob, ann, cid = data["results"]
    assert (bob["place"], bob["official"], bob["movement"]) == (1, 2, 1)
    assert (ann["place"], ann["official"], ann["movement"]) == (2, 3, 1)
    assert (cid["place"], cid["provisional"], cid["missing"]) == (None, True, ["absent"])
    assert ann["skill"]["figure"] == pytest.approx(1600)
    assert (ann["skill"]["first_place"], ann["skill"]["last_place"]) == (1, 2)
    assert (ann["skill"]["wide"], ann["skill"]["evenings_to_halve"]) == (True, 14)
    assert (bob["skill"]["above_next"], ann["skill"]["above_next"]) == (0.921, None)
    # 1600 - 0.8416 * 50 = 1557.9
    assert ann["skill"]["order"] == pytest.approx(1557.9, abs=0.1)


def test_every_page_of_a_board_is_seven_queries_at_most(
    client: Client, club: Club, django_assert_max_num_queries: Any
) -> None:
    freeze(club, OCTOBER, Ann=(3, 1))
    address = f"/clubs/{club.slug}/leaderboard/?order=skill&over="
    client.get(address + "all")
    for over in ("all", "2026", "2026-11"):
        with django_assert_max_num_queries(7):
            answer = client.get(address + over)
        assert "Ann" in answer.content.decode()
    client.force_login(evenings.member(club, "Mia", "organizer"))
    client.get(address + "all")
    # Of these, three are the session, the user, and how many boards wait for them.
    with django_assert_max_num_queries(10):
        answer = client.get(address + "all")
    assert "Ann" in answer.content.decode()
