"""At the club: who of the present owes whom a match; reports that confirm themselves."""

import datetime
import re
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.services.mail_wishes import mails_set
from games.models import Board, Club, Session, User
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventNotAllowed, EventRefused
from tournaments.events.services.entries import entry_withdraw
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.selectors.present import at_tables, can_play, present_in
from tournaments.leagues.selectors.progress import progress_of, silent_of
from tournaments.leagues.services import fixtures, leagues
from tournaments.leagues.services.confirming import reports_confirm
from tournaments.leagues.services.nudging import fixtures_nudge
from tournaments.leagues.services.reminders import mailed_on, next_mail
from tournaments.leagues.services.trials import table_tried
from tournaments.leagues.times import local, said_at
from tournaments.models import Entry, FixtureNote, LeagueTold, Match, MatchStep
from tournaments.results.services import results
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


def reported(of: Running, one: str, other: str) -> Match:
    """A match that the first of the two has reported."""
    match = of.match(one, other)
    points = (11, 5) if str(match.first) == one else (5, 11)
    return results.match_report(
        match=match, by=of.account(one), points=points, version=match.version, key=key()
    )


def pairs(page: str) -> list[set[str]]:
    """Who can play now, as the director's page says it."""
    return [set(two) for two in re.findall(r">(\w+) and (\w+) can play now<", page)]


def directing(of: Running) -> tuple[Client, str]:
    client = Client()
    client.force_login(of.director)
    return client, f"/leagues/{of.league.public_id}/direct/"


# a report confirms itself


@pytest.mark.parametrize(
    ("days", "after", "is_confirmed"),
    [(3, 3, True), (3, 2.9, False), (1, 1, True), (0, 60, False)],
)
def test_a_report_confirms_itself_after_the_days_of_its_league(
    days: int, after: float, *, is_confirmed: bool
) -> None:
    of = Running(confirm_days=days)
    match = reported(of, "Ann", "Bob")
    now = timezone.now() + datetime.timedelta(days=after, seconds=1)
    assert reports_confirm(now=now) == is_confirmed
    match.refresh_from_db()
    assert match.is_settled == is_confirmed


def test_a_second_worker_confirms_nothing_twice() -> None:
    of = Running()
    match = reported(of, "Ann", "Bob")
    assert [reports_confirm(now=timezone.now() + 4 * DAY) for _worker in range(2)] == [1, 0]
    step = match.log.get(kind="confirm")
    assert step.sender is None


def test_a_disputed_report_never_confirms_itself() -> None:
    of = Running()
    match = reported(of, "Ann", "Bob")
    results.match_reject(match=match, by=of.account("Bob"), version=match.version, key=key())
    assert reports_confirm(now=timezone.now() + 30 * DAY) == 0


def test_days_count_from_the_latest_report() -> None:
    of = Running()
    match = reported(of, "Ann", "Bob")
    QuerySet(MatchStep).filter(match=match).update(created_at=timezone.now() - 5 * DAY)
    match = results.match_reject(
        match=match, by=of.account("Ann"), version=match.version, key=key()
    )
    assert match.state == Match.State.OPEN
    reported(of, "Ann", "Bob")
    assert reports_confirm(now=timezone.now() + 2 * DAY) == 0
    assert reports_confirm(now=timezone.now() + 3 * DAY) == 1


def test_a_closed_season_is_left_alone() -> None:
    of = Running()
    match = reported(of, "Ann", "Bob")
    of.close(reports={match.public_id: True})
    assert reports_confirm(now=timezone.now() + 30 * DAY) == 0


# who of the present owes whom a match


def test_who_sits_at_a_chouette_of_today_is_here() -> None:
    of = Running()
    night = evenings.Evening(of.club, "Ann Cid Dee", day=of.club.today)
    assert present_in(of.season) == {of.player(name).pk for name in ("Ann", "Cid", "Dee")}
    session = night.session
    session.status = Session.Status.ENDED
    session.save()
    assert present_in(of.season) == set()


