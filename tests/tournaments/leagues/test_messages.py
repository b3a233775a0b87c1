"""What players write about their match reaches the directors until one of them has read it."""

import datetime
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from games.models import User
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventNotAllowed, EventRefused
from tournaments.events.services import events
from tournaments.leagues.selectors.fixtures import fixture_of
from tournaments.leagues.services import absences, fixtures
from tournaments.models import Fixture, Match, Round

pytestmark = pytest.mark.django_db
HOUR = datetime.timedelta(hours=1)


def text_of(user: User, address: str) -> str:
    client = Client()
    client.force_login(user)
    return " ".join(client.get(address).content.decode().split())


def say(of: Running, name: str, other: str, text: str) -> Match:
    match = of.match(name, other)
    fixtures.fixture_say(match=match, by=of.account(name), text=text, key=key())
    return match


def test_a_message_stands_on_the_directors_pages_until_one_has_read_it() -> None:
    of = Running()
    desk, home = f"/leagues/{of.league.public_id}/direct/", f"/clubs/{of.club.slug}/"
    match = say(of, "Ann", "Bob", "Please decide.")
    say(of, "Cid", "Ann", "Tuesday?")
    shown = text_of(of.director, desk)
    assert "2 messages that no director has read" in shown
    assert "Please decide." in shown
    assert f'href="/fixtures/{match.public_id}/#said"' in shown
    assert "2 messages to read" in text_of(of.director, home)
    assert "to read" not in text_of(of.account("Ann"), home)
    # Who answers has read it; the other is read with a tap.
    fixtures.fixture_say(match=match, by=of.director, text="I shall.", key=key())
    shown = text_of(of.director, desk)
    assert "1 message that no director has read" in shown
    up_to = shown.partition('name="up_to" value="')[2].partition('"')[0]
    say(of, "Dee", "Eve", "Written meanwhile.")
    client = Client()
    client.force_login(of.director)
    client.post(desk, {"do": "read", "up_to": up_to, "once": key()})
    shown = text_of(of.director, desk)
    assert "1 message that no director has read" in shown
    assert "Written meanwhile." in shown
    with pytest.raises(EventNotAllowed):
        fixtures.fixtures_read(dated=of.season, by=of.account("Ann"), up_to=10**9)


def test_a_cup_lists_its_messages_too() -> None:
    of = Playing()
    match = Match.objects.filter(round__division__event=of.cup.event_id, second__isnull=False)[0]
    assert match.first is not None
    fixtures.fixture_say(match=match, by=of.account(match.first.name), text="Hm.", key=key())
    assert "Hm." in text_of(of.director, f"/cups/{of.cup.event.public_id}/direct/")
    assert "1 message to read" in text_of(of.director, f"/clubs/{of.club.slug}/")


def test_who_agreed_elsewhere_says_when_and_that_nobody_came() -> None:
    of = Running()
    match, ann, now = of.match("Ann", "Bob"), of.account("Ann"), timezone.now()
    for at, why in ((None, "when you were to meet"), (now, "Fifteen minutes")):
        with pytest.raises(EventRefused, match=why):
            absences.fixture_absent(match=match, by=ann, at=at, key=key())
    page = f"/fixtures/{match.public_id}/"
    assert "My opponent did not come" in text_of(ann, page)
    client = Client()
    client.force_login(ann)
    at = timezone.localtime(now - HOUR)
    sent = {"do": "absent", "text": "I waited.", "once": key(), "absent_at": f"{at:%Y-%m-%dT%H:%M}"}
    assert client.post(page, sent).status_code == 302
    shown = fixture_of(of.season, match.public_id)
    assert shown is not None
    assert shown.absence is not None
    desk = text_of(of.director, f"/leagues/{of.league.public_id}/direct/")
    assert "Ann says that Bob did not come: they were to meet " in desk
    assert "1 match waits for your decision" in text_of(of.director, f"/clubs/{of.club.slug}/")
    absences.fixture_decide(match=match, by=of.director, how="walkover", key=key())
    match.refresh_from_db()
    assert match.outcome == "forfeit"


@pytest.mark.parametrize(
    "typed",
    [
        {"do": "absent", "text": "I waited an hour.", "absent_at": "2099-01-02T19:00"},
        {"do": "propose", "time_1": "2001-01-02T19:00", "time_3": "2099-01-03T20:30"}
        | {"place": "Club room"},
    ],
    ids=lambda typed: typed["do"],
)
def test_what_was_typed_about_a_match_is_still_there_when_it_is_refused(
    typed: dict[str, str],
) -> None:
    of = Running()
    client = Client()
    client.force_login(of.account("Ann"))
    page = f"/fixtures/{of.match('Ann', 'Bob').public_id}/"
    answer = client.post(page, {**typed, "once": key()})
    assert answer.status_code >= 400
    shown = answer.content.decode()
    assert re.search(r"<textarea[^>]*></textarea>", shown)  # a message is something else
    inputs = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]+)"', shown))
    assert {name: inputs.get(name, "") for name in typed if name != "do"} == {
        name: said for name, said in typed.items() if name != "do"
    }


def late_to_release(of: Running) -> str:
    of.season.event.starts_on = of.today - datetime.timedelta(days=2)
    of.season.event.save()
    return "release the season"


def late_to_close(of: Running) -> str:
    of.season.deadline = timezone.now() - HOUR
    of.season.save()
    return "The deadline is over: close the season"


def open_again(of: Running) -> str:
    of.play()
    of.close()
    of.draft()
    of.follow()
    of.again()
    events.event_reopen(event=of.season.event, by=of.director)
    return "It is open again: finish it at its desk."


@pytest.mark.parametrize("late", [late_to_release, late_to_close, open_again])
def test_play_tells_the_director_which_season_waits_for_a_step(
    late: Callable[[Running], str],
) -> None:
    of = Running(is_released=late is not late_to_release)
    home = f"/clubs/{of.club.slug}/"
    assert "Waits for you as director" not in text_of(of.director, home)
    said = late(of)
    assert said in text_of(of.director, home)
    assert said not in text_of(of.account("Ann"), home)


def test_play_counts_the_matches_of_a_cup_that_were_not_played_in_time() -> None:
    of = Playing()
    home = f"/clubs/{of.club.slug}/"
    assert "Waits for you as director" not in text_of(of.director, home)
    Match.objects.filter(round__division__event=of.cup.event_id).update(
        known_at=timezone.now() - 500 * HOUR
    )
    rounds = Round.objects.filter(division__event=of.cup.event_id)
    rounds.update(deadline=timezone.now() - HOUR)
    assert "2 matches wait for your decision" in text_of(of.director, home)
    assert "You still owe 1 match · overdue since" in text_of(of.account("Ann"), home)
    one = Match.objects.filter(round__in=rounds, second__isnull=False)[0]
    Fixture.objects.create(match=one, deadline=timezone.now() + HOUR)  # they have more time
    assert "1 match waits for your decision" in text_of(of.director, home)
