"""What holds for seasons of every shape, and for cups."""

import datetime
import re
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.events import event_finish
from tournaments.leagues.services import absences, fixtures
from tournaments.models import Event, Fixture, Match, Round
from tournaments.results.services import results

pytestmark = pytest.mark.django_db
SHAPES = ("all_play_all", "swiss", "ladder", "cup")


def of_shape(shape: str) -> tuple[Running | Playing, Match, str, str]:
    """A season or cup of a shape, its first match, the page of its director, and a player's own."""
    if shape == "cup":
        cup = Playing()
        base = f"/cups/{cup.cup.event.public_id}/"
        return cup, cup.meeting("Ann"), f"{base}direct/", f"{base}me/"
    of = Running("Ann Bob Cid Dee", shape=shape)
    base = f"/leagues/{of.league.public_id}/"
    return of, of.open()[0], f"{base}direct/", f"{base}me/"


def event_in(of: Running | Playing) -> Event:
    return of.cup.event if isinstance(of, Playing) else of.season.event


def all_agreed(of: Running | Playing, match: Match, minutes: int) -> None:
    """The two have agreed on a date, so many minutes ago."""
    at = timezone.now() + datetime.timedelta(days=2)
    two = [of.account(str(one)) for one in (match.first, match.second)]
    note = fixtures.fixture_propose(match=match, by=two[0], times=[at], key=key())
    fixtures.fixture_accept(match=match, by=two[1], proposal=note.pk, at=at, key=key())
    ago = timezone.now() - datetime.timedelta(minutes=minutes)
    Fixture.objects.filter(match=match).update(agreed_at=ago)


@pytest.mark.parametrize("shape", SHAPES)
def test_nobody_waits_for_a_table_where_two_find_a_date_of_their_own(shape: str) -> None:
    of, _match, _direct, _me = of_shape(shape)
    event = f"/events/{event_in(of).public_id}/"
    for path in (event, f"{event}direct/"):
        page = shown_to(of, path)
        assert "waits for a table" not in page
        assert "at a date of its own" in page


@pytest.mark.parametrize("shape", SHAPES)
def test_where_a_match_has_its_own_day_its_player_reads_it(shape: str) -> None:
    of, match, _direct, me = of_shape(shape)
    page = shown_to(of, me, str(match.first)).partition("<article")[2].partition("</article>")[0]
    # The day of a season, or of its round, stands above.
    assert ("o be played by" in page) == (shape in ("ladder", "cup"))
    day = of.today + datetime.timedelta(days=5)
    fixtures.fixture_extend(match=match, by=of.director, ends_on=day, reason="Ill", key=key())
    page = shown_to(of, me, str(match.first))
    assert re.search(f"[Tt]o be played by {re.escape(date_format(day))}", page)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_director_at_a_match_reads_who_did_not_come_and_finds_the_decision(shape: str) -> None:
    of, match, direct, _me = of_shape(shape)
    all_agreed(of, match, 400)
    path = f"/fixtures/{match.public_id}/"
    says = {"match": match, "by": of.account(str(match.first)), "text": "Here", "key": key()}
    absences.fixture_absent(**says)
    page = shown_to(of, path)
    assert f"{match.first} says that {match.second} did not come." in page
    assert f'href="{direct}">To the decision</a>' in page
    assert "To the decision" not in shown_to(of, path, str(match.first))
    assert "Into my calendar" not in page, "the date is over"


def test_dates_that_are_over_clash_with_nothing() -> None:
    of = Running("Ann Bob Cid")
    one, other = of.match("Ann", "Bob"), of.match("Ann", "Cid")
    for match in (one, other):
        all_agreed(of, match, 400)
    assert "for the same hour" not in shown_to(of, f"/fixtures/{one.public_id}/", "Ann")
    at = timezone.now() + datetime.timedelta(days=1)
    Fixture.objects.update(agreed_at=at)
    assert "for the same hour" in shown_to(of, f"/fixtures/{one.public_id}/", "Ann")


