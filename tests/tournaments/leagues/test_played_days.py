"""The day of a match at a date of its own: when it was played where known, else when reported."""

import datetime
import importlib
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps

from games.models import Board
from tests.tournaments.directing import at, key
from tests.tournaments.leagues.seasons import Running
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.leagues.services import fixtures
from tournaments.models import Event, Match, MatchRatingPoint
from tournaments.results.services import results
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)
NOON = datetime.time(12)


def noon(of: Running, days: int) -> datetime.datetime:
    zone = ZoneInfo(of.club.time_zone)
    return datetime.datetime.combine(of.today + days * DAY, NOON, zone)


def written_down_late(of: Running) -> None:
    """The season began a month before it was written down, the day before yesterday."""
    Event.objects.update(starts_on=of.today - 30 * DAY, created_at=noon(of, 0))


def agreed(of: Running, days: int) -> None:
    match, when = of.match("Ann", "Bob"), noon(of, days)
    proposal = fixtures.fixture_propose(match=match, by=of.account("Ann"), times=[when], key=key())
    fixtures.fixture_accept(
        match=match, by=of.account("Bob"), proposal=proposal.pk, at=when, key=key()
    )


def reported(of: Running, days: int) -> None:
    with at(noon(of, days)):
        match = of.match("Ann", "Bob")
        results.match_report(
            match=match, by=of.account("Ann"), points=(11, 3), version=match.version, key=key()
        )


def ended(of: Running, days: int) -> None:
    of.account("Bob")
    board = match_board_open(match=of.match("Ann", "Bob"), by=of.account("Ann"))
    Board.objects.filter(pk=board.pk).update(
        status=Board.Status.ENDED, ended_at=noon(of, days), winner=0, score_white=11
    )


def _agreed_then_reported(of: Running) -> None:
    agreed(of, 1)
    reported(of, 3)


def _reported_before_the_date(of: Running) -> None:
    agreed(of, 5)
    reported(of, 2)


def _on_the_board(of: Running) -> None:
    ended(of, 1)
    reported(of, 4)


# What was done, and so many days after today it was played.
DAYS: dict[str, tuple[Callable[[Running], object], int]] = {
    "reported on the day on which the season was written down": (lambda of: reported(of, 0), 0),
    "reported": (lambda of: reported(of, 3), 3),
    "agreed, and reported later": (_agreed_then_reported, 1),
    "reported before the agreed date": (_reported_before_the_date, 2),
    "played on the board, and counted later": (_on_the_board, 1),
}


@pytest.mark.parametrize("what", DAYS)
def test_a_match_of_a_league_has_the_day_on_which_it_was_played(what: str) -> None:
    of = Running()
    done, days = DAYS[what]
    written_down_late(of)
    done(of)
    assert of.match("Ann", "Bob").played_on == of.today + days * DAY


@pytest.mark.parametrize("what", DAYS)
def test_the_upgrade_dates_the_matches_of_leagues_and_ratings_follow(what: str) -> None:
    of = Running()
    done, days = DAYS[what]
    written_down_late(of)
    done(of)
    match = of.match("Ann", "Bob")
    if not match.is_settled:
        match = results.match_confirm(match=match, by=of.director, version=match.version, key=key())
    Match.objects.update(played_on=of.today - 30 * DAY)  # as it was
    match_ratings_refresh(club_id=of.club.pk)
    assert MatchRatingPoint.objects.filter(played_on=of.today - 30 * DAY).count() == 2
    migration = importlib.import_module("tournaments.migrations.0044_fixtures_dated")
    for operation in migration.Migration.operations:
        operation.code(apps, None)
    assert of.match("Ann", "Bob").played_on == of.today + days * DAY
    # The sweep finds the difference by itself, without a command.
    assert match_ratings_refresh(club_id=of.club.pk) == 1
    assert set(MatchRatingPoint.objects.values_list("played_on", flat=True)) == {
        of.today + days * DAY
    }
