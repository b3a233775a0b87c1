"""A player's own matches in a league: what waits, dates, words, and the result in two taps."""

import datetime
import re
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape

from games.models import Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_fixtures import agreed, long_ago, proposed
from tests.tournaments.leagues.test_league_pages import address, client_of
from tournaments.events.services.events import event_change
from tournaments.leagues.selectors.fixtures import ANSWERED
from tournaments.leagues.services import absences, fixtures
from tournaments.leagues.times import said_at
from tournaments.models import Entry, Fixture, FixtureNote

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("role", "is_said"), [("guest", True), ("member", True), ("player", False)]
)
def test_my_matches_say_to_whom_does_not_play_what_will_be_there(role: str, is_said: bool) -> None:
    of = Running(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))
    shown = client_of(of, role).get(address(of, "me")).content.decode()
    assert ("You do not play in this season. Your matches stand here" in shown) is is_said


def test_a_player_sees_all_their_matches_and_what_waits_first() -> None:
    of = Running()
    match = of.match("Ann", "Cid")
    note = fixtures.fixture_propose(
        match=match,
        by=of.account("Cid"),
        times=[timezone.now() + datetime.timedelta(days=2)],
        place="Club room",
        text="Or later?",
        key=key(),
    )
    ann = client_of(of, "player")
    page = ann.get(address(of, "me")).content.decode()
    # Where, and what was said, stand beside the date that is to be accepted.
    assert "Club room" in page
    assert "Or later?" in page
    assert page.index("Cid</strong>") < page.index("Bob</strong>")
    assert "Accept" in page
    path = f"/fixtures/{match.public_id}/"
    sent = {"do": "accept", "once": key(), "proposal": note.pk, "at": note.times[0]}
    assert ann.post(path, sent).status_code == 302
    assert "A date is agreed" in ann.get(path).content.decode()


def test_who_moves_a_date_reads_that_it_was_proposed_and_keeps_the_place() -> None:
    of = Running()
    match = agreed(of)
    Fixture.objects.filter(match=match).update(place="Club room")
    first = Fixture.objects.get(match=match).agreed_at
    assert first is not None
    ann, path = client_of(of, "player"), f"/fixtures/{match.public_id}/"
    page = ann.get(path).text
    assert "A date is agreed: " in page
    assert re.search(r'name="place"[^>]*value="Club room"', page)
    fixtures.fixture_propose(
        match=match, by=of.account("Ann"), times=[first + datetime.timedelta(days=1)], key=key()
    )
    said = " ".join(re.sub(r"<[^>]*>", " ", ann.get(path).text).split())
    assert f"You have proposed dates · agreed: {said_at(of.club, first)}" in said


def test_dates_are_refused_or_taken_back_on_the_page() -> None:
    of = Running()
    times = [timezone.now() + datetime.timedelta(days=2)]
    match, path = of.match("Ann", "Bob"), address(of, "fixture")
    said = {"match": match, "times": times}
    note = fixtures.fixture_propose(by=of.account("Bob"), key=key(), **said)
    ann = client_of(of, "player")
    assert "None of these dates" in ann.get(path).content.decode()
    ann.post(path, {"do": "decline", "once": key(), "proposal": note.pk})
    page = ann.get(path).content.decode()
    assert "None of these dates<" not in page
    assert "can on none of these dates" in page
    bob = Client()
    bob.force_login(of.account("Bob"))
    assert "None of your dates suits" in bob.get(address(of, "me")).content.decode()
    note = fixtures.fixture_propose(by=of.account("Ann"), key=key(), **said)
    assert "Take the dates back" in ann.get(path).content.decode()
    ann.post(path, {"do": "withdraw", "once": key(), "proposal": note.pk})
    page = ann.get(path).content.decode()
    assert "Take the dates back" not in page
    assert "took the dates back" in page


def test_what_somebody_wrote_stands_on_the_card_until_it_is_answered() -> None:
    of = Running()
    match, ann = of.match("Ann", "Bob"), client_of(of, "player")
    fixtures.fixture_say(match=match, by=of.account("Bob"), text="Tuesday?", key=key())
    page = ann.get(address(of, "me")).content.decode()
    assert "A message waits for you" in page
    assert "Tuesday?" in page
    ann.post(f"/fixtures/{match.public_id}/", {"do": "say", "once": key(), "text": "Yes."})
    page = ann.get(address(of, "me")).content.decode()
    assert "A message waits for you" not in page
    assert "Tuesday?" not in page


@pytest.mark.parametrize(("name", "says"), [("Ann", "I have won"), ("Bob", "I have lost")])
def test_a_result_takes_two_taps_from_the_own_matches(name: str, says: str) -> None:
    of = Running()
    match, client = of.match("Ann", "Bob"), Client()
    client.force_login(of.account(name))
    page = client.get(address(of, "me")).content.decode()
    card = page.partition(f"/fixtures/{match.public_id}/")[2].partition("</article>")[0]
    [to] = re.findall(rf'href="([^"]+)">{says}<', card)
    side = 0 if str(match.first) == "Ann" else 1
    shown = client.get(to.replace("&amp;", "&")).content.decode()
    [chosen] = re.findall(r'<input type="radio" name="winner" value="(\d)"[^>]* checked>', shown)
    assert chosen == str(side)


