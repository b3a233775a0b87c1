"""A season in rounds: until when each is to be played, and what is late."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from tests.tournaments.leagues.seasons import Running
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def of() -> Running:
    return Running("Ann Bob Cid Dee", shape="swiss", round_days=14)


def page(of: Running, tail: str = "", name: str = "") -> str:
    client = Client()
    client.force_login(of.account(name) if name else of.director)
    found = client.get(f"/leagues/{of.league.public_id}/{tail}")
    return found.content.decode()


def until(days: int, of: Running) -> str:
    return f"to be played by {date_format(of.today + datetime.timedelta(days=days))}"


@pytest.mark.parametrize(
    ("tail", "name"),
    [("", ""), ("me/", "Ann"), ("direct/", ""), ("wall/", ""), ("print/?season=1", "")],
)
def test_every_page_names_the_day_of_the_round(of: Running, tail: str, name: str) -> None:
    shown = page(of, tail, name)
    assert until(14, of) in shown
    assert until(90, of) not in shown


def test_once_a_round_is_over_the_day_of_the_season_is_named(of: Running) -> None:
    of.play()
    assert until(90, of) in page(of, "direct/")


def test_the_director_reads_what_of_a_round_is_late(of: Running) -> None:
    of.win(of.open()[0], 0)
    [left] = of.open()
    rounds = Round.objects.filter(division__event=of.season.event)
    assert "Not played in time" not in page(of, "direct/")
    rounds.update(released_at=timezone.now() - datetime.timedelta(days=15))
    shown = page(of, "direct/").partition("Not played in time")[2]
    assert f"{left.first} – {left.second}" in shown
    assert f"sheet={left.public_id}#sheet" in shown
    assert "overdue since" in page(of)
