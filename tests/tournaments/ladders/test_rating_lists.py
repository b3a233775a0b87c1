"""Official lists: frozen at the end of a month and of a season, once, and then they stay."""

import datetime
from typing import Any

import pytest

from games.clubs.services.seasons import season_reopen
from games.models import Club, Season
from tests import evenings
from tests.evenings import Evening
from tournaments.ladders.services.official import official_lists_freeze
from tournaments.models import OfficialList, OfficialRow

pytestmark = pytest.mark.django_db

OCTOBER = datetime.date(2026, 10, 6)


def at(year: int, month: int, day: int) -> datetime.datetime:
    return datetime.datetime(year, month, day, 4, 10, tzinfo=datetime.UTC)


def lines(official: OfficialList) -> list[tuple[Any, ...]]:
    found = OfficialRow.objects.filter(official=official).order_by("points_place")
    return list(found.values_list("player__name", "points", "points_place", "place"))


def autumn(club: Club) -> Season:
    return Season.objects.create(
        club=club,
        name="Autumn",
        starts_on=datetime.date(2026, 9, 1),
        ends_on=datetime.date(2026, 10, 31),
    )


def test_a_month_that_is_over_is_frozen_once() -> None:
    club = evenings.club()
    Evening(club, day=OCTOBER).game(Bob=-1).end()
    assert official_lists_freeze(now=at(2026, 10, 20)) == 0
    assert official_lists_freeze(now=at(2026, 11, 1)) == 1
    official = OfficialList.objects.get()
    assert (official.day, official.kind) == (datetime.date(2026, 10, 31), "month")
    # By skill as well everybody has a place from the first evening.
    assert lines(official) == [("Ann", 100, 1, 1), ("Cid", 0, 2, 2), ("Bob", -100, 3, 3)]
    assert all(OfficialRow.objects.values_list("is_wide", flat=True))
    assert official_lists_freeze(now=at(2026, 11, 2)) == 0


def test_what_is_frozen_stays_whatever_happens_afterwards() -> None:
    club = evenings.club()
    evening = Evening(club, day=OCTOBER).game(Bob=-1).end()
    official_lists_freeze(now=at(2026, 11, 1))
    frozen = lines(OfficialList.objects.get())
    evening.void()
    official_lists_freeze(now=at(2026, 11, 2))
    assert lines(OfficialList.objects.get()) == frozen


def test_a_club_that_has_not_played_gets_no_further_list() -> None:
    club = evenings.club()
    Evening(club, day=OCTOBER).game(Bob=-1).end()
    for month in (11, 12):
        official_lists_freeze(now=at(2026, month, 1))
    assert OfficialList.objects.count() == 1


def test_a_computer_that_was_off_catches_up_with_the_month_before() -> None:
    club = evenings.club()
    Evening(club, day=OCTOBER).game(Bob=-1).end()
    official_lists_freeze(now=at(2026, 11, 13))
    assert OfficialList.objects.get().day == datetime.date(2026, 10, 31)


def test_a_season_is_closed_a_week_after_its_end_and_its_list_frozen() -> None:
    club = evenings.club()
    season = autumn(club)
    Evening(club, day=OCTOBER).game(Bob=-1).end()
    official_lists_freeze(now=at(2026, 11, 5))
    season.refresh_from_db()
    assert not season.is_closed
    official_lists_freeze(now=at(2026, 11, 8))
    season.refresh_from_db()
    assert season.is_closed
    official = OfficialList.objects.get(kind="season")
    assert (official.season, official.day) == (season, season.ends_on)
    assert lines(official)[0] == ("Ann", 100, 1, 1)


def test_a_season_with_a_running_session_waits() -> None:
    club = evenings.club()
    season = autumn(club)
    evening = Evening(club, day=OCTOBER).game(Bob=-1)
    official_lists_freeze(now=at(2026, 11, 10))
    season.refresh_from_db()
    assert not season.is_closed
    evening.end()
    official_lists_freeze(now=at(2026, 11, 11))
    season.refresh_from_db()
    assert season.is_closed


def test_a_season_that_an_organizer_opens_again_is_left_to_him() -> None:
    club = evenings.club()
    season = autumn(club)
    Evening(club, day=OCTOBER).game(Bob=-1).end()
    official_lists_freeze(now=at(2026, 11, 8))
    season_reopen(season=season, by=evenings.user("Olga"))
    official_lists_freeze(now=at(2026, 11, 9))
    season.refresh_from_db()
    assert not season.is_closed


def test_a_club_that_fails_does_not_keep_the_others_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = evenings.club("one"), evenings.club("two")
    for club in (first, second):
        Evening(club, day=OCTOBER).game(Bob=-1).end()

    from tournaments.ladders.services import official

    real = official.ratings_refresh

    def refresh(*, club_id: int) -> Any:
        if club_id == first.pk:
            raise RuntimeError("broken")
        return real(club_id=club_id)

    monkeypatch.setattr(official, "ratings_refresh", refresh)
    assert official_lists_freeze(now=at(2026, 11, 1)) == 1
    assert OfficialList.objects.get().club == second