def test_who_did_not_come_is_asked_and_the_director_reads_the_answer() -> None:
    of = Running()
    match = of.match("Ann", "Bob")
    long_ago(agreed(of), 20)
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    path, olga, bob = address(of, "fixture"), client_of(of, "director"), Client()
    bob.force_login(of.account("Bob"))
    asked = "Your opponent says that you did not come"
    assert asked in bob.get(path).content.decode()
    assert asked not in client_of(of, "player").get(path).content.decode()
    until = said_at(of.club, FixtureNote.objects.latest("pk").created_at + ANSWERED)
    page = olga.get(address(of, "direct")).content.decode()
    assert f"has not answered yet, and is asked until {until}." in page
    bob.post(path, {"do": "say", "once": key(), "text": "My train stood still."})
    page = olga.get(address(of, "direct")).content.decode()
    assert "My train stood still." in page
    assert "has not answered yet" not in page


def test_nobody_came_is_said_asked_and_decided() -> None:
    of = Running()
    match, bob = of.match("Ann", "Bob"), of.account("Bob")
    note = fixtures.fixture_propose(
        match=match,
        by=of.account("Ann"),
        times=[timezone.now() + datetime.timedelta(days=1)],
        key=key(),
    )
    at = datetime.datetime.fromisoformat(note.times[0])
    fixtures.fixture_accept(match=match, by=bob, proposal=note.pk, at=at, key=key())
    Fixture.objects.update(agreed_at=timezone.now() - datetime.timedelta(minutes=20))
    ann, olga = client_of(of, "player"), client_of(of, "director")
    assert "My opponent did not come" in ann.get(address(of, "fixture")).content.decode()
    ann.post(address(of, "fixture"), {"do": "absent", "text": "I was here.", "once": key()})
    assert "Ann says that Bob did not come." in olga.get(address(of, "direct")).content.decode()
    sent = {"do": "decide", "how": "walkover", "match": match.public_id, "once": key()}
    page = olga.post(address(of, "direct"), sent, follow=True).content.decode()
    match.refresh_from_db()
    assert match.outcome == "forfeit"
    assert "did not come." not in page
    two = f"{match.first} – {match.second}"
    link = f'<a href="/matches/{match.public_id}/">{two}</a>'
    assert f"Ann has won by a walkover. It is undone on the page of {link}." in page
    shown = olga.get(f"/matches/{match.public_id}/").content.decode()
    assert 'name="do" value="undo"' in shown


def test_what_two_write_is_read_by_nobody_else() -> None:
    of = Running()
    ann = of.account("Ann")
    fixtures.fixture_say(match=of.match("Ann", "Bob"), by=ann, text="My flat & 8?", key=key())
    told = escape("My flat & 8?")
    assert told in client_of(of, "director").get(address(of, "fixture")).content.decode()
    cid = Client()
    cid.force_login(of.account("Cid"))
    assert told not in cid.get(address(of, "fixture"), follow=True).content.decode()


def test_a_player_sees_the_line_of_their_seasons() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    of.account("Dee")
    of.play()
    of.close()
    of.draft()
    of.season = of.follow()
    of.release()
    of.play()
    of.close()
    of.draft()
    of.follow()
    dee = Client()
    dee.force_login(of.account("Dee"))
    page = dee.get(f"/leagues/{of.league.public_id}/me/").content.decode()
    line = re.sub(r"<[^>]+>|\s+", " ", page[page.index("My seasons") :])
    words = " ".join(line.split())
    assert "Winter 1 Division 2 · place 1 ↑ up Winter 2 Division 1 · place 3 ↓ down" in words


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("side", [0, 1])
def test_own_matches_say_who_has_won_with_the_own_points_first(winner: int, side: int) -> None:
    of = Running()
    match = of.win(of.match("Ann", "Bob"), winner, loser=2)
    reader = Client()
    reader.force_login(of.account(str((match.first, match.second)[side])))
    text = reader.get(address(of, "me")).content.decode()
    own, other = match.figures if side == 0 else match.figures[::-1]
    assert f"{own} : {other}" in text
    assert f"{other} : {own}" not in text
    assert ("You have won" if winner == side else "You have lost") in text


def test_proposed_dates_are_not_mistaken_for_the_agreed_one() -> None:
    of = Running()
    match = agreed(of)
    old = said_at(of.club, Fixture.objects.get(match=match).agreed_at)
    soon = timezone.now() + datetime.timedelta(days=5)
    fixtures.fixture_propose(match=match, by=of.account("Ann"), times=[soon], key=key())
    bob = Client()
    bob.force_login(of.account("Bob"))
    for page in ("me", "fixture"):
        text = re.sub(r"</?strong>", "", bob.get(address(of, page)).content.decode())
        assert f"Dates are proposed to you · agreed: {old}" in text


