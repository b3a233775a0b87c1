"""The end of a season: what closing asks, who has won, who goes up and down and why."""

import pytest
from django.test import Client

from games.models import Club
from tests import evenings
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services import entries

pytestmark = pytest.mark.django_db


def test_a_season_that_is_over_says_who_has_won_and_why_who_goes_where() -> None:
    club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    of = Running("Ann Bob Cid Dan", "Eve Fay Gus Hal", of=club)
    of.play()
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    of.close()
    of.draft()
    base = f"/leagues/{of.league.public_id}/"
    assert "goes up" not in Client().get(base).content.decode(), "nobody is told before"
    of.follow()
    shown = " ".join(Client().get(f"{base}?season=1").content.decode().split())
    assert "champion: Bob" in shown
    told = shown.partition("Up and down")[2].partition("</section>")[0]
    assert "1 → – · does not play next season" in told
    assert "1 → 1 · stays: the place that goes down is used up by" in told
    assert "2 → 1 · goes up" in told
    assert told.count("<li") == 3, "who just stays is not named"
