"""Figures that are not what the games say are found by the sweep, and worked out anew."""

import datetime
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.decisions.services.merging import players_merge
from games.models import Club
from tests import clock, evenings
from tests.evenings import MONDAY, TUESDAY, Evening
from tests.tournaments.ladders.match_results import match
from tournaments.ladders.selectors.healing import SWEPT_WITHIN, Staleness, healing_of, staleness
from tournaments.ladders.selectors.leaderboards import LeaderboardQuery, leaderboard_asked
from tournaments.ladders.services import evenings as evenings_service
from tournaments.ladders.services.differences import HEALERS
from tournaments.ladders.services.healing import CLAIM, Healer, figures_heal
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.ladders.services.rebuild import leaderboard_rebuild
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import (
    Difference,
    EveningShare,
    EveningTally,
    MatchRating,
    OfficialList,
    RatingPoint,
    RatingState,
    SessionEvidence,
    SkillRating,
    Sweep,
)

pytestmark = pytest.mark.django_db

Figure = Difference.Figure
NOW = datetime.datetime(2026, 11, 17, 12, tzinfo=datetime.UTC)
"""Tuesday noon: in a later month a list of this one would be due."""


@pytest.fixture(autouse=True)
def its_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock.goes_from(monkeypatch, NOW)


def heal(**options: Any) -> bool:
    return figures_heal(healers=HEALERS, **options)


def figures(club: Club) -> list[Any]:
    """Everything that follows from a club's games, without the keys of rows."""
    shares = EveningShare.objects.filter(club=club).order_by("session", "player")
    skill = SkillRating.objects.filter(club=club).order_by("row")
    points = RatingPoint.objects.filter(club=club).order_by("player", "month")
    matches = MatchRating.objects.filter(club=club).order_by("row")
    columns = ("session", "player", "points", "games", "bets", "season", "doubled")
    return [
        list(shares.values_list(*columns)),
        list(skill.values_list("player", "row", "skill", "se")),
        list(points.values_list("player", "month", "skill")),
        list(matches.values_list("player", "row", "rating", "matches")),
    ]


def rebuilt(club: Club) -> list[Any]:
    """The same after everything has been worked out from nothing."""
    leaderboard_rebuild(club_id=club.pk)
    ratings_refresh(club_id=club.pk, everything=True)
    match_ratings_refresh(club_id=club.pk, everything=True)
    return figures(club)


def differing() -> dict[str, int]:
    clubs = list(Club.objects.values_list("pk", flat=True))
    found = {
        str(healer.figure): sum(healer.differences(clubs, timezone.now()).values())
        for healer in HEALERS
    }
    return {figure: count for figure, count in found.items() if count}


def merge(evening: Evening) -> None:
    # Somebody who has played elsewhere, and turns out to be Bob.
    other = Evening(evening.club, "Robert Eve Fay", day=MONDAY).game(Eve=-1).end()
    heal()
    players_merge(player=other.player("Robert"), into=evening.player("Bob"), by=evening.organizer)


