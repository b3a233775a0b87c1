"""A name that resembles one of the club is asked about; what was entered is said."""

import pytest
from django.test import Client

from games.models import Player
from games.names.identity import identity
from games.names.resembling import resembling
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running

NEAR = [
    ("Borris Novak", "Boris Novak", True),
    ("Tomas Horvth", "Tomas Horváth", True),
    ("Sam Tailor", "Sam Taylor", True),
    ("tomas horvath", "Tomas Horváth", False),  # it is them
    ("Player 12", "Player 13", False),
    ("Ann", "Anna", False),
    ("Ann Berg", "Cid Berg", False),
]


@pytest.mark.parametrize(("typed", "there", "is_near"), NEAR)
def test_which_names_resemble_each_other(typed: str, there: str, *, is_near: bool) -> None:
    assert (resembling(typed, [identity(there)]) is not None) == is_near


@pytest.mark.django_db
def test_a_late_entry_that_resembles_somebody_is_asked_about_and_then_said() -> None:
    of = Running()
    Player.objects.create(club=of.club, name="Boris Novak")
    client, desk = Client(), f"/leagues/{of.league.public_id}/direct/"
    client.force_login(of.director)
    sent = {"do": "enter", "names": "Borris Novak", "once": key()}
    shown = client.post(desk, sent).content.decode()
    assert "the club has nobody of this name, but Boris Novak." in shown
    assert not Player.objects.filter(name="Borris Novak").exists()
    shown = client.post(desk, {**sent, "sure": "1"}, follow=True).content.decode()
    assert "Entered: Borris Novak." in shown
    shown = client.post(desk, {**sent, "names": "Boris Novak"}, follow=True).content.decode()
    assert "Entered: Boris Novak." in shown


@pytest.mark.django_db
def test_who_comes_too_late_is_said_to_be_on_the_next_list() -> None:
    of = Running(late=None)
    client, desk = Client(), f"/leagues/{of.league.public_id}/direct/"
    client.force_login(of.director)
    sent = {"do": "enter", "names": "Zoe", "once": key()}
    shown = client.post(desk, sent, follow=True).content.decode()
    assert "Too late for this season, on the list of the next one: Zoe." in shown
