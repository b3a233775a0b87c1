"""A name that resembles one of the club is asked about; what was entered is said."""

from difflib import get_close_matches

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.models import Club, Player
from games.names.identity import identity
from games.names.resembling import Known
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_league_pages import new_league

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
    assert (Known([identity(there)]).resembling(typed) is not None) == is_near


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


def club_with(*names: str) -> tuple[Club, Client]:
    """A club with players, and its director's browser."""
    club, client = evenings.club(time_zone="Europe/Berlin"), Client()
    client.force_login(evenings.user("Olga"))
    for name in names:
        Player.objects.create(club=club, name=name)
    return club, client


CUP = {
    "title": "Cup",
    "shape": "single",
    "match_length": "7",
    "first_on": "2099-12-01",
    "every_days": "14",
    "least_days": "7",
    "late": "waits",
    "confirm_days": "3",
    "boards": "allowed",
}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["leagues", "cups"])
def test_who_founds_a_league_or_cup_is_asked_about_each_name_once(kind: str) -> None:
    club, client = club_with("Boris Novak", "Sam Taylor")
    path, names = f"/clubs/{club.slug}/{kind}/new/", "Borris Novak\nAnn Berg\nCid Berg"
    sent = {**(CUP if kind == "cups" else new_league(club)), "names": names}
    shown = client.post(path, {**sent, "once": key()}).content.decode()
    assert "the club has nobody of this name, but Boris Novak." in shown
    assert '<input type="hidden" name="sure" value="Borris Novak">' in shown
    assert club.players.count() == 2
    sent["sure"] = "Borris Novak"
    more = {**sent, "names": f"{names}\nSam Tailor", "once": key()}
    assert "but Sam Taylor." in client.post(path, more).content.decode()
    answer = client.post(path, {**sent, "once": key()})
    assert answer.status_code == 302
    assert club.players.filter(name="Borris Novak").count() == 1


@pytest.mark.django_db
def test_a_cup_asks_before_it_enters_a_name_that_resembles_another() -> None:
    club, client = club_with("Boris Novak")
    answer = client.post(f"/clubs/{club.slug}/cups/new/", {**CUP, "names": "Ann"})
    direct = answer["location"]
    sent = {"do": "enter", "names": "Borris Novak", "once": key()}
    assert "but Boris Novak." in client.post(direct, sent).content.decode()
    assert not club.players.filter(name="Borris Novak").exists()
    client.post(direct, {**sent, "sure": "1"})
    assert club.players.filter(name="Borris Novak").exists()


@given(
    st.lists(st.text(alphabet="abcn 1", min_size=1, max_size=24).map(identity), max_size=12),
    st.text(alphabet="abcn 1", min_size=1, max_size=24),
    st.data(),
)
def test_no_name_is_missed_that_comparing_with_all_of_them_finds(
    known: list[str], name: str, data: st.DataObject
) -> None:
    if known and data.draw(st.booleans()):
        near = data.draw(st.sampled_from(known))
        place = data.draw(st.integers(0, len(near)))
        name = near[:place] + data.draw(st.sampled_from(["", "a", "bn"])) + near[place + 1 :]
    own, every = identity(name), list(dict.fromkeys(known))

    def numbers(text: str) -> str:
        return "".join(filter(str.isdigit, text))

    found = [one for one in get_close_matches(own, every, n=2, cutoff=0.9) if one != own]
    nearest = next((one for one in found if numbers(one) == numbers(own)), None)
    assert Known(every).resembling(name) == nearest
