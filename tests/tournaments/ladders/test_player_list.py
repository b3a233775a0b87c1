"""The club's list of players."""

from typing import Any

import pytest
from django.test import Client

from games.clubs.selectors.players import player_of
from games.errors import NotFound
from games.models import Club
from tests import evenings
from tests.evenings import MONDAY, TUESDAY, Evening
from tournaments.ladders.selectors.player_list import players_with_totals
from tournaments.ladders.services.evenings import evenings_refresh

pytestmark = pytest.mark.django_db


def listed(club: Club, page: int = 1) -> list[tuple[str, int, int]]:
    evenings_refresh(club_id=club.pk)
    found = players_with_totals(club, page).players
    return [(one.player.name, one.points, one.games) for one in found]


def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries: Any) -> None:
    club = evenings.club()
    for day in (MONDAY, TUESDAY):
        Evening(club, day=day).game(Bob=-1).game()
    evenings_refresh(club_id=club.pk)
    with django_assert_max_num_queries(2):
        found = players_with_totals(club)
    assert [(one.player.name, one.points, one.games) for one in found.players] == [
        ("Ann", 200, 4),
        ("Bob", -200, 4),
        ("Cid", 0, 4),
    ]


def test_the_club_s_list_has_everybody_with_totals() -> None:
    evening = Evening(evenings.club()).game(Bob=-1)
    evening.player("Zoe")
    assert listed(evening.club) == [("Ann", 100, 1), ("Bob", -100, 1), ("Cid", 0, 1), ("Zoe", 0, 0)]


def test_who_has_left_stays_on_it_if_he_has_played() -> None:
    evening = Evening(evenings.club()).game(Bob=-1)
    evening.player("Zoe")
    evening.club.players.filter(name__in=("Bob", "Zoe")).update(is_active=False)
    assert [name for name, *_ in listed(evening.club)] == ["Ann", "Bob", "Cid"]


def test_a_long_list_has_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.ladders.selectors.player_list.PAGE_SIZE", 2)
    club = Evening(evenings.club(visibility="public")).club
    assert [name for name, *_ in listed(club)] == ["Ann", "Bob"]
    assert [name for name, *_ in listed(club, 2)] == ["Cid"]
    page = client.get(f"/clubs/{club.slug}/players/").content.decode()
    assert 'rel="next" href="?page=2"' in page
    assert "Cid" in client.get(f"/clubs/{club.slug}/players/?page=2").content.decode()


def test_a_player_of_another_club_is_not_found() -> None:
    evening = Evening(evenings.club())
    with pytest.raises(NotFound):
        player_of(evenings.club("other"), evening.player("Ann").public_id)
