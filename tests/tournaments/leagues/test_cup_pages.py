"""Pages of a cup: what each may do, what a player and the director find first, what is mailed."""

import datetime
import html
import re
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from games.models import LimitCount
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tournaments.events.services.events import event_finish
from tournaments.leagues.services import cups, fixtures
from tournaments.leagues.services.reminders import reminders_send
from tournaments.leagues.services.webhooks import league_news_tell
from tournaments.models import Cup, Entry, Fixture, Match
from tournaments.pages.actors import cookie_name, token_sealed
from tournaments.record.services.passes import pass_create

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
ROLES = ("guest", "member", "player", "director")
# Public club: guest, member who does not play, player of the match, director.
OPENS = {
    "list": (200, 200, 200, 200),
    "new": (302, 403, 403, 200),
    "me": (200, 200, 200, 200),
    "direct": (302, 403, 403, 200),
    "fixture": (302, 302, 200, 200),
    "bracket": (200, 200, 200, 200),
    "file": (200, 200, 200, 200),
}


@pytest.fixture
def of() -> Playing:
    return Playing(of=evenings.club("cup", visibility="public", time_zone="Europe/Berlin"))


def client_of(of: Playing, role: str) -> Client:
    client = Client()
    if role == "member":
        client.force_login(evenings.member(of.club, "Mia"))
    elif role == "player":
        client.force_login(of.account("Ann"))
    elif role == "director":
        client.force_login(of.director)
    return client


def address(of: Playing, page: str) -> str:
    event = of.cup.event.public_id
    if page == "fixture":
        return f"/fixtures/{of.meeting('Ann').public_id}/"
    return {
        "list": f"/clubs/{of.club.slug}/leagues/",
        "new": f"/clubs/{of.club.slug}/cups/new/",
        "me": f"/cups/{event}/me/",
        "direct": f"/cups/{event}/direct/",
        "bracket": f"/events/{event}/",
        "file": f"/cups/{event}/fixtures.csv",
    }[page]


@pytest.mark.parametrize("page", OPENS)
def test_every_page_opens_to_whom_it_is_for(of: Playing, page: str) -> None:
    found = tuple(client_of(of, role).get(address(of, page)).status_code for role in ROLES)
    assert found == OPENS[page]


def test_a_director_announces_a_cup_and_releases_it(of: Playing) -> None:
    client = client_of(of, "director")
    said = {
        "title": "Autumn cup",
        "names": "Eve\nFay\nGus",
        "shape": "double",
        "match_length": "5",
        "first_on": (of.today + datetime.timedelta(days=10)).isoformat(),
        "every_days": "10",
        "least_days": "5",
        "late": "out",
        "confirm_days": "2",
        "boards": "allowed",
    }
    wrong = client.post(address(of, "new"), {**said, "first_on": "2020-01-01", "once": key()})
    assert wrong.status_code == 422
    assert Cup.objects.count() == 1
    made = client.post(address(of, "new"), {**said, "once": key()})
    cup = Cup.objects.exclude(pk=of.cup.pk).select_related("event").get()
    assert made.headers["Location"] == f"/cups/{cup.event.public_id}/direct/"
    assert (cup.late, cup.least_days, cup.event.divisions.get().match_length) == ("out", 5, 5)
    text = client.get(made.headers["Location"]).content.decode()
    assert "open for entries" in text
    assert "Eve, Fay, Gus" in text
    client.post(made.headers["Location"], {"do": "release", "once": key()})
    text = client.get(made.headers["Location"]).content.decode()
    assert "1 match to play" in text


def test_a_member_enters_and_leaves(of: Playing) -> None:
    other = Playing("Eve Fay", of=of.club, is_released=False)
    client = Client()
    client.force_login(other.account("Zoe"))
    page = address(other, "me")
    assert "I play" in client.get(page).content.decode()
    client.post(page, {"do": "enter", "once": key()})
    assert other.entry("Zoe")
    client.post(page, {"do": "leave", "once": key()})
    assert other.cup.event.divisions.get().entries.count() == 2
    guest = Client().post(page, {"do": "enter", "once": key()})
    assert guest.status_code == 302


def test_a_player_finds_whom_they_play_and_until_when(of: Playing) -> None:
    client = client_of(of, "player")
    event_me = client.get(f"/events/{of.cup.event.public_id}/me/")
    assert event_me.headers["Location"] == address(of, "me")
    text = client.get(address(of, "me")).content.decode()
    other = of.other(of.meeting("Ann"), "Ann")
    assert other in text
    assert "Propose dates" in text
    assert "to be played by" in text
    assert "My calendar" not in text or "calendars/" in text
    day = of.today + datetime.timedelta(days=14)
    assert f"{day.day}" in text
    of.win(of.meeting("Ann"), "Ann")
    text = client.get(address(of, "me")).content.decode()
    assert "You have won" in text


