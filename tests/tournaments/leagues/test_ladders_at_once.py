"""A ladder on which several act at the same moment: one is faster, the other reads why not."""

import datetime

import pytest
from django.utils import timezone

from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.tables.test_tables_at_once import together
from tournaments.errors import EventRefused
from tournaments.leagues.services import challenges, seasons
from tournaments.models import EventStep, Match, MatchStep

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def of() -> Running:
    found = Running("Ann Bob Cid Dee", shape="ladder", is_released=False)
    seasons.season_release(season=found.season, by=found.director)
    found.again()
    return found


def test_of_two_who_challenge_the_same_one_is_first(of: Running) -> None:
    works = [lambda name=name: of.challenge(name, "Ann") for name in ("Bob", "Cid")]
    [refused] = together(*works)
    assert isinstance(refused, EventRefused)
    assert "Ann has another match to play first" in str(refused)
    assert Match.objects.count() == 1


def test_a_tap_that_is_sent_twice_at_once_is_one_challenge(of: Running) -> None:
    same = key()
    assert together(*[lambda: of.challenge("Dee", "Bob", key=same)] * 3) == []
    assert Match.objects.count() == 1
    assert EventStep.objects.filter(kind="ladder_challenge").count() == 1


def test_two_workers_decide_what_was_not_played_in_time_once(of: Running) -> None:
    of.challenge("Dee", "Bob")
    of.challenge("Cid", "Ann")
    late = timezone.now() + datetime.timedelta(days=30)
    assert together(*[lambda: challenges.challenges_lapse(now=late)] * 3) == []
    assert MatchStep.objects.filter(kind="forfeit").count() == 2
    assert of.ladder() == ["Cid", "Dee", "Ann", "Bob"]