CHANGES: dict[str, Callable[[Evening], object]] = {
    "a game": lambda one: Evening(one.club, day=MONDAY).game(Cid=-4).end(),
    "void": lambda one: one.void(),
    "reopened": lambda one: one.reopen().game(Cid=-2).end(),
    "a merger": merge,
    "another day, put right in the database": lambda one: one.session._meta.model.objects.filter(
        pk=one.session.pk
    ).update(played_on=MONDAY),
    "a match": lambda one: match(one.club, "Ann", "Bob"),
    "evenings of an older formula": lambda one: EveningTally.objects.update(formula=0),
    "games read by an older formula": lambda one: SessionEvidence.objects.update(formula=0),
    "skill of an older formula": lambda one: RatingState.objects.update(formula=0),
    "matches of an older formula": lambda one: RatingState.objects.update(match_formula=0),
    "evidence that is gone": lambda one: SessionEvidence.objects.all().delete(),
    "shares that are gone": lambda one: EveningTally.objects.all().delete(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_nobody_was_told_of_is_found_and_mended(change: str) -> None:
    club, bystander = evenings.club(), evenings.club("bystander")
    evening = Evening(club, "Ann Bob Cid", day=TUESDAY).game(Bob=-1).doubled_game().end()
    Evening(bystander).game(Bob=-1).end()
    match(club, "Bob", "Cid", day=1)
    heal()
    assert differing() == {}
    CHANGES[change](evening)
    assert differing() != {}
    assert heal()
    assert differing() == {}
    assert not Difference.objects.exists()
    assert figures(club) == rebuilt(club)


def test_wrong_figures_of_an_older_formula_are_put_right() -> None:
    club = evenings.club()
    Evening(club).game(Bob=-1).end()
    heal()
    right = figures(club)
    EveningShare.objects.update(bets=77)
    EveningTally.objects.update(formula=3)
    SkillRating.objects.update(skill=9)
    RatingState.objects.update(formula=0)
    assert heal()
    assert figures(club) == right


def test_lists_that_are_due_are_frozen_after_the_night_and_once() -> None:
    club = evenings.club()
    last_month = timezone.localdate().replace(day=1) - timedelta(days=40)
    Evening(club, day=last_month).game(Bob=-1).end()
    assert heal()
    assert heal()
    assert OfficialList.objects.get(club=club).rows.count() == 3


def test_an_evening_that_goes_on_after_midnight_is_not_cut_off_by_the_list_of_its_month() -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    Evening(club, day=datetime.date(2026, 10, 31)).game(Bob=-1).end()
    lists = next(one for one in HEALERS if one.figure == Figure.LISTS)
    leaderboard_rebuild(club_id=club.pk)
    # Two and five in the morning in Berlin.
    for hour, due in ((1, {}), (4, {club.pk: 1})):
        now = datetime.datetime(2026, 11, 1, hour, tzinfo=datetime.UTC)
        assert lists.differences([club.pk], now) == due


@pytest.mark.parametrize("clubs", [1, 6])
def test_comparing_takes_as_many_queries_for_many_clubs_as_for_one(clubs: int) -> None:
    for number in range(clubs):
        club = evenings.club(f"club-{number}")
        Evening(club).game(Bob=-1).end()
        match(club, "Ann", "Bob")
    heal()
    keys = list(Club.objects.values_list("pk", flat=True))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        for healer in HEALERS:
            assert healer.differences(keys, timezone.now()) == {}
    assert len(asked) <= 11


def test_a_club_that_fails_keeps_no_other_waiting_and_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, fine = evenings.club("broken"), evenings.club("fine")
    for club in (broken, fine):
        Evening(club).game(Bob=-1).end()
    real = evenings_service._counted

    def fail(pks: Any, current: Any) -> Any:
        if broken.sessions.filter(pk__in=pks).exists():
            raise RuntimeError("no room on the disk")
        return real(pks, current)

    with monkeypatch.context() as patch:
        patch.setattr(evenings_service, "_counted", fail)
        assert heal()
    assert len(leaderboard_asked(fine, LeaderboardQuery(over="all")).lines) == 3
    (left,) = healing_of(broken)
    assert (left.figure, left.tries, left.left) == (Figure.EVENINGS, 1, 1)
    assert left.error == "RuntimeError: no room on the disk"
    found = left.found_at
    assert staleness().stale_since == found
    assert heal()
    assert healing_of(broken) == []
    assert staleness().stale_since is None


def test_others_have_a_turn_when_its_time_is_over_and_progress_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evenings_service, "CHUNK", 2)
    club = evenings.club()
    for day in range(5):
        Evening(club, day=MONDAY + timedelta(days=day)).game(Bob=-1)

    def first_piece(club_id: int, now: datetime.datetime) -> Iterator[int]:
        yield from HEALERS[0].repair(club_id, now)

    slow = Healer(Figure.EVENINGS, HEALERS[0].differences, first_piece)
    seen = []
    times = iter([0.0, 1.0, 99.0])
    with monkeypatch.context() as patch:
        patch.setattr("tournaments.ladders.services.healing.time.monotonic", lambda: next(times))
        assert not figures_heal(healers=[slow], seconds=20)
    row = healing_of(club)[0]
    seen.append((row.done, row.total))
    assert seen == [(2, 5)]
    found = row.found_at
    assert Sweep.objects.get().claimed_until is None
    assert Sweep.objects.get().finished_at is None
    assert not figures_heal(healers=[slow], seconds=0)
    again = healing_of(club)[0]
    assert (again.found_at, again.done, again.total) == (found, 2, 5)
    assert figures_heal(healers=[slow])
    assert healing_of(club) == []
    assert EveningTally.objects.count() == 5


def test_one_sweep_works_at_a_time_and_one_that_was_killed_holds_nobody_up() -> None:
    Evening(evenings.club()).game(Bob=-1)
    Sweep.objects.create(pk=1, claim="somebody", claimed_until=timezone.now() + CLAIM)
    assert heal()
    assert not EveningTally.objects.exists()
    Sweep.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert heal()
    assert EveningTally.objects.count() == 1
    assert Sweep.objects.get().finished_at is not None


def test_organizers_see_how_far_it_is(client: Client) -> None:
    club = evenings.club()
    client.force_login(evenings.user("Olga"), backend="games.backends.AccountBackend")
    Difference.objects.create(club=club, figure=Figure.EVENINGS, total=400, left=370)
    listed = client.get(reverse("admin:tournaments_difference_changelist")).content.decode()
    assert "30 of 400" in listed


@pytest.mark.parametrize(
    ("stale", "swept", "age"),
    [
        (None, None, None),
        (None, timedelta(minutes=1), timedelta(0)),
        (timedelta(minutes=7), timedelta(minutes=1), timedelta(minutes=7)),
        (timedelta(minutes=7), None, timedelta(minutes=7)),
        # Nobody compares any more: nobody knows.
        (None, SWEPT_WITHIN * 3, SWEPT_WITHIN * 3),
        (timedelta(minutes=7), timedelta(hours=2), timedelta(hours=2)),
        (timedelta(hours=3), timedelta(hours=2), timedelta(hours=3)),
    ],
)
def test_figures_are_as_old_as_the_oldest_difference_or_the_last_comparison(
    stale: timedelta | None, swept: timedelta | None, age: timedelta | None
) -> None:
    found = Staleness(
        None if stale is None else NOW - stale, None if swept is None else NOW - swept
    )
    assert found.age(NOW) == age
