"""Mails about leagues: each thing once, one mail a day, in the reader's language."""

import datetime
import threading
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.sealing import packed, public_key
from games.accounts.services.mail_wishes import mails_set
from games.accounts.services.push import push_subscribe
from games.models import Club, LimitCount, User
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.leagues.services import absences, fixtures, seasons, telling
from tournaments.leagues.services.nudging import fixtures_nudge
from tournaments.leagues.services.reminders import reminders_send
from tournaments.leagues.times import said_at
from tournaments.models import Fixture, FixtureNote, LeagueSeason, LeagueTold, Match
from tournaments.results.services import results

BERLIN = ZoneInfo("Europe/Berlin")
pytestmark = pytest.mark.django_db


def day(ahead: int, hour: int = 9, minute: int = 0) -> datetime.datetime:
    """An hour of a day to come, as the club's clocks show it."""
    at = timezone.localdate(timezone=BERLIN) + datetime.timedelta(days=ahead)
    return datetime.datetime.combine(at, datetime.time(hour, minute), BERLIN)


def told(ahead: int, hour: int = 9) -> dict[str, str]:
    """What a sweep mails on a day, by the name of who gets it."""
    mail.outbox.clear()
    LimitCount.objects.all().delete()  # another day has begun
    reminders_send(now=day(ahead, hour))
    return {one.to[0].partition("@")[0].title(): str(one.body) for one in mail.outbox}


@pytest.fixture
def of() -> Running:
    """A season of 90 days; Ann and Bob have accounts."""
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    of.account("Ann"), of.account("Bob")
    return of


@pytest.fixture
def begun(of: Running) -> Running:
    """As after the first mails."""
    assert set(told(1)) == {"Ann", "Bob"}
    return of


def proposed(of: Running, by: str = "Bob", ahead: int = 3) -> Match:
    match = of.match("Ann", "Bob")
    note = fixtures.fixture_propose(
        match=match, by=of.account(by), times=[day(ahead, 20)], place="Club room", key=key()
    )
    of.times, of.note = note.times, note
    return match


def agreed(of: Running, ahead: int = 3) -> Match:
    match = proposed(of, "Bob", ahead)
    fixtures.fixture_accept(
        match=match, by=of.account("Ann"), proposal=of.note.pk, at=day(ahead, 20), key=key()
    )
    return match


def reported(of: Running) -> None:
    match = of.match("Ann", "Bob")
    points = (11, 4) if str(match.first) == "Bob" else (4, 11)
    results.match_report(
        match=match, by=of.account("Bob"), points=points, version=match.version, key=key()
    )


def test_the_start_tells_the_opponents_and_until_when(of: Running) -> None:
    found = told(1)
    assert set(found) == {"Ann", "Bob"}  # the others have no address
    assert "You play Bob, Cid" in found["Ann"]
    assert "/leagues/" in found["Ann"]
    assert told(1, 12) == told(2) == told(3) == {}


def asked_for(of: Running) -> None:
    fixtures.fixture_propose(
        match=of.match("Ann", "Bob"), by=of.account("Bob"), times=[day(5, 20)], key=key()
    )


@pytest.mark.parametrize("do", [asked_for, lambda of: agreed(of, 5), reported])
def test_the_start_asks_nobody_for_dates_who_has_them_or_a_result(of: Running, do) -> None:
    do(of)
    found = told(1)
    for name in ("Ann", "Bob"):
        assert "You play Cid, until" in found[name]


@pytest.mark.parametrize("how", ["date", "nothing"])
def test_what_the_director_has_decided_is_told_and_not_asked_any_more(
    begun: Running, how: str
) -> None:
    match = agreed(begun)
    Fixture.objects.update(agreed_at=timezone.now() - datetime.timedelta(hours=1))
    absences.fixture_absent(match=match, by=begun.account("Ann"), key=key())
    absences.fixture_decide(match=match, by=begun.director, how=how, key=key())
    found = told(2)
    for name, other in (("Ann", "Bob"), ("Bob", "Ann")):
        assert f"The director asks you to find a new date with {other}." in found[name]
    assert "What happened?" not in found["Bob"]