def test_two_who_are_here_go_to_a_table_with_one_tap() -> None:
    of = Running()
    olga, path = directing(of)
    here = [of.player(name).public_id for name in ("Ann", "Cid", "Dee", "Eve")]
    page = olga.get(path, {"chosen": "1", "here": here}).content.decode()
    assert pairs(page) == [{"Ann", "Cid"}, {"Dee", "Eve"}]
    match = of.match("Ann", "Cid")
    sent = {"do": "seat", "match": match.public_id, "once": key(), "chosen": "1", "here": here}
    page = olga.post(path, sent, follow=True).content.decode()
    assert pairs(page) == [{"Dee", "Eve"}]
    match.refresh_from_db()
    assert match.board == 1
    other = of.match("Dee", "Eve")
    olga.post(path, {**sent, "match": other.public_id, "once": key()})
    other.refresh_from_db()
    assert other.board == 2
    ann = Client()
    ann.force_login(of.account("Ann"))
    assert "Table 1" in ann.get(f"/leagues/{of.league.public_id}/me/").content.decode()


def test_a_table_of_yesterday_is_free() -> None:
    of = Running()
    Match.objects.filter(pk=of.match("Ann", "Bob").pk).update(
        board=1, called_at=timezone.now() - 2 * DAY
    )
    found = fixtures_of(of.season)
    assert at_tables(found) == []
    here = {of.player("Ann").pk, of.player("Bob").pk}
    assert [str(one.match) for one in can_play(found, here)] == [str(of.match("Ann", "Bob"))]


# on the board


def test_a_league_may_want_the_board_or_not() -> None:
    of = Running()
    match, ann = of.match("Ann", "Bob"), of.account("Ann")
    leagues.league_change(league=of.league, by=of.director, boards="never")
    with pytest.raises(EventRefused, match="nobody plays on the board"):
        match_board_open(match=match, by=ann)
    leagues.league_change(league=of.league, by=of.director, boards="required")
    with pytest.raises(EventRefused, match="the board reports the result"):
        reported(of, "Ann", "Bob")
    assert match_board_open(match=match, by=ann, by_days=True).pace == Board.Pace.DAYS
    assert of.win(of.match("Ann", "Cid"), 0).is_settled  # a director enters what is right


# who leaves


@pytest.mark.parametrize(
    ("rule", "changed"),
    [
        ("removed", {"Ann": ("3", "0"), "Bob": ("6", "3"), "Cid": ("2", "0")}),
        ("kept", {"Dee": ("1", "4")}),
    ],
)
def test_what_a_withdrawal_changes_is_shown_before_it(
    rule: str, changed: dict[str, tuple[str, str]]
) -> None:
    of = Running("Ann Bob Cid Dee", "Eve Fay Gus", params={"withdrawn": rule})
    for one, other in (("Ann", "Cid"), ("Bob", "Cid"), ("Bob", "Dee")):
        match = of.match(one, other)
        of.win(match, 0 if str(match.first) == one else 1)
    olga, path = directing(of)
    sent = {"do": "leave", "entry": of.entry("Cid").public_id, "once": key()}
    page = olga.post(path, sent).content.decode()
    assert "Withdraw Cid?" in page
    assert of.entry("Cid").state != Entry.State.WITHDRAWN
    for name, (before, after) in changed.items():
        assert f"{name}: place" in page
        assert f"Points {before} → {after}" in page
    olga.post(path, {**sent, "sure": "1", "once": key()})
    assert of.entry("Cid").state == Entry.State.WITHDRAWN
    back = {"do": "resume", "entry": of.entry("Cid").public_id, "sure": "1", "once": key()}
    olga.post(path, back)
    assert of.entry("Cid").state == Entry.State.ENTERED, "nobody has seen them here"


def test_what_counts_no_more_is_not_said_to_count_once_somebody_else_withdraws() -> None:
    of = Running("Ann Bob Cid Dee", "Eve Fay Gus")
    for one, other in (("Ann", "Cid"), ("Bob", "Cid"), ("Bob", "Dee"), ("Cid", "Dee")):
        match = of.match(one, other)
        of.win(match, 0 if str(match.first) == one else 1)
    entry_withdraw(entry=of.entry("Ann"), by=of.director)  # one of three
    olga, path = directing(of)
    sent = {"do": "leave", "entry": of.entry("Cid").public_id, "once": key()}
    assert "2 matches that were played count." in olga.post(path, sent).content.decode()


def test_a_trial_leaves_nothing() -> None:
    of = Running()
    entry = of.entry("Bob")
    length = of.season.event.log.count()
    table_tried(entry.division, lambda: entry_withdraw(entry=entry, by=of.director))
    assert of.season.event.log.count() == length
    assert of.entry("Bob").state != Entry.State.WITHDRAWN


# what the director watches


