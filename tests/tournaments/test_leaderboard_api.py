"""The leaderboard for programs."""

import pytest
from django.test import Client

from tests import evenings
from tests.evenings import Evening
from tournaments.services import leaderboard_rebuild

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/clubs/tuesday/leaderboard"


def test_it_gives_places_points_and_games_by_role(client: Client) -> None:
    club = evenings.club(visibility="public")
    evening = Evening(club).game(Bob="-1.5", Cid=-2)
    leaderboard_rebuild(club_id=club.pk)
    data = client.get(ADDRESS).json()
    assert {key: value for key, value in data.items() if key != "standings"} == {
        "club": "tuesday",
        "season": None,
        "order": "points",
        "page": 1,
        "has_next": False,
    }
    assert data["standings"][0] == {
        "place": 1,
        "movement": None,
        "player": evening.player("Ann").public_id,
        "name": "Ann",
        "points": 3.5,
        "points_per_game": 3.5,
        "games": 1,
        "games_as": {"box": 1, "partner": 0, "captain": 0, "crew": 0},
        "provisional": False,
    }


def test_a_members_only_club_is_unknown_to_strangers(client: Client) -> None:
    evenings.club()
    answer = client.get(ADDRESS)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_nonsense_means_the_default(client: Client) -> None:
    evenings.club(visibility="public")
    answer = client.get(ADDRESS + "?order=x&season=y&page=z")
    assert answer.status_code == 200
    assert answer.json()["standings"] == []