def test_a_phone_with_a_pass_has_its_own_page(of: Playing) -> None:
    made = pass_create(event=of.cup.event, player=of.player("Ann"), by=of.director)
    client = Client()
    client.cookies[cookie_name(of.cup.event)] = token_sealed(made.token)
    text = client.get(address(of, "me")).content.decode()
    assert of.other(of.meeting("Ann"), "Ann") in text
    at = (timezone.localtime() + datetime.timedelta(days=2)).strftime("%Y-%m-%dT20:00")
    client.post(address(of, "fixture"), {"do": "propose", "time_1": at, "once": key()})
    assert Fixture.objects.get().notes.get().kind == "proposed"


BUTTONS = {
    "walkover": {"do": "late", "how": "first"},
    "neither": {"do": "late", "how": "neither"},
    "more time": {"do": "extend", "reason": "Holidays"},
}


@pytest.mark.parametrize("button", BUTTONS)
def test_the_director_finds_what_is_late_and_decides_it(of: Playing, button: str) -> None:
    client, page = client_of(of, "director"), address(of, "direct")
    match = of.meeting("Ann")
    assert "Not played in time" not in client.get(page).content.decode()
    of.late()
    text = client.get(page).content.decode()
    assert "Not played in time" in text
    assert f"{match.first} goes on" in text
    day = (of.today + datetime.timedelta(days=30)).isoformat()
    said = {**BUTTONS[button], "match": match.public_id, "ends_on": day, "once": key()}
    assert client.post(page, said).status_code == 302
    match.refresh_from_db()
    assert match.outcome == {"walkover": "forfeit", "neither": "no_show", "more time": ""}[button]
    told = {"walkover": f"{match.first} goes on.", "neither": "Neither of the two goes on."}
    where = f'It is undone on the page of <a href="/matches/{match.public_id}/">'
    text = client.get(page).content.decode()
    assert (f"{told.get(button)} {where}" in text) == (button in told)
    assert f"{match.first} goes on" not in text.replace(f"{told.get(button)} {where}", "")


def test_once_no_match_of_a_cup_is_open_its_page_leads_to_the_desk_that_ends_it(
    of: Playing,
) -> None:
    client, page = client_of(of, "director"), address(of, "direct")
    assert "No match is to be played now." not in client.get(page).content.decode()
    of.play()
    text = client.get(page).content.decode()
    assert "No match is to be played now." in text
    assert f'href="/events/{of.cup.event.public_id}/direct/"' in text.partition("played now.")[2]


def test_the_director_moves_a_round_plans_anew_and_changes_the_rules(of: Playing) -> None:
    client, page = client_of(of, "director"), address(of, "direct")
    until = of.today + datetime.timedelta(days=40)
    said = {"do": "round", "round": of.round(1).public_id, "ends_on": until.isoformat()}
    wrong = client.post(page, {**said, "reason": "", "once": key()})
    assert wrong.status_code == 400
    assert "Say why" in wrong.content.decode()
    client.post(page, {**said, "reason": "Holidays", "with_later": "1", "once": key()})
    assert of.round(1).deadline_reason == "Holidays"
    assert "Holidays" in client_of(of, "player").get(address(of, "me")).content.decode()
    plan = {"do": "plan", "first_on": until.isoformat(), "every_days": "7", "reason": "Again"}
    client.post(page, {**plan, "once": key()})
    of.again()
    assert of.cup.every_days == 7
    rules = {"least_days": "3", "late": "out", "confirm_days": "1", "boards": "never"}
    client.post(page, {"do": "rules", **rules, "once": key()})
    of.again()
    assert (of.cup.late, of.cup.boards) == ("out", "never")
    assert client.post(page, {"do": "nonsense", "once": key()}).status_code == 422
    log = client.get(f"/events/{of.cup.event.public_id}/log/")
    assert log.status_code == 200