def decided(of: Running) -> None:
    match = of.match("Ann", "Bob")
    loser = 0 if str(match.first) == "Ann" else 1
    results.match_forfeit(
        match=match, by=of.director, loser=loser, reason="Gone", version=match.version, key=key()
    )


SAID = {
    "dates are proposed": (proposed, 2, "Bob proposes dates to you."),
    "a date is tomorrow": (agreed, 2, "Tomorrow you play Bob"),
    "a result waits": (reported, 2, "The result against Bob waits for your word. It confirms"),
    "a message waits": (
        lambda of: fixtures.fixture_say(
            match=of.match("Ann", "Bob"), by=of.account("Bob"), text="Tuesday?", key=key()
        ),
        2,
        "Bob has written to you.",
    ),
    "the director reminds": (
        lambda of: fixtures_nudge(dated=of.season, by=of.director, key=key()),
        2,
        "The director reminds you of your match against Bob.",
    ),
    "the director decides": (
        decided,
        2,
        "The director has decided your match against Bob. You have lost it.",
    ),
    "half of the time is over": (lambda of: None, 46, "Half of the time is over"),
    "14 days before the deadline": (lambda of: None, 76, "14 days left. Still to play by"),
    "3 days before the deadline": (lambda of: None, 87, "3 days left. Still to play by"),
}


@pytest.mark.parametrize("what", SAID)
def test_what_is_told_when_and_once(begun: Running, what: str) -> None:
    do, ahead, sentence = SAID[what]
    do(begun)
    assert sentence in told(ahead)["Ann"]
    assert told(ahead, 18) == {}
    assert sentence not in told(ahead + 1).get("Ann", "")


def test_who_has_answered_is_not_reminded_of_it(begun: Running) -> None:
    match = proposed(begun)
    fixtures.fixture_say(match=match, by=begun.account("Ann"), text="Let me see", key=key())
    found = told(2)
    assert "Ann" not in found
    assert "Ann has written to you." in found["Bob"]


def test_dates_that_were_taken_back_wait_for_nobody(begun: Running) -> None:
    match = proposed(begun)
    by = begun.account("Bob")
    fixtures.fixture_withdraw(match=match, by=by, proposal=begun.note.pk, key=key())
    assert told(2) == {}


def test_who_proposed_is_told_that_no_date_suits(begun: Running) -> None:
    match = proposed(begun)
    by = begun.account("Ann")
    fixtures.fixture_decline(match=match, by=by, proposal=begun.note.pk, key=key())
    found = told(2)
    assert "Ann can on none of the dates that you have proposed." in found["Bob"]
    assert "Ann" not in found


def test_the_end_says_place_and_division(begun: Running) -> None:
    begun.play()
    begun.close()
    begun.draft()
    assert told(2) == {}  # nobody is told before the director confirms
    begun.follow()
    found = told(3)
    assert "place 1 of Division 1. You stay there." in found["Ann"]
    assert told(4) == {}


def test_the_end_says_the_place_of_now_if_it_was_corrected_before_the_mail(
    begun: Running,
) -> None:
    begun.play()
    begun.close()
    begun.draft()
    begun.follow()
    begun.again()
    event_reopen(event=begun.season.event, by=begun.director)
    match = begun.match("Ann", "Bob")
    points = (0, 11) if str(match.first) == "Ann" else (11, 0)
    results.match_correct(
        match=match, by=begun.director, points=points, version=match.version, key=key()
    )
    begun.again()
    event_finish(event=begun.season.event, by=begun.director)
    found = told(3)
    assert "place 2 of Division 1. You stay there." in found["Ann"]
    assert "place 1 of Division 1. You stay there." in found["Bob"]


def test_one_mail_a_day_and_only_by_day(begun: Running) -> None:
    proposed(begun)
    assert told(2, 7) == {}
    assert set(told(2, 8)) == {"Ann"}
    fixtures.fixture_say(
        match=begun.match("Ann", "Bob"), by=begun.account("Bob"), text="Well?", key=key()
    )
    assert told(2, 21) == {}
    assert "Bob has written to you." in told(3)["Ann"]
    assert told(4, 23) == {}


def test_all_of_a_day_stands_in_one_mail(begun: Running) -> None:
    agreed(begun)
    fixtures.fixture_say(
        match=begun.match("Ann", "Bob"), by=begun.account("Bob"), text="Bring a clock", key=key()
    )
    found = told(2)
    assert "Tomorrow you play Bob" in found["Ann"]
    assert "Bob has written to you." in found["Ann"]
    assert len(mail.outbox) == 2