@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_what_is_silent_is_counted_as_each_fixture_says_it(shape: str) -> None:
    of = Running(shape=shape)
    [first, *_others] = of.open()
    fixtures.fixture_say(match=first, by=of.account(str(first.first)), text="When?", key=key())
    second = of.open()[1]
    for player in (second.first, second.second):
        of.account(str(player))
    match_board_open(match=second, by=of.director)
    fixtures_nudge(dated=of.season, by=of.director, key=key())
    found = fixtures_of(of.season)
    silent = [one.match.pk for one in found if one.is_silent]
    assert 0 < len(silent) < len(found)
    assert second.pk not in silent, "they play"
    assert [one.match.pk for one in silent_of(of.season)] == silent
    progress = progress_of(of.season)
    assert sum(one.silent for one in progress) == len(silent)
    assert sum(one.still_open for one in progress) == len(of.open())


def test_all_silent_matches_are_reminded_as_often_as_the_director_taps() -> None:
    of = Running()
    olga, path = directing(of)
    fixtures.fixture_say(
        match=of.match("Ann", "Bob"), by=of.account("Ann"), text="When?", key=key()
    )
    once = {"do": "nudge", "once": key()}
    for _tap in range(2):
        assert olga.post(path, once).status_code == 302
    assert FixtureNote.objects.filter(kind="nudged").count() == 8
    assert olga.post(path, {"do": "nudge", "once": key()}).status_code == 302
    assert FixtureNote.objects.filter(kind="nudged").count() == 16


def test_after_reminding_it_stands_there_how_many_were_reached_and_who_was_not() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    olga, path = directing(of)
    User.objects.filter(pk=of.account("Ann").pk).update(email="ann@example.org")
    User.objects.filter(pk=of.account("Bob").pk).update(email="bob@example.org")
    mails_set(user=User.objects.get(email="bob@example.org"), wanted=False)
    now = timezone.now()
    what = mailed_on(local(of.club, now))
    LeagueTold.objects.create(user=User.objects.get(email="ann@example.org"), what=what, at=now)
    said = olga.post(path, {"do": "nudge", "once": key()}, follow=True).content.decode()
    tomorrow = said_at(of.club, next_mail(of.club, {what}, now))
    assert f"1 player reads it in their next mail, {tomorrow}: one a day at most." in said
    assert "5 have no account or want no messages" in said
    assert "at their matches: Bob, Cid, Dee, Eve, Fay." in said


def test_nobody_is_said_to_be_mailed_where_no_mail_leaves_the_computer(settings: Any) -> None:
    of = Running("Ann Bob Cid")
    olga, path = directing(of)
    User.objects.filter(pk=of.account("Ann").pk).update(email="ann@example.org")
    assert "2 of them have no account, and are told nothing by mail." in olga.get(path).text
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    page = olga.get(path).text
    assert "No mail leaves this computer: players read what is new on their own pages" in page
    assert "2 of them have no account." in page
    said = olga.post(path, {"do": "nudge", "once": key()}, follow=True).text
    assert "in their next mail" not in said
    assert "within some minutes" not in said
    assert (
        "3 read it only at their matches: Ann, Bob, Cid. 2 of them have no account: call them."
        in said
    )


@pytest.mark.parametrize(
    ("now", "had", "at"),
    [
        ("2026-03-02 07:00", "", "2026-03-02 08:00"),
        ("2026-03-02 12:30", "", "2026-03-02 12:30"),
        ("2026-03-02 12:30", "mailed-20260301", "2026-03-02 12:30"),
        ("2026-03-02 12:30", "mailed-20260302", "2026-03-03 08:00"),
        ("2026-03-02 07:00", "mailed-20260302", "2026-03-03 08:00"),
        ("2026-03-02 22:00", "", "2026-03-03 08:00"),
    ],
)
def test_the_next_mail_leaves_once_a_day_and_not_at_night(now: str, had: str, at: str) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    moments = [datetime.datetime.fromisoformat(one).replace(tzinfo=berlin) for one in (now, at)]
    assert next_mail(Club(time_zone="Europe/Berlin"), {had}, moments[0]) == moments[1]


def test_who_plays_reminds_nobody_in_the_directors_name() -> None:
    of = Running()
    with pytest.raises(EventNotAllowed):
        fixtures_nudge(dated=of.season, by=of.account("Ann"), key=key())
    assert not FixtureNote.objects.exists()