def test_the_director_replaces_withdraws_and_nudges(of: Playing) -> None:
    client, page = client_of(of, "director"), address(of, "direct")
    said = {"do": "replace", "entry": of.entry("Dee").public_id, "who": "Zoe", "once": key()}
    client.post(page, said)
    assert of.meeting("Zoe")
    client.post(page, {"do": "nudge", "once": key()})
    assert Fixture.objects.filter(notes__kind="nudged").count() == 2
    leave = {"do": "leave", "entry": of.entry("Zoe").public_id, "once": key()}
    asked = client.post(page, leave).content.decode()
    assert "Withdraw Zoe?" in asked
    other = next(one for one in ("Ann", "Bob", "Cid") if of.meeting(one) == of.meeting("Zoe"))
    assert f"{other} goes on without playing." in asked
    assert of.entry("Zoe").state != "withdrawn"
    client.post(page, {**leave, "sure": "on"})
    assert of.entry("Zoe").state == "withdrawn"
    assert "Zoe has withdrawn" in client.get(page).content.decode()
    pair = of.meeting("Bob")
    client.post(page, {"do": "seat", "match": pair.public_id, "once": key()})
    assert Match.objects.get(pk=pair.pk).board == 1


def test_both_pages_read_in_german(of: Playing) -> None:
    for role, page, text in (("player", "me", "Meine Matches"), ("director", "direct", "Frist")):
        client = client_of(of, role)
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
        assert text in client.get(address(of, page)).content.decode()


def told(of: Playing, ahead: int) -> dict[str, str]:
    """What a sweep mails some days ahead, by the name of who gets it."""
    mail.outbox.clear()
    LimitCount.objects.all().delete()
    day = timezone.localdate(timezone=BERLIN) + datetime.timedelta(days=ahead)
    reminders_send(now=datetime.datetime.combine(day, datetime.time(9), BERLIN))
    return {one.to[0].partition("@")[0].title(): str(one.body) for one in mail.outbox}


def test_mails_tell_each_opponent_and_each_thing_once(of: Playing) -> None:
    of.account("Ann")
    other = of.other(of.meeting("Ann"), "Ann")
    of.account(other)
    found = told(of, 0) or told(of, 1)
    assert f"You play {other}" in found["Ann"]
    assert "/cups/" in found["Ann"]
    assert told(of, 1) == {}
    assert "Still to play by" in told(of, 8)["Ann"]
    assert "3 days left" in told(of, 11)["Ann"]
    fixtures.fixture_extend(
        match=of.meeting("Ann"),
        by=of.director,
        ends_on=of.today + datetime.timedelta(days=60),
        reason="Holidays",
        key=key(),
    )
    assert "was moved" in told(of, 12)["Ann"]
    of.play()
    event_finish(event=of.cup.event, by=of.director)
    of.again()
    found = told(of, 13)
    assert "you have won it" in found["Ann"]
    assert "Ann has won it" in found[other]
    assert told(of, 14) == {}


def test_a_webhook_is_told_of_a_result(of: Playing) -> None:
    from games.models import Delivery
    from games.webhooks.services.webhooks import webhook_create

    webhook_create(
        club=of.club, by=of.director, url="https://example.org/", events=["fixture.reported"]
    )
    of.win(of.meeting("Ann"), "Ann")
    league_news_tell(now=timezone.now())
    league_news_tell(now=timezone.now())
    payload = Delivery.objects.get().payload
    assert payload["cup"] == {"id": of.cup.event.public_id, "title": "Spring cup"}
    assert (payload["league"], payload["season"]) == (None, None)


def test_play_and_the_calendar_have_the_matches_of_a_cup(of: Playing) -> None:
    client, match = client_of(of, "player"), of.meeting("Ann")
    at = of.agree(match)
    text = client.get(f"/clubs/{of.club.slug}/").content.decode()
    assert "Spring cup" in text
    page = client.get(address(of, "me")).content.decode()
    feed = page.split("/calendars/")[1].split(".ics")[0]
    content = Client().get(f"/calendars/{feed}.ics").content.decode()
    assert f"{timezone.localtime(at, BERLIN):%Y%m%dT%H%M}" in content
    assert "Spring cup" in content


def test_nobody_but_the_two_and_the_director_reads_what_was_said(of: Playing) -> None:
    match = of.meeting("Ann")
    fixtures.fixture_say(match=match, by=of.account("Ann"), text="A secret", key=key())
    other = next(name for name in ("Bob", "Cid", "Dee") if name != of.other(match, "Ann"))
    stranger = Client()
    stranger.force_login(of.account(other))
    assert "A secret" not in stranger.get(address(of, "fixture"), follow=True).content.decode()
    assert "A secret" in client_of(of, "director").get(address(of, "fixture")).content.decode()


def test_a_rule_that_is_changed_is_read_by_the_players(of: Playing) -> None:
    cups.cup_change(cup=of.cup, by=of.director, boards="never")
    text = client_of(of, "player").get(address(of, "fixture")).content.decode()
    assert "Play on the board" not in text