def test_the_language_is_the_readers(of: Running) -> None:
    User.objects.filter(email="ann@example.org").update(language="de")
    found = told(1)
    assert "Du spielst gegen Bob, Cid" in found["Ann"]
    assert "You play Ann, Cid" in found["Bob"]


def test_who_has_chosen_no_language_is_written_to_in_that_of_the_club(of: Running) -> None:
    Club.objects.update(language="de")
    User.objects.filter(email="bob@example.org").update(language="en")
    found = told(1)
    assert "Du spielst gegen Bob, Cid" in found["Ann"]
    assert "You play Ann, Cid" in found["Bob"]


@pytest.mark.parametrize("why", ["wants none", "has no address"])
def test_who_gets_no_mails_has_messages_on_a_device(
    of: Running, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    ann = of.account("Ann")
    if why == "wants none":
        mails_set(user=ann, wanted=False)
    else:
        User.objects.filter(pk=ann.pk).update(email="")
    assert set(told(1)) == {"Bob"}
    push_subscribe(
        holder=ann,
        endpoint="https://push.example.com/1",
        key=public_key("7"),
        code=packed(bytes(16)),
        device="",
    )
    notices: list[str] = []
    monkeypatch.setattr(telling, "push_send", lambda **sent: notices.append(sent["notice"].kind))
    assert told(2) == told(3) == {}
    assert notices == ["league"]


def test_every_mail_has_the_link_that_stops_them(of: Running, settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example.org"]
    told(1)
    [first, *_rest] = mail.outbox
    assert first.extra_headers["List-Unsubscribe"].startswith("<https://club.example.org/")
    assert "No more mails about boards and leagues: https://" in str(first.body)


def test_a_mail_that_did_not_leave_is_sent_later(of: Running, monkeypatch) -> None:
    def broken(**_values: str) -> None:
        raise OSError("no answer")

    with monkeypatch.context() as patch:
        patch.setattr("tournaments.leagues.services.reminders.mail_send", broken)
        assert reminders_send(now=day(1)) == 0
    assert not LeagueTold.objects.exists()
    assert reminders_send(now=day(1, 10)) == 2


def test_a_moved_deadline_is_told_of_again(begun: Running) -> None:
    assert "Half of the time" in told(46)["Ann"]
    assert "14 days left" in told(76)["Ann"]
    until = begun.season.deadline.astimezone(BERLIN).date() + datetime.timedelta(days=30)
    seasons.season_deadline(season=begun.season, by=begun.director, ends_on=until, reason="Snow")
    begun.again()
    assert told(78) == {}
    assert "14 days left" in told(106)["Ann"]


@pytest.mark.parametrize(("hour", "is_told"), [(1, False), (8, True)])
def test_in_the_night_when_the_clocks_change_nothing_is_told_twice(
    of: Running, hour: int, *, is_told: bool
) -> None:
    night = datetime.date(2027, 3, 28)
    LeagueSeason.objects.update(deadline=datetime.datetime(2027, 5, 1, tzinfo=BERLIN))
    at = datetime.datetime.combine(night, datetime.time(hour, 30), BERLIN)
    assert (reminders_send(now=at) == 2) == is_told
    again = datetime.datetime.combine(night, datetime.time(9), BERLIN)
    assert (reminders_send(now=again) == 2) != is_told
    assert reminders_send(now=again + datetime.timedelta(hours=1)) == 0


def test_a_clock_that_is_set_back_tells_nobody_twice(of: Running) -> None:
    assert len(told(1)) == 2
    assert told(0) == {}


def test_a_date_in_the_hour_that_comes_twice_is_told_on_the_day_before() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    of.account("Ann")
    LeagueSeason.objects.update(deadline=datetime.datetime(2027, 12, 1, tzinfo=BERLIN))
    match = of.match("Ann", "Bob")
    at = datetime.datetime(2027, 10, 31, 2, 30, tzinfo=BERLIN)
    Fixture.objects.create(match=match, agreed_at=at)
    before = datetime.datetime(2027, 10, 30, 9, tzinfo=BERLIN)
    reminders_send(now=before)
    assert "Tomorrow you play Bob" in str(mail.outbox[0].body)


def test_demo_accounts_and_players_of_other_clubs_get_no_mail(of: Running) -> None:
    User.objects.filter(email="ann@example.org").update(is_demo=True)
    evenings.member(evenings.club("other"), "Cid")
    assert set(told(1)) == {"Bob"}


def test_a_round_tells_its_opponents() -> None:
    of = Running(shape="swiss")
    of.account("Ann")
    assert "You play" in told(1)["Ann"]
    of.play()
    seasons.season_release(season=of.season, by=of.director)
    assert "You play" in told(2)["Ann"]
    assert told(3) == {}


def test_the_queries_of_a_sweep_do_not_grow_with_the_players(of: Running) -> None:
    told(1)
    with CaptureQueriesContext(
        connection,
    ) as few:
        reminders_send(now=day(1, 10))
    for name in ("Cid", "Dee", "Eve", "Fay"):
        of.account(name)
    assert set(told(2)) == {"Cid", "Dee", "Eve", "Fay"}
    with CaptureQueriesContext(connection) as many:
        reminders_send(now=day(2, 10))
    assert len(many) <= len(few) + 1


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_tells() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    for name in ("Ann", "Bob", "Cid"):
        of.account(name)
    mail.outbox = []
    at, gate, failures = day(1), threading.Barrier(2), list[BaseException]()

    def run() -> None:
        try:
            gate.wait()
            reminders_send(now=at)
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _worker in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert sorted(one.to[0] for one in mail.outbox) == [
        f"{name}@example.org" for name in ("ann", "bob", "cid")
    ]


def test_on_a_ladder_each_challenge_is_told_to_both_with_its_own_days() -> None:
    of = Running("Ann Bob Cid", shape="ladder", is_released=False, round_days=14)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    of.account("Ann"), of.account("Bob")
    assert told(1) == {}
    match = of.challenge("Bob", "Ann")
    found = told(2)
    assert "You play Bob" in found["Ann"]
    assert "You play Ann" in found["Bob"]
    assert told(3) == {}
    assert "Half of the time is over" in told(8)["Ann"]
    assert "3 days left" in told(11)["Ann"]
    of.win(match, 1)
    assert told(12) == {}
    of.challenge("Cid", "Bob")
    assert "You play Cid" in told(13)["Bob"]


def test_after_a_standstill_nobody_is_asked_for_what_is_over(of: Running) -> None:
    proposed(of, ahead=3)
    found = told(5)["Ann"]
    assert "Bob has proposed dates, and they are over by now. Propose others." in found
    assert "Bob proposes dates to you." not in found
    assert "You play Cid, until" in found
    assert told(120) == {}


def test_after_a_standstill_past_the_deadline_no_season_begins(of: Running) -> None:
    assert told(120) == {}


def test_who_did_not_come_reads_in_the_mail_until_when_they_are_asked(begun: Running) -> None:
    match = agreed(begun)
    Fixture.objects.update(agreed_at=timezone.now() - datetime.timedelta(hours=1))
    absences.fixture_absent(match=match, by=begun.account("Ann"), key=key())
    note = FixtureNote.objects.latest("pk")
    FixtureNote.objects.filter(pk=note.pk).update(created_at=day(1, 12))
    at = said_at(begun.club, day(3, 12))
    said = "Ann says that you did not come. What happened?"
    assert f"{said} The director decides after {at}." in told(2)["Bob"]


def test_who_reads_too_late_that_they_are_asked_is_told_no_day(begun: Running) -> None:
    match = agreed(begun)
    Fixture.objects.update(agreed_at=timezone.now() - datetime.timedelta(hours=1))
    absences.fixture_absent(match=match, by=begun.account("Ann"), key=key())
    found = told(5)["Bob"]
    assert "Ann says that you did not come. What happened?" in found
    assert "The director decides after" not in found


def test_the_end_of_a_ladder_names_the_place_and_no_division() -> None:
    of = Running("Ann Bob Cid", shape="ladder")
    of.account("Ann")
    told(1)
    of.play()
    of.close()
    of.draft()
    of.follow()
    found = told(2)["Ann"]
    assert "The season is over: place 1.\n" in found
