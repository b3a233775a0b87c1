"""What somebody reads before they enter a season, and until when they can."""

from __future__ import annotations

import datetime

import pytest

from games.models import Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.events import division_change
from tournaments.leagues.forms import SeasonForm
from tournaments.leagues.services import seasons
from tournaments.models import LeagueSeason

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("fee", ["", "12"])
@pytest.mark.parametrize("stage", ["announced", "running", "too late"])
@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_the_fee_is_named_beside_the_button_with_which_one_enters(
    shape: str, stage: str, fee: str
) -> None:
    club = evenings.club(currency="EUR", visibility=Club.Visibility.PUBLIC)
    of = Running("Ann Bob Cid Dee", shape=shape, of=club, is_released=False)
    of.season.event.currency = "EUR"
    of.season.event.save()
    division_change(division=of.season.event.divisions.get(), by=of.director, fee=fee or None)
    if stage != "announced":
        seasons.season_release(season=of.season, by=of.director)
    if stage == "too late":
        yesterday = of.today - datetime.timedelta(days=1)
        LeagueSeason.objects.update(late_until=yesterday)
    page = shown_to(of, f"/leagues/{of.league.public_id}/me/", "Zoe")
    assert "I play" in page
    assert ("Fee: 12.00 EUR" in page) is (bool(fee) and stage != "too late")


@pytest.mark.parametrize(
    ("late", "ends", "kept"), [(3, 9, 3), (9, 9, 9), (20, 9, 9), (None, 9, None), (20, None, None)]
)
def test_nobody_enters_after_the_deadline(
    late: int | None, ends: int | None, kept: int | None
) -> None:
    today = datetime.date(2026, 11, 1)

    def day(number: int | None) -> datetime.date | None:
        return None if number is None else today + datetime.timedelta(days=number)

    sent = {"starts_on": today, "ends_on": day(ends), "late_until": day(late)}
    form = SeasonForm({name: one for name, one in sent.items() if one is not None})
    assert form.is_valid()
    assert form.cleaned_data["late_until"] == day(kept)


@pytest.mark.parametrize(("days", "kept"), [(10, 10), (90, 90), (120, 90)])
def test_a_day_for_late_entries_that_is_moved_is_not_after_the_deadline(
    days: int, kept: int
) -> None:
    of = Running()
    day = of.today + datetime.timedelta(days=days)
    path = f"/leagues/{of.league.public_id}/direct/"
    client_of(of.director).post(path, {"do": "late", "late_until": str(day), "once": key()})
    of.again()
    assert of.season.late_until == of.today + datetime.timedelta(days=kept)
