"""What the desk and the director's page of a season say of its matches and of who comes."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from tests.tournaments.leagues.seasons import Running

pytestmark = pytest.mark.django_db


def shown(of: Running, path: str) -> str:
    client = Client()
    client.force_login(of.director)
    return client.get(path).text


def test_the_history_of_a_match_names_the_day_in_a_season_of_weeks() -> None:
    of = Running()
    match = of.win(of.match("Ann", "Bob"), 0)
    assert match.round is not None
    sheet = f"?division={match.round.division.public_id}&sheet={match.public_id}"
    page = shown(of, f"/events/{of.season.event.public_id}/direct/{sheet}")
    there = date_format(timezone.localtime(timezone=ZoneInfo("Europe/Berlin")), "SHORT_DATE_FORMAT")
    assert re.search(rf'class="soft">{re.escape(there)} \d\d:\d\d</span>', page)
