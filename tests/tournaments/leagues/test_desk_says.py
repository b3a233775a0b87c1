"""What the desk and the director's page of a season say of its matches and of who comes."""

import datetime
import re
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from games.decisions.services.merging import players_merge
from tests.tournaments.leagues.seasons import Running
from tournaments.desk.presenters.questions import QUESTIONS
from tournaments.leagues.services import seasons
from tournaments.leagues.times import said_at
from tournaments.models import Fixture
from tournaments.results.services.online import match_board_open

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


def test_the_desk_says_on_which_date_the_two_of_a_match_have_agreed() -> None:
    of = Running()
    match, path = of.match("Ann", "Bob"), f"/events/{of.season.event.public_id}/direct/"
    assert "agreed:" not in shown(of, path)
    at = timezone.now() + datetime.timedelta(days=2)
    Fixture.objects.create(match=match, agreed_at=at)
    page = shown(of, path)
    assert f"agreed: {said_at(of.club, at)}" in page
    assert page.count("at a date of its own") == 2
    of.account("Cid")
    match_board_open(match=of.match("Ann", "Cid"), by=of.account("Ann"))
    page = shown(of, path)
    assert page.count("at a date of its own") == 1
    assert ">on the board<" in page


def test_who_comes_too_late_stands_on_the_list_of_the_next_season() -> None:
    of = Running(late=None)
    path = f"/leagues/{of.league.public_id}/direct/"
    assert "New in the next season" not in shown(of, path)
    for name in ("Zoe", "Yan"):
        seasons.season_enter(season=of.season, player=of.player(name), by=of.director)
    assert "New in the next season: Yan, Zoe" in shown(of, path)


def test_the_page_of_a_match_names_its_division_where_all_meet_all() -> None:
    of = Running()
    page = shown(of, f"/matches/{of.match('Dee', 'Eve').public_id}/?keep=1")
    assert "Division 2" in page
    assert "Round 1" not in page


NO_NEXT = {
    "running": "To end it with a draft, close it on the page",
    "closed": "Draft it on the page of the league’s director, and confirm the draft",
    "drafted": "The draft of the next season is not confirmed",
}


@pytest.mark.parametrize("stage", NO_NEXT)
def test_who_finishes_a_season_at_the_desk_reads_what_leads_to_the_next(stage: str) -> None:
    of = Running()
    of.play()
    if stage != "running":
        of.close()
    if stage == "drafted":
        of.draft()
    of.season.event.refresh_from_db()
    asked = QUESTIONS["finish"](of.season.event, of.season.event.divisions.all()[0])
    assert asked is not None
    said = [one for one in asked[1] if "nobody goes up or down by it" in one]
    assert [NO_NEXT[stage] in one for one in said] == [True]


@pytest.mark.parametrize("has_account", [True, False])
def test_who_was_entered_under_a_merged_name_is_one_with_or_without_account(
    has_account: bool,
) -> None:
    of = Running("Anna Bob Cid")
    if has_account:
        of.account("Ann")
    players_merge(player=of.player("Anna"), into=of.player("Ann"), by=of.director)
    page = shown(of, f"/leagues/{of.league.public_id}/direct/")
    assert f"{3 - has_account} of them have no account" in page
