"""What a result leaves behind: the score kept before it, its day, what counts for ratings."""

import datetime
import importlib
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps

from tests.tournaments.directing import Directed, agreed, at, key, names_of
from tests.tournaments.results.test_results import account, play, report, two
from tournaments.errors import EventRefused
from tournaments.events.services import draws, entries
from tournaments.formats.match_swiss import entrants
from tournaments.ladders.services.match_ratings import match_ratings_refresh, rated_matches
from tournaments.models import Event, Match, MatchRatingPoint
from tournaments.record.selectors.situations import situation_of
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

FIRST = datetime.date(2026, 3, 6)
EVENING = datetime.datetime(2026, 3, 6, 19, tzinfo=ZoneInfo("Europe/Berlin"))
DAY = datetime.timedelta(days=1)


@pytest.mark.parametrize("ended_by", ["a report", "the last game"])
def test_a_no_to_a_result_leaves_the_match_where_it_was_kept_game_by_game(ended_by: str) -> None:
    event = Directed(names="Ann Bob", match_length=4)
    match, first, second = two(event)
    for side in (0, 1, 0, 0):
        match = play(match, first, kind="win", side=side, level="single")
    if ended_by == "a report":
        match = report(match, first, (4, 2))
    else:
        match = play(match, first, kind="win", side=0, level="single")
    match = results.match_reject(match=match, by=second, version=match.version, key=key())
    assert match.state == "disputed"
    match = results.match_reject(match=match, by=event.director, version=match.version, key=key())
    assert (match.state, match.first_points, match.second_points) == ("open", 3, 1)
    match = play(match, second, kind="win", side=1, level="single")
    assert (match.first_points, match.second_points) == (3, 2)


def test_a_match_that_others_play_now_keeps_nothing_of_the_forfeit_before() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="single", seeding="entry")
    event.next_round()
    semi = event.match("Ann", "Dee")
    event.win(semi, 0)
    event.win(event.match("Bob", "Cid"), 0)
    final = event.match("Ann", "Bob")
    final = results.match_forfeit(
        match=final, by=event.director, loser=1, reason="ill", version=final.version, key=key()
    )
    semi.refresh_from_db()
    said = {"match": semi, "by": event.director, "points": (3, 7), "version": semi.version}
    agreed(results.match_correct, **said)
    final = event.match("Dee", "Bob")
    said = (final.state, final.reason, final.is_rated, final.unrated_reason)
    assert said == ("open", "", True, "")


def test_a_forfeit_is_never_rated() -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1})
    match, _, _ = two(event)
    match = results.match_forfeit(
        match=match, by=event.director, loser=1, reason="ill", version=match.version, key=key()
    )
    with pytest.raises(EventRefused, match="never rated"):
        results.match_rate(
            match=match, by=event.director, is_rated=True, version=match.version, key=key()
        )
    Match.objects.update(is_rated=True, unrated_reason="")
    assert not rated_matches([event.club.pk]).exists()


def event_of_weeks() -> Directed:
    """A league that begins on Friday the 6th of March; all its rounds are released."""
    fields = {"starts_on": FIRST}
    event = Directed(
        names="Ann Bob Cid Dee", format="round_robin", seeding="entry", event_fields=fields
    )
    Event.objects.update(created_at=EVENING - 3 * DAY)
    event.next_round()
    for _ in range(2):
        draws.draw_release(division=event.division, by=event.director)
    return event


def test_each_match_has_the_day_on_which_it_was_played_and_ratings_their_order() -> None:
    event = event_of_weeks()
    played = [("Ann", "Bob", 14), ("Cid", "Dee", 0), ("Ann", "Cid", 7)]
    for one, other, days in played:
        with at(EVENING + days * DAY):
            event.win(event.match(one, other), 0)
    assert event.match("Ann", "Bob").played_on == FIRST + 14 * DAY
    assert event.match("Cid", "Dee").played_on == FIRST
    match_ratings_refresh(club_id=event.club.pk)
    ann = MatchRatingPoint.objects.filter(player__name="Ann").order_by("number")
    assert [one.opponent.name for one in ann] == ["Cid", "Bob"]
    # Put right later, it keeps its day.
    with at(EVENING + 20 * DAY):
        match = event.match("Cid", "Dee")
        results.match_correct(
            match=match, by=event.director, points=(4, 7), version=match.version, key=key()
        )
    assert event.match("Cid", "Dee").played_on == FIRST


