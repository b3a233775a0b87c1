"""The leaderboard for programs."""

import pytest
from django.test import Client

from tests import evenings
from tests.evenings import Evening
from tournaments.ladders.services.rebuild import leaderboard_rebuild

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/clubs/tuesday/leaderboard"


def test_it_gives_places_points_and_games_by_role(client: Client) -> None:
    club = evenings.club(visibility="public")
    evening = Evening(club).game(Bob="-1.5", Cid=-2)
    leaderboard_rebuild(club_id=club.pk)
    data = client.get(ADDRESS).json()
    assert {key: value for key, value in data.items() if key != "results"} == {
        "club": "tuesday",
        "over": "all",
        "season": None,
        "official": None,
        "players": 3,
        "order": "points",
        "waiting": {"evenings": 0, "matches": 0},
        "next": None,
        "previous": None,
    }
    assert data["results"][0] == {
        "place": 1,
        "movement": None,
        "official": None,
        "player": evening.player("Ann").public_id,
        "name": "Ann",
        "points": 350,
        "points_per_game": 350,
        "points_per_game_width": None,
        "points_per_bet": 175,
        "points_per_bet_width": None,
        "games": 1,
        "bets": 200,
        "games_as": {"box": 1, "partner": 0, "captain": 0, "crew": 0},
        "skill": None,
        "match_rating": None,
        "provisional": False,
        "missing": [],
    }


def test_a_members_only_club_is_unknown_to_strangers(client: Client) -> None:
    evenings.club()
    answer = client.get(ADDRESS)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("order=x", 400),
        ("least=x", 400),
        ("season=y", 404),
        ("over=2026-13", 404),
        ("over=session:y", 404),
        ("cursor=z", 404),
        ("cursor=p0", 404),
    ],
)
def test_nonsense_is_refused(client: Client, query: str, status: int) -> None:
    evenings.club(visibility="public")

    assert client.get(f"{ADDRESS}?{query}").status_code == status


def test_a_page_leads_to_the_next_and_back(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.ladders.selectors.leaderboards.PAGE_SIZE", 2)
    club = evenings.club(visibility="public")
    Evening(club).game(Bob="-1.5", Cid=-2)
    leaderboard_rebuild(club_id=club.pk)

    first = client.get(f"{ADDRESS}?season=all").json()
    second = client.get(first["next"]).json()

    assert [row["name"] for row in first["results"]] == ["Ann", "Bob"]
    assert [row["name"] for row in second["results"]] == ["Cid"]
    assert second["next"] is None
    assert client.get(second["previous"]).json() == first
