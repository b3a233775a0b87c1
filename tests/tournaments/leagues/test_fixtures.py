"""Two find a date for their match; and what is done where one of them does not come."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from games.errors import KeyReused
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import shown_to
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused
from tournaments.leagues.selectors.fixtures import fixture_of, fixtures_of, strikes_of
from tournaments.leagues.selectors.progress import directors_waiting
from tournaments.leagues.services import absences, fixtures, seasons
from tournaments.leagues.services.nudging import fixtures_nudge
from tournaments.models import Fixture, FixtureNote, Match, day_end
from tournaments.results.services import results

BERLIN = ZoneInfo("Europe/Berlin")
pytestmark = pytest.mark.django_db


def days(*ahead: int) -> list[datetime.datetime]:
    now = timezone.now().replace(microsecond=0)
    return [now + datetime.timedelta(days=one) for one in ahead]


def proposed(of: Running, *ahead: int) -> tuple[Match, FixtureNote, list[datetime.datetime]]:
    """Ann has proposed dates to Bob."""
    match, times = of.match("Ann", "Bob"), days(*ahead)
    note = fixtures.fixture_propose(
        match=match, by=of.account("Ann"), times=times, place="Club room", key=key()
    )
    return match, note, times


def agreed(of: Running) -> Match:
    match, note, times = proposed(of, 2)
    fixtures.fixture_accept(
        match=match, by=of.account("Bob"), proposal=note.pk, at=times[0], key=key()
    )
    return match


def long_ago(match: Match, minutes: int) -> None:
    """Put the agreed time so many minutes into the past."""
    at = timezone.now() - datetime.timedelta(minutes=minutes)
    Fixture.objects.filter(match=match).update(agreed_at=at)


def test_one_proposes_and_the_other_accepts() -> None:
    of = Running()
    match, note, times = proposed(of, 2, 3, 4)
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert shown.proposal == note
    fixtures.fixture_accept(
        match=match, by=of.account("Bob"), proposal=note.pk, at=times[1], key=key()
    )
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert (shown.agreed_at, shown.proposal) == (times[1], None)
    assert shown.fixture is not None
    assert shown.fixture.place == "Club room"


def test_who_proposed_does_not_accept() -> None:
    of = Running()
    match, note, times = proposed(of, 2)
    with pytest.raises(EventNotAllowed, match="your opponent accepts it"):
        fixtures.fixture_accept(
            match=match, by=of.account("Ann"), proposal=note.pk, at=times[0], key=key()
        )


def test_of_two_dates_accepted_at_the_same_moment_the_first_counts() -> None:
    of = Running()
    match, note, times = proposed(of, 2, 3)
    bob = of.account("Bob")
    fixtures.fixture_accept(match=match, by=bob, proposal=note.pk, at=times[0], key=key())
    with pytest.raises(EventConflict, match="A date was accepted meanwhile"):
        fixtures.fixture_accept(match=match, by=bob, proposal=note.pk, at=times[1], key=key())
    assert Fixture.objects.get().agreed_at == times[0]


def test_a_newer_proposal_takes_the_place_of_an_older_one() -> None:
    of = Running()
    match, note, times = proposed(of, 2)
    fixtures.fixture_propose(match=match, by=of.account("Bob"), times=days(5), key=key())
    with pytest.raises(EventConflict, match="not proposed any more"):
        fixtures.fixture_accept(
            match=match, by=of.account("Bob"), proposal=note.pk, at=times[0], key=key()
        )


def test_an_agreed_date_stays_until_another_is_accepted() -> None:
    of = Running()
    match = agreed(of)
    before = Fixture.objects.get().agreed_at
    note = fixtures.fixture_propose(match=match, by=of.account("Bob"), times=days(9), key=key())
    assert Fixture.objects.get().agreed_at == before
    at = datetime.datetime.fromisoformat(note.times[0])
    fixtures.fixture_accept(match=match, by=of.account("Ann"), proposal=note.pk, at=at, key=key())
    assert Fixture.objects.get().agreed_at == at


@pytest.mark.parametrize("ahead", [(), (1, 2, 3, 4, 5, 6), (-1,)])
def test_dates_are_one_to_five_and_to_come(ahead: tuple[int, ...]) -> None:
    of = Running()
    with pytest.raises(EventRefused, match="one to 5 dates"):
        proposed(of, *ahead)
    assert not FixtureNote.objects.exists()


def test_the_same_key_writes_once() -> None:
    of = Running()
    match, ann = of.match("Ann", "Bob"), of.account("Ann")
    for _again in range(2):
        fixtures.fixture_say(match=match, by=ann, text="Hello", key="once-once-once")
    assert FixtureNote.objects.count() == 1
    with pytest.raises(KeyReused):
        fixtures.fixture_propose(match=match, by=ann, times=days(1), key="once-once-once")


def test_only_the_two_and_the_director_write() -> None:
    of = Running()
    match = of.match("Ann", "Bob")
    with pytest.raises(EventNotAllowed):
        fixtures.fixture_say(match=match, by=of.account("Cid"), text="Hello", key=key())
    fixtures.fixture_say(match=match, by=of.director, text="Please play.", key=key())
    with pytest.raises(EventNotAllowed):
        fixtures.fixture_propose(match=match, by=of.director, times=days(1), key=key())


def test_nobody_came_is_said_after_fifteen_minutes() -> None:
    of = Running()
    match = agreed(of)
    long_ago(match, 14)
    with pytest.raises(EventRefused, match="Fifteen minutes"):
        absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    long_ago(match, 16)
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert shown.absence is not None


@pytest.mark.parametrize(
    ("how", "outcome", "strikes", "has_date"),
    [("walkover", "forfeit", 1, True), ("date", "", 1, False), ("nothing", "", 0, False)],
)
def test_the_director_decides_what_becomes_of_it(
    how: str, outcome: str, strikes: int, has_date: bool
) -> None:
    of = Running()
    match = agreed(of)
    long_ago(match, 20)
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    absences.fixture_decide(match=match, by=of.director, how=how, key=key())
    match.refresh_from_db()
    assert match.outcome == outcome
    if outcome:
        assert (match.first, match.second)[match.winner or 0] == of.player("Ann")
    assert strikes_of(of.season).get(of.player("Bob").pk, 0) == strikes
    assert (Fixture.objects.get().agreed_at is not None) == has_date
    with pytest.raises(EventRefused, match="Nobody has said"):
        absences.fixture_decide(match=match, by=of.director, how=how, key=key())


@pytest.mark.parametrize(("then", "strikes"), [("walkover", 1), ("date", 1), ("nothing", 0)])
def test_a_walkover_that_is_taken_back_is_no_strike_and_is_decided_again(
    then: str, strikes: int
) -> None:
    of = Running()
    match = agreed(of)
    long_ago(match, 20)
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    absences.fixture_decide(match=match, by=of.director, how="walkover", key=key())
    match.refresh_from_db()
    results.match_undo(match=match, by=of.director, version=match.version, key=key())
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert shown.absence is not None
    assert directors_waiting(of.league.club) == {of.season.event_id: (1, 0)}
    assert strikes_of(of.season) == {}
    absences.fixture_decide(match=match, by=of.director, how=then, key=key())
    assert strikes_of(of.season).get(of.player("Bob").pk, 0) == strikes
    assert directors_waiting(of.league.club) == {}


def test_no_date_is_needed_for_what_is_decided_or_over() -> None:
    of = Running()
    match = of.match("Ann", "Bob")
    of.win(match, 0)
    with pytest.raises(EventConflict, match="no date is needed"):
        fixtures.fixture_propose(match=match, by=of.account("Ann"), times=days(1), key=key())
    fixtures.fixture_say(match=match, by=of.account("Ann"), text="Well played.", key=key())


def test_a_player_has_all_their_fixtures_at_once() -> None:
    of = Running()
    ann = fixtures_of(of.season, of.player("Ann"))
    assert len(ann) == 2
    assert {one.deadline for one in ann} == {of.season.deadline}
    assert all(one.is_silent for one in ann)
    assert fixtures_nudge(dated=of.season, by=of.director, key=key()).matches == 9
    assert fixtures_of(of.season, of.player("Ann"))[0].is_silent


def test_a_round_has_its_own_deadline() -> None:
    of = Running(shape="swiss", round_days=14)
    [one] = fixtures_of(of.season, of.player("Ann"))
    assert one.deadline == day_end(of.club, of.today + datetime.timedelta(days=14))
    seasons.season_deadline(
        season=of.season,
        by=of.director,
        ends_on=of.today + datetime.timedelta(days=1),
        reason="Early",
    )
    of.again()
    [one] = fixtures_of(of.season, of.player("Ann"))
    assert one.deadline == of.season.deadline


def test_who_proposed_takes_it_back_and_nobody_accepts_it_any_more() -> None:
    of = Running()
    match, note, times = proposed(of, 2)
    bob = of.account("Bob")
    with pytest.raises(EventNotAllowed, match="say no to them instead"):
        fixtures.fixture_withdraw(match=match, by=bob, proposal=note.pk, key=key())
    fixtures.fixture_withdraw(match=match, by=of.account("Ann"), proposal=note.pk, key=key())
    for act in (
        lambda: fixtures.fixture_accept(
            match=match, by=bob, proposal=note.pk, at=times[0], key=key()
        ),
        lambda: fixtures.fixture_decline(match=match, by=bob, proposal=note.pk, key=key()),
        lambda: fixtures.fixture_withdraw(
            match=match, by=of.account("Ann"), proposal=note.pk, key=key()
        ),
    ):
        with pytest.raises(EventConflict, match="not proposed any more"):
            act()
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert (shown.proposal, shown.agreed_at) == (None, None)


def test_the_other_says_no_and_anybody_proposes_again() -> None:
    of = Running()
    match, note, _times = proposed(of, 2)
    with pytest.raises(EventNotAllowed, match="your opponent accepts it"):
        fixtures.fixture_decline(match=match, by=of.account("Ann"), proposal=note.pk, key=key())
    bob = of.account("Bob")
    fixtures.fixture_decline(match=match, by=bob, proposal=note.pk, text="Away", key=key())
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert (shown.proposal, shown.notes[-1].text) == (None, "Away")
    again = fixtures.fixture_propose(match=match, by=bob, times=days(6), key=key())
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert shown.proposal == again


def test_an_agreed_date_stays_when_another_is_refused_or_taken_back() -> None:
    of = Running()
    match = agreed(of)
    before = Fixture.objects.get().agreed_at
    note = fixtures.fixture_propose(match=match, by=of.account("Bob"), times=days(9), key=key())
    fixtures.fixture_decline(match=match, by=of.account("Ann"), proposal=note.pk, key=key())
    note = fixtures.fixture_propose(match=match, by=of.account("Bob"), times=days(9), key=key())
    fixtures.fixture_withdraw(match=match, by=of.account("Bob"), proposal=note.pk, key=key())
    assert Fixture.objects.get().agreed_at == before


@pytest.mark.parametrize(
    ("clock", "sentence"),
    [
        ("2027-03-28T02:30", "This hour does not exist"),
        ("2027-10-31T02:30", "This hour comes twice"),
        ("0001-01-01T00:00", "one to 5 dates"),
        ("9999-12-31T23:59", "one to 5 dates"),
    ],
)
def test_an_hour_that_clocks_show_never_or_twice_is_refused(clock: str, sentence: str) -> None:
    with pytest.raises(EventRefused, match=sentence):
        fixtures.clock_time(BERLIN, datetime.datetime.fromisoformat(clock))


def test_the_same_key_with_other_dates_is_refused() -> None:
    of = Running()
    match, ann = of.match("Ann", "Bob"), of.account("Ann")
    said = {"match": match, "by": ann, "key": "once-once-once"}
    first = fixtures.fixture_propose(times=days(1), **said)
    with pytest.raises(KeyReused):
        fixtures.fixture_propose(times=days(2), **said)
    times = [datetime.datetime.fromisoformat(first.times[0])]
    assert fixtures.fixture_propose(times=times, **said) == first


@pytest.mark.parametrize(("minutes", "is_said"), [(0, True), (59, True), (-60, False), (90, False)])
def test_who_has_another_match_at_the_same_hour_is_warned_and_so_is_the_other(
    minutes: int, *, is_said: bool
) -> None:
    of = Running()
    before = Fixture.objects.get(match=agreed(of)).agreed_at
    assert before is not None
    at = before + datetime.timedelta(minutes=minutes)
    match = of.match("Ann", "Cid")
    note = fixtures.fixture_propose(match=match, by=of.account("Ann"), times=[at], key=key())
    said = {"Cid": "Ann has agreed on another", "Ann": "You have agreed on another"}

    def warned(name: str) -> bool:
        page = Client()
        page.force_login(of.account(name))
        shown = page.get(f"/fixtures/{match.public_id}/").content.decode()
        return f"{said[name]} match for the same hour: Ann – Bob" in shown or (
            f"{said[name]} match for the same hour: Bob – Ann" in shown
        )

    assert [warned("Cid"), warned("Ann")] == [is_said, is_said]
    other = fixtures.fixture_propose(match=match, by=of.account("Cid"), times=[at], key=key())
    mine = shown_to(of, f"/leagues/{of.league.public_id}/me/", "Ann")
    assert ("You have agreed on another match for one of these hours." in mine) == is_said
    fixtures.fixture_withdraw(match=match, by=of.account("Cid"), proposal=other.pk, key=key())
    note = fixtures.fixture_propose(match=match, by=of.account("Ann"), times=[at], key=key())
    fixtures.fixture_accept(match=match, by=of.account("Cid"), proposal=note.pk, at=at, key=key())
    assert [warned("Cid"), warned("Ann")] == [is_said, is_said]


@pytest.mark.parametrize(("hours", "is_told"), [(1, True), (49, False), (9600, False)])
@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_nobody_came_to_a_match_that_was_not_to_be_played_yet(
    shape: str, hours: int, *, is_told: bool
) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape)
    match = of.open()[0]
    says = {"match": match, "by": of.account(str(match.first)), "key": key()}
    at = timezone.now() - datetime.timedelta(hours=hours)
    if is_told:
        absences.fixture_absent(**says, at=at)
        return
    with pytest.raises(EventRefused, match="You two owe each other this match since"):
        absences.fixture_absent(**says, at=at)


@pytest.mark.parametrize(("hours", "is_told"), [(23, True), (25, False)])
def test_the_day_before_two_owed_each_other_a_match_is_named_as_it_is_allowed(
    hours: int, *, is_told: bool
) -> None:
    of = Running("Ann Bob", shape="ladder")
    says = {"match": of.open()[0], "by": of.account("Bob"), "key": key()}
    at = timezone.now() - datetime.timedelta(hours=hours)
    if is_told:
        absences.fixture_absent(**says, at=at)
        return
    with pytest.raises(EventRefused, match="you were to meet a day before that at the earliest"):
        absences.fixture_absent(**says, at=at)
