"""Who enters themselves under a name that is almost a player's: the director is asked."""

import html

import pytest
from django.test import Client

from games.models import Club, Player
from tests import evenings
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.wishes import entering_open, wish_make
from tournaments.models import EntryWish

pytestmark = pytest.mark.django_db


def opened(*, asks: bool = True) -> Running:
    """A season into which players enter themselves, before it is released, and a Nora Quinn."""
    of = Running("Ann Bob Cid", is_released=False)
    Player.objects.create(club=of.club, name="Nora Quinn")
    of.season.event = entering_open(event=of.season.event, by=of.director, asks=asks)
    return of


def wish(of: Running, name: str, member: str = "") -> EntryWish:
    by = evenings.member(of.club, member) if member else None
    division = of.season.event.divisions.get().public_id
    code = of.season.event.entry_code or ""
    return wish_make(code=code, division=division, name=name, by=by).wish


def page(of: Running, **sent: str) -> str:
    client = Client()
    client.force_login(of.director)
    path = f"/events/{of.season.event.public_id}/entering/"
    answer = client.post(path, sent, follow=True) if sent else client.get(path)
    return " ".join(html.unescape(answer.content.decode()).split())


@pytest.mark.parametrize("member", ["", "Nora"])
def test_the_director_is_asked_whether_an_almost_known_name_is_the_player(member: str) -> None:
    of = opened()
    asked = wish(of, "Nora Quin", member)
    shown = page(of)
    assert "Is this Nora Quinn?" in shown
    assert "Yes, Nora Quin is new" in shown
    known = Player.objects.get(name="Nora Quinn")
    page(of, do="grant_as", wish=asked.public_id, player=known.public_id)
    assert of.divisions() == [["Ann", "Bob", "Cid", "Nora Quinn"]]
    assert not Player.objects.filter(name="Nora Quin").exists()


def test_who_is_new_all_the_same_is_entered_under_their_own_name() -> None:
    of = opened()
    asked = wish(of, "Nora Quin")
    page(of, do="grant", wish=asked.public_id)
    assert of.divisions() == [["Ann", "Bob", "Cid", "Nora Quin"]]


@pytest.mark.parametrize("name", ["Zoe Zander", "nora quinn", "Quinn, Nora", "N\u00f3ra Quinn"])
def test_nothing_is_asked_about_a_name_that_is_new_or_is_the_players(name: str) -> None:
    of = opened()
    wish(of, name)
    assert "Is this" not in page(of)


def test_yes_to_all_leaves_out_whose_name_is_asked_about() -> None:
    of = opened()
    asked = [wish(of, name) for name in ("Nora Quin", "Zoe Zander", "Max Moor")]
    shown = page(of)
    assert "Yes to the other 2" in shown
    whole = shown[: shown.index('id="grant-all"')].rpartition("<form")[2]
    assert [one.public_id in whole for one in asked] == [False, True, True]


def test_an_almost_known_name_waits_for_a_yes_where_nobody_is_asked() -> None:
    of = opened(asks=False)
    assert wish(of, "Nora Quin").state == EntryWish.State.ASKED
    assert wish(of, "Zoe Zander").state == EntryWish.State.ENTERED


def test_nobody_is_taken_for_a_player_of_another_club() -> None:
    of = opened()
    asked = wish(of, "Nora Quin")
    other = Player.objects.create(
        club=Club.objects.create(name="Other", slug="other"), name="Nora Q"
    )
    page(of, do="grant_as", wish=asked.public_id, player=other.public_id)
    asked.refresh_from_db()
    assert asked.state == EntryWish.State.ASKED