@pytest.mark.parametrize(("days", "is_said"), [(-1, False), (1, True)])
def test_a_date_after_the_deadline_is_called_so(days: int, is_said: bool) -> None:
    of = Running()
    at = of.season.deadline + datetime.timedelta(days=days)
    fixtures.fixture_propose(
        match=of.match("Ann", "Bob"), by=of.account("Ann"), times=[at], key=key()
    )
    text = client_of(of, "player").get(address(of, "fixture")).content.decode()
    assert ("A date lies after the last day." in text) == is_said


def test_dates_are_asked_for_at_their_form_and_answered_at_the_top() -> None:
    of = Running()
    path = address(of, "fixture")
    ann = client_of(of, "player")
    assert f'href="{path}#dates"' in ann.get(address(of, "me")).content.decode()
    page = ann.get(path).content.decode()
    assert 'id="dates"' in page
    # A form without an address of its own keeps the fragment, and what comes of it is not seen.
    asks = re.findall(
        r'<form [^>]*action="([^"]*)"[^>]*>(?:(?!</form>).)*value="propose"', page, re.S
    )
    assert asks == [path]


def test_the_director_asks_equally_often_however_many_did_not_come() -> None:
    of = Running("Ann Bob Cid Dee")
    olga, counts = client_of(of, "director"), []
    for two in (("Ann", "Bob"), ("Ann", "Cid"), ("Ann", "Dee")):
        ago = timezone.now() - datetime.timedelta(hours=1)
        said = {"match": of.match(*two), "by": of.account("Ann"), "text": "Nobody here."}
        absences.fixture_absent(**said, at=ago, key=key())
        olga.get(address(of, "direct"))
        with CaptureQueriesContext(connection) as asked:
            page = olga.get(address(of, "direct")).content.decode()
        assert page.count('name="do" value="decide"') == len(counts) + 1
        counts.append(len(asked))
    assert counts[0] == counts[2], counts


def mine(of: Running, name: str) -> str:
    """*My matches* of somebody."""
    client = Client()
    client.force_login(of.account(name))
    return " ".join(client.get(address(of, "me")).content.decode().split())


def test_my_matches_say_that_somebody_is_asked_until_when_and_what_they_have_said() -> None:
    of = Running()
    match = of.match("Ann", "Bob")
    long_ago(agreed(of), 20)
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    until = said_at(of.club, FixtureNote.objects.latest("pk").created_at + ANSWERED)
    asked = mine(of, "Bob")
    assert "Your opponent says that you did not come" in asked
    assert f"Write what happened, until {until}; then the director decides." in asked
    assert f'href="/fixtures/{match.public_id}/#said">Say what happened</a>' in asked
    assert "You say that your opponent did not come: the director decides" in mine(of, "Ann")
    FixtureNote.objects.update(created_at=timezone.now() - ANSWERED)
    assert "Write what happened, before the director decides." in mine(of, "Bob")
    page = client_of(of, "director").get(address(of, "direct")).content.decode()
    assert "and has not answered." in page
    fixtures.fixture_say(match=match, by=of.account("Bob"), text="My train.", key=key())
    assert "You have said what happened: the director decides" in mine(of, "Bob")
    assert "Say what happened" not in mine(of, "Bob")


def test_dates_that_are_over_are_said_to_be_over() -> None:
    of = Running()
    match, note, _times = proposed(of, 1)
    note.times = [(timezone.now() - datetime.timedelta(hours=1)).isoformat()]
    note.save()
    assert "The dates proposed to you are over" in mine(of, "Bob")
    assert "The dates that you have proposed are over" in mine(of, "Ann")
    long_ago(agreed(of), 300)
    at = said_at(of.club, Fixture.objects.get(match=match).agreed_at)
    for name in ("Ann", "Bob"):
        assert f"The agreed date is over: {at}" in mine(of, name)


def test_a_player_reads_which_fee_is_not_paid_yet() -> None:
    of = Running(of=evenings.club(currency="EUR", time_zone="Europe/Berlin"))
    ann, path = client_of(of, "player"), address(of, "me")
    assert "Fee not paid yet" not in ann.get(path).text
    event_change(event=of.season.event, by=of.director, fee=Decimal(20))
    assert re.search(r"Fee not paid yet: 20(\.00)?\sEUR", ann.get(path).text)
    Entry.objects.filter(pk=of.entry("Ann").pk).update(fees_paid=1)
    assert "Fee not paid yet" not in ann.get(path).text


def test_who_has_no_account_is_not_said_to_be_asked_whether_they_came() -> None:
    of = Running()
    long_ago(agreed(of), 20)
    absences.fixture_absent(match=of.match("Ann", "Bob"), by=of.account("Ann"), key=key())
    of.club.players.filter(name="Bob").update(user=None)
    page = client_of(of, "director").get(address(of, "direct")).content.decode()
    assert "The other has no account and cannot answer here: call them." in page
    assert "has not answered yet" not in page