def test_a_match_reported_at_night_has_the_day_of_the_club_and_a_confirmation_keeps_it() -> None:
    event = event_of_weeks()
    ann, bob = account(event, "Ann"), account(event, "Bob")
    late = datetime.datetime(2026, 3, 7, 23, 30, tzinfo=datetime.UTC)
    with at(late):
        match = report(event.match("Ann", "Bob"), ann, (7, 3))
    zone = ZoneInfo(event.club.time_zone)
    assert match.played_on == late.astimezone(zone).date()
    with at(late + 5 * DAY):
        match = results.match_confirm(match=match, by=bob, version=match.version, key=key())
    assert match.played_on == late.astimezone(zone).date()


def test_an_event_written_down_afterwards_has_its_own_day() -> None:
    with at(EVENING + 2 * DAY):
        event = Directed(names="Ann Bob", event_fields={"starts_on": FIRST})
        Event.objects.update(created_at=EVENING + 2 * DAY)
        event.next_round()
        match = event.win(event.match("Ann", "Bob"), 0)
    assert match.played_on == FIRST


def test_who_withdrew_forfeits_on_the_day_of_it() -> None:
    event = event_of_weeks()
    with at(EVENING + 9 * DAY):
        entries.entry_withdraw(entry=event.entry("Ann"), by=event.director)
    assert event.match("Ann", "Bob").played_on == FIRST + 9 * DAY


def test_the_upgrade_dates_matches_that_were_played_before_it_and_unrates_forfeits() -> None:
    event = event_of_weeks()
    for one, other, days in [("Ann", "Bob", 14), ("Cid", "Dee", 2)]:
        with at(EVENING + days * DAY):
            event.win(event.match(one, other), 0)
    with at(EVENING + 30 * DAY):
        match = event.match("Ann", "Bob")
        results.match_correct(
            match=match, by=event.director, points=(4, 7), version=match.version, key=key()
        )
        entries.entry_withdraw(entry=event.entry("Dee"), by=event.director)
    Match.objects.update(played_on=FIRST, is_rated=True, unrated_reason="")  # as it was
    Match.objects.filter(pk=event.match("Ann", "Cid").pk).update(node="group-[")
    migration = importlib.import_module("tournaments.migrations.0007_matches_dated")
    for operation in migration.Migration.operations:
        operation.code(apps, None)
    days = {
        frozenset(names_of([one])[0]): (one.played_on - FIRST).days
        for one in Match.objects.filter(state="settled")
    }
    assert days == {
        frozenset({"Ann", "Bob"}): 14,
        frozenset({"Cid", "Dee"}): 2,
        frozenset({"Ann", "Dee"}): 30,
        frozenset({"Bob", "Dee"}): 30,
    }
    assert {one.is_rated for one in Match.objects.filter(outcome="forfeit")} == {False}
    assert event.match("Ann", "Cid").node == "group-AA"


@pytest.mark.parametrize("change", ["a pause", "a late entry", "a withdrawal"])
def test_the_drawn_ranks_of_the_others_stay_whoever_comes_and_goes(change: str) -> None:
    event = Directed(names="Ann Bob Cid Dee Eve Fay Gus Hal", params={"rounds": 4})
    event.next_round()
    for match in event.open():
        event.win(match, 0)
    before = [
        one.key for one in sorted(entrants(situation_of(event.division)), key=lambda one: one.rank)
    ]
    gone = event.entry("Cid")
    if change == "a pause":
        entries.entry_pause(entry=gone, by=event.director)
    elif change == "a withdrawal":
        entries.entry_withdraw(entry=gone, by=event.director)
    else:
        event.enter("Ida")
    late = str(len(before) + 1)
    left = {late} if change == "a late entry" else {str(gone.number)}
    after = [
        one.key for one in sorted(entrants(situation_of(event.division)), key=lambda one: one.rank)
    ]
    assert [one for one in after if one not in left] == [one for one in before if one not in left]


def test_28_groups_have_letters() -> None:
    names = " ".join(f"P{number:02}" for number in range(56))
    event = Directed(names=names, format="groups_knockout", params={"groups": 28, "qualifiers": 1})
    draws.draw_make(division=event.division, by=event.director)
    nodes = {match.node for match in Match.objects.all()}
    assert {"group-A", "group-Z", "group-AA", "group-AB"} <= nodes
    assert all(node.removeprefix("group-").isalpha() for node in nodes)
