"""What the director reads before a release, who waits for a yes, and after it."""

import pytest
from django.test import Client

from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services import wishes

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["league", "cup"])
def test_who_waits_for_a_yes_is_named_before_the_release(kind: str) -> None:
    of: Running | Playing
    if kind == "league":
        of = Running(is_released=False)
        event, address = of.season.event, f"/leagues/{of.league.public_id}/direct/"
    else:
        of = Playing(is_released=False)
        event, address = of.cup.event, f"/cups/{of.cup.event.public_id}/direct/"
    client = Client()
    client.force_login(of.director)
    assert "your yes" not in client.get(address).content.decode()
    opened = wishes.entering_open(event=event, by=of.director, asks=True, until=None)
    division = event.divisions.order_by("-position")[0]
    for name in ("Tina", "Uwe"):
        wishes.wish_make(code=opened.entry_code or "", division=division.public_id, name=name)
    page = client.get(address).content.decode()
    notice = page[: page.index('value="release"')].rpartition("2 players have entered")[2]
    assert "wait for your yes: Tina, Uwe." in notice
    assert f'href="/events/{event.public_id}/entering/">Say yes or no' in notice


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("all_play_all", "Winter 1 is released: 9 matches are to be played."),
        ("swiss", "Winter 1 is released: 4 matches are to be played."),
        ("ladder", "Winter 1 is released: players challenge each other."),
    ],
)
def test_the_director_reads_that_it_is_released_and_closed(shape: str, said: str) -> None:
    of = Running(shape=shape, is_released=False)
    client, address = Client(), f"/leagues/{of.league.public_id}/direct/"
    client.force_login(of.director)
    assert said in client.post(address, {"do": "release", "once": key()}, follow=True).text
    of.again()
    if shape == "swiss":
        of.play()
        page = client.post(address, {"do": "release", "once": key()}, follow=True).text
        assert "The next round of Winter 1 is released: 4 matches are to be played." in page
    page = client.post(address, {"do": "close", "once": key()}, follow=True).text
    assert "Winter 1 is closed. “Open this season again” takes it back." in page