def test_many_silent_matches_are_listed_by_division() -> None:
    of = Running("A1 A2 A3 A4 A5 A6 A7", "B1 B2 B3 B4 B5 B6 B7")
    olga, path = directing(of)
    page = olga.get(path).content.decode()
    assert "42 matches without a date or a word" in page
    assert "A1 – " not in page
    lower = of.season.event.divisions.get(position=2)
    page = olga.get(path, {"silent": lower.public_id}).content.decode()
    assert page.count("/fixtures/") == 21
    assert "B1" in page.partition('id="silent"')[2].partition("</details>")[0]


def test_the_directors_page_asks_equally_often_however_many_matches() -> None:
    counts, club = [], evenings.club()
    for divisions in (("Ann Bob Cid",), ("A1 A2 A3 A4 A5 A6", "B1 B2 B3 B4 B5 B6")):
        of = Running(*divisions, of=club)
        olga, path = directing(of)
        olga.get(path)
        with CaptureQueriesContext(connection) as queries:
            olga.get(path)
        counts.append(len(queries))
        of.league.delete()
    assert counts[0] == counts[1]


def test_before_anybody_is_ticked_it_says_to_tick() -> None:
    of = Running("Ann Bob Cid")
    client, page = directing(of)
    shown = client.get(page).content.decode()
    assert "Tick who is here" in shown
    assert "Nobody of those who are here" not in shown
    shown = client.get(f"{page}?chosen=1").content.decode()
    assert "Tick who is here" in shown
    assert "Nobody of those who are here" not in shown


def test_why_no_two_can_play_is_said_as_it_is() -> None:
    of = Running("Ann Bob Cid")
    client, page = directing(of)
    keys = {name: of.player(name).public_id for name in ("Ann", "Bob", "Cid")}

    def look(*names: str) -> str:
        here = [keys[name] for name in names]
        return client.get(page, {"chosen": "1", "here": here}).content.decode()

    assert "One player alone is ticked. Tick who else is here." in look("Ann")
    busy = "Who of them owe each other a match play at a table, or wait for somebody who does."
    assert busy not in look("Ann", "Bob")
    match = of.match("Ann", "Bob")
    client.post(page, {"do": "seat", "match": match.public_id, "once": key()})
    assert busy in look("Ann", "Cid")
    match.refresh_from_db()
    of.win(match, 0)
    nobody = "Nobody of those who are here owes another a match."
    assert nobody in look("Ann", "Bob")
    assert nobody not in look("Ann", "Cid")


def test_who_is_ticked_stays_so_after_another_step() -> None:
    of = Running("Ann Bob Cid")
    client, page = directing(of)
    here = f"chosen=1&here={of.player('Ann').public_id}&here={of.player('Bob').public_id}"
    for step in ({"do": "nudge"}, {"do": "enter", "names": "Zoe"}):
        answer = client.post(f"{page}?{here}", {**step, "once": key()})
        assert f"{page}?{here}" in answer["Location"]
    asked = {"do": "leave", "entry": of.entry("Cid").public_id, "once": key()}
    shown = client.post(f"{page}?{here}", asked).content.decode()
    assert f'href="{page}?{here.replace("&", "&amp;")}">Do not' in shown
    assert pairs(shown) == [{"Ann", "Bob"}]


def test_who_is_here_is_asked_on_a_tap_where_many_play() -> None:
    of = Running(*(" ".join(f"{one}{number}" for number in range(8)) for one in "ABCDEFGH"))
    olga, path = directing(of)
    assert "Who else is here?" in olga.get(path).content.decode()
    here = [of.player(name).public_id for name in ("A1", "A2")]
    page = olga.get(path, {"chosen": "1", "here": here}).content.decode()
    assert pairs(page) in ([{"A1", "A2"}], [{"A2", "A1"}])
    assert page.count('name="here" value=') >= 64


@pytest.mark.parametrize(
    ("here", "idle"),
    [
        ("Ann Bob Dee", "Dee"),
        ("Ann Bob Dee Gus", "Dee, Gus"),
        ("Ann Cid Dee", ""),
        ("Ann Bob Cid", "Cid"),
        ("Ann Bob", ""),
    ],
)
def test_who_is_here_and_owes_nobody_is_named_where_others_play(here: str, idle: str) -> None:
    of = Running()
    for other in ("Ann", "Bob"):
        of.win(of.match(other, "Cid"), 0)
    ticked = [of.player(name).public_id for name in here.split()]
    client, path = directing(of)
    page = client.get(path, {"chosen": "1", "here": ticked}).content.decode()
    said = "Of those who are here, these owe no other a match:"
    assert (f"{said} {idle}." in page) if idle else said not in page