def test_challenges_say_how_they_stand() -> None:
    of = Running("Ann Bob Cid Dee", shape="ladder")
    match = of.match("Ann", "Bob")
    all_agreed(of, match, 400)
    page = f"/leagues/{of.league.public_id}/"
    for path in (page, f"{page}direct/"):
        assert "The agreed date is over: " in shown_to(of, path)
    Fixture.objects.update(agreed_at=None)
    Fixture.objects.filter(match=match).update(deadline=timezone.now() - datetime.timedelta(days=1))
    for path in (page, f"{page}direct/"):
        assert "overdue since" in shown_to(of, path)


def test_a_ladder_is_one_list_and_speaks_of_no_division() -> None:
    of = Running("Ann Bob Cid Dee", shape="ladder")
    base = f"/leagues/{of.league.public_id}/"
    for path in (base, f"{base}print/", f"{base}direct/", f"{base}me/"):
        page = shown_to(of, path, "Ann" if path.endswith("me/") else "")
        assert "Division" not in page.replace("Divisions", ""), path
        assert "they share the place" not in page
    assert "A challenge has 14 days; then it goes to who has challenged." in shown_to(of, base)
    of.play()
    of.close()
    of.draft()
    of.follow()
    mine = shown_to(of, f"{base}me/", "Ann")
    assert "place 1" in mine
    assert "Division" not in mine


@pytest.mark.parametrize(
    ("shape", "word", "end", "home"),
    [("all_play_all", "Season", "season", "league"), ("cup", "Cup", "cup", "cup")],
)
def test_seasons_and_cups_are_not_called_events(shape: str, word: str, end: str, home: str) -> None:
    of, match, direct, _me = of_shape(shape)
    desk = f"/events/{event_in(of).public_id}/direct/"
    page = shown_to(of, f"{desk}?view=event")
    assert f'href="{direct}"> ← Direct' in page
    tab = page[page.index('id="view-event"') :].partition("</a>")[0]
    assert tab.endswith(f"> {word} ")
    for said in (f"End the {end}", f"Call the {end} off"):
        assert said in page
    assert "event off" not in page
    assert f"<h2> The {end} </h2>" in shown_to(of, f"/events/{event_in(of).public_id}/settings/")
    cancel = client_of(of.director).post(f"{desk}act/", {"do": "cancel", "key": key()})
    assert f"Call the {end} off?" in cancel.content.decode()
    results.match_forfeit(
        match=match, by=of.director, loser=0, reason="Ill", version=match.version, key=key()
    )
    assert f"To the {home}" in shown_to(of, f"/matches/{match.public_id}/")


@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_a_deadline_that_is_over_is_not_said_to_be_still_to_come(shape: str) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape)
    of.season.deadline = timezone.now() - datetime.timedelta(days=1)
    of.season.save()
    day = date_format(timezone.localtime(of.season.deadline, ZoneInfo(of.club.time_zone)))
    base = f"/leagues/{of.league.public_id}/"
    for path, name in ((f"{base}direct/", ""), (f"{base}me/", "Ann")):
        page = shown_to(of, path, name)
        assert f"the deadline was {day}" in page
        assert f"to be played by {day}" not in page


def test_the_day_of_a_round_that_is_over_is_not_said_to_be_still_to_come() -> None:
    of = Running("Ann Bob Cid Dee", shape="swiss", params={"rounds": 2})
    Round.objects.update(released_at=timezone.now() - datetime.timedelta(days=20))
    base = f"/leagues/{of.league.public_id}/"
    for path, said in (("direct/", "the deadline was"), ("me/", "the deadline was")):
        assert said in shown_to(of, base + path, "Ann" if path == "me/" else "")
    page = shown_to(of, base)
    assert "overdue since" in page
    assert "to be played by" not in page


def test_who_was_entered_in_a_season_that_is_over_waits_for_no_opponent() -> None:
    of = Running("Ann Bob Cid Dee", is_released=False)
    event_finish(event=of.season.event, by=of.director)
    page = shown_to(of, f"/leagues/{of.league.public_id}/me/", "Ann")
    assert "This season is over." in page
    assert "Your opponents stand here" not in page