@pytest.mark.parametrize("page", ["event", "direct"])
def test_a_match_of_a_cup_waits_for_a_date_and_for_no_table(of: Playing, page: str) -> None:
    shown = {
        "event": f"/events/{of.cup.event.public_id}/",
        "direct": f"/events/{of.cup.event.public_id}/direct/",
    }
    text = client_of(of, "director").get(shown[page], follow=True).content.decode()
    assert "at a date of its own" in text
    assert "waits for a table" not in text


def test_who_does_not_play_finds_i_play_on_the_page_of_the_cup_until_it_is_drawn() -> None:
    of = Playing("Ann Bob Cid Dee", is_released=False)
    page = f"/events/{of.cup.event.public_id}/"
    link = f'href="{address(of, "me")}">I play<'
    zoe, ann = Client(), Client()
    zoe.force_login(of.account("Zoe"))
    ann.force_login(of.account("Ann"))
    assert link in zoe.get(page).content.decode()
    assert link not in ann.get(page).content.decode()
    of.release()
    assert link not in zoe.get(page).content.decode()


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (7, ""),
        (6, "The first round is to be played by {}: release the cup."),
        (-1, "The first round was to be played by {}: plan the deadlines anew, then release"),
    ],
)
def test_a_cup_that_is_late_to_be_released_is_named_on_play_and_to_its_director(
    of: Playing, left: int, said: str
) -> None:
    late = Playing("Eve Fay Gus", of=of.club, is_released=False)
    late.cup.first_on = of.today + datetime.timedelta(days=left)
    late.cup.save()
    olga = client_of(of, "director")
    play = olga.get(f"/clubs/{of.club.slug}/").content.decode().partition('id="my-desks"')[2]
    day = date_format(late.cup.first_on)
    for page in (
        play.partition("</section>")[0],
        olga.get(address(late, "direct")).content.decode(),
    ):
        assert bool(re.search("The first round (is|was)", page)) == bool(said)
        assert said.format(day) in page
    late.cup.first_on = of.today + datetime.timedelta(days=9)
    late.cup.save()
    late.release()
    assert "The first round is" not in olga.get(f"/clubs/{of.club.slug}/").content.decode()


def test_who_plays_in_a_cup_stays_open_and_says_there_what_was_done(of: Playing) -> None:
    olga, page = client_of(of, "director"), address(of, "direct")
    ann = of.entry("Ann").public_id

    def told(**sent: str) -> str:
        shown = olga.post(page, {**sent, "once": key()}, follow=True).content.decode()
        fold = shown[shown.index('<details class="fold card" id="who-plays"') :]
        assert fold.partition(">")[0].endswith(" open")
        return fold.partition('role="status">')[2].partition("<")[0]

    assert told(do="replace", entry=ann, who="Zoe") == "Zoe takes over from Ann."
    zoe = of.entry("Zoe").public_id
    said = "Zoe has withdrawn. To take it back: “Plays again”, then undo at the match."
    assert told(do="leave", entry=zoe, sure="on") == said
    assert told(do="resume", entry=zoe) == "Zoe plays again."
    late = Playing("Eve Fay Gus", of=of.club, is_released=False)
    page, gus = address(late, "direct"), late.entry("Gus").public_id
    assert told(do="leave", entry=gus) == "Gus is not entered any more."
    assert told(do="enter", names="Hal") == "Entered: Hal."


def test_who_takes_a_place_has_neither_the_club_nor_the_rating_of_who_leaves(of: Playing) -> None:
    entry = of.entry("Ann")
    Entry.objects.filter(pk=entry.pk).update(home_club="Kiel", rating="1650.25", fees_paid=1)
    of.entry("Ann").division.event.divisions.update(fee=10)
    client = client_of(of, "director")
    sent = {"do": "replace", "entry": entry.public_id, "who": "Zoe", "once": key()}
    asked = html.unescape(client.post(address(of, "direct"), sent).content.decode())
    assert "What Ann has paid stays with the place: Zoe owes no fee." in asked
    client.post(address(of, "direct"), {**sent, "sure": "1", "once": key()})
    there = of.entry("Zoe")
    assert (there.pk, there.home_club, there.rating, there.fees_paid) == (entry.pk, "", None, 1)
    cups.entry_replace(cup=of.cup, entry=there, by=of.director, player=of.player("Ann"))
    back = of.entry("Ann")
    assert (back.home_club, back.rating) == ("Kiel", Decimal("1650.25"))
