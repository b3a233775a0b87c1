"""What a public club's front page shows to people who do not belong to it."""

import re

import pytest
from django.test import Client

from games.models import Club, User
from tests import evenings
from tests.evenings import Evening
from tournaments.ladders.services.evenings import evenings_refresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = evenings.club()
    Evening(club, "Ann Bob Cid Dee Eve Fay Gus").game(Bob=-1, Cid=2, Dee=3, Eve=-4, Fay=-5, Gus=-6)
    club.players.filter(name="Cid").update(shown="hidden")
    club.visibility = Club.Visibility.PUBLIC
    club.save(update_fields=["visibility"])
    evenings_refresh(club_id=club.pk)
    return club


@pytest.mark.parametrize("who", ["guest", "stranger"])
def test_it_has_the_first_of_the_leaderboard_and_how_to_join(
    client: Client, club: Club, who: str
) -> None:
    if who == "stranger":
        client.force_login(User.objects.create_user("zoe@example.org", name="Zoe"))
    page = client.get(f"/clubs/{club.slug}/").content.decode()
    first = page[page.index('id="first"') : page.index('id="joining"')]
    names = re.findall(r"<strong>(.*?)</strong>", first)
    # Ann, the box, has won 1 + 4 + 5 + 6 and lost 2 + 3: +11. Gus, the last, is sixth without Cid.
    assert len(names) == 5
    assert names[0] == "Ann"
    assert "Cid" not in page
    assert "Gus" not in first
    assert "ask an organizer of the club" in page


def test_members_have_the_doors_for_that(client: Client, club: Club) -> None:
    client.force_login(evenings.user("Olga"))
    page = client.get(f"/clubs/{club.slug}/").content.decode()
    assert 'id="first"' not in page
    assert 'id="joining"' not in page
