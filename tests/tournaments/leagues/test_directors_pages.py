"""Small things on a director's pages: what is shown to whom, and where."""

import datetime
from types import SimpleNamespace
from typing import cast

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Club, Invitation
from tests import evenings
from tests.tournaments.desk.desk import Desk
from tests.tournaments.directing import Directed, key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.forms import ONLY_OF
from tournaments.leagues.services import fixtures
from tournaments.models import Fixture, League

pytestmark = pytest.mark.django_db


def client_of(user: object = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)  # type: ignore[arg-type]
    return client


def test_fixtures_by_player_are_for_everybody_and_words_are_not() -> None:
    of = Running(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))
    match = of.match("Ann", "Bob")
    fixtures.fixture_say(match=match, by=of.account("Ann"), text="A secret", key=key())
    at = timezone.now() + datetime.timedelta(days=2)
    Fixture.objects.filter(match=match).update(agreed_at=at, place="At home")
    of.win(of.match("Ann", "Cid"), 0)
    address = f"/leagues/{of.league.public_id}/?player={of.player('Ann').public_id}"
    for reader in (None, of.account("Gus"), of.director):
        page = client_of(reader).get(address).content.decode()
        theirs = page.partition('id="fixtures"')[2].partition("</section>")[0]
        assert theirs.count("list__link") == 2
        assert "A date is agreed" in theirs
        assert "A secret" not in page
        assert "At home" not in page
        assert (f"/fixtures/{match.public_id}/" in theirs) == (reader == of.director)


def test_an_unknown_player_shows_no_fixtures() -> None:
    of = Running(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))
    page = client_of().get(f"/leagues/{of.league.public_id}/?player=nobody").content.decode()
    assert "Fixtures by player" in page
    assert "No date yet" not in page


def test_who_only_directs_is_shown_no_own_matches() -> None:
    of = Running()
    evenings.member(of.club, "Ann", role="director")
    ann = of.account("Ann")
    address = f"/events/{of.season.event.public_id}/"
    assert "My matches" in client_of(ann).get(address).content.decode()
    assert "My matches" not in client_of(of.director).get(address).content.decode()
    cup = Playing(of=evenings.club("cups"))
    page = client_of(cup.director).get(f"/cups/{cup.cup.event.public_id}/direct/")
    assert "My matches" not in page.content.decode()


def test_no_start_of_a_round_is_announced_where_none_starts() -> None:
    of = Running()
    desk = f"/events/{of.season.event.public_id}/direct/"
    assert "Start of the next round" not in client_of(of.director).get(desk).content.decode()


def test_each_field_of_a_form_says_to_which_shape_it_belongs() -> None:
    shapes = {*League.Shape.values, "match", "pair"}
    assert all(set(kinds.split()) <= shapes for kinds in ONLY_OF.values())
    of = Running()
    page = client_of(of.director).get(f"/clubs/{of.club.slug}/leagues/new/").content.decode()
    fields = {
        part.partition('name="')[2].partition('"')[0]: part.partition('"')[0]
        for part in page.split('data-of="')[1:]
    }
    ties = {f"tie_{place}": "all_play_all swiss" for place in range(1, 6)}
    assert fields == {**ONLY_OF, **ties}


def test_all_links_come_in_one_list_once() -> None:
    of = Running(is_released=False)
    of.account("Ann")
    owner = evenings.user("Olga")
    client = client_of(owner)
    address = f"/clubs/{of.club.slug}/invitations/"
    unclaimed = of.club.players.filter(user=None).count()
    assert f"{unclaimed} players have neither" in client.get(address).content.decode()
    once = key()
    page = client.post(f"{address}all/", {"once": once}).content.decode()
    assert Invitation.objects.count() == unclaimed
    assert "Bob: http" in page
    assert "Ann: http" not in page
    assert client.post(f"{address}all/", {"once": once}).status_code == 302
    assert client.post(f"{address}all/", {"once": key()}).status_code == 302, "nobody is left"
    assert Invitation.objects.count() == unclaimed
    link = page.partition("Bob: ")[2].split()[0]
    assert "Bob" in client_of().get(link).content.decode()


@pytest.mark.parametrize(
    ("line", "points"),
    [("Ann – Bob 11 3", (11, 3)), ("bob - ann 11 3", (3, 11)), ("Ann/Bob 5 11", (5, 11))],
)
def test_at_the_desk_of_a_season_a_line_names_two_for_nobody_has_a_table(
    line: str, points: tuple[int, int]
) -> None:
    of = Running("Ann Bob Cid")
    [division] = of.season.event.divisions.all()
    directed = SimpleNamespace(event=of.season.event, division=division, director=of.director)
    olga = Desk(cast("Directed", directed))
    shown = olga.show()
    assert "at table" not in shown
    assert "Player, or Ann – Bob 7 3" in shown
    assert "several matches to play: type both, as Ann – Bob 7 3." in olga.type("Ann 11 3", 422)
    olga.type(line)
    match = of.match("Ann", "Bob")
    assert match.state == "settled"
    side = 0 if str(match.first) == "Ann" else 1
    assert (match.first_points, match.second_points) == (points[side], points[1 - side])
