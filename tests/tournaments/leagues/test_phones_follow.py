"""The phone of a player without an account goes on from one season into the next."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.entries import entries_add, entry_withdraw
from tournaments.events.services.events import event_cancel
from tournaments.events.services.removals import entry_remove, entry_restore
from tournaments.leagues.services import seasons
from tournaments.models import Entry, EntryPass, Event, EventStep, LeagueSeason
from tournaments.pages.actors import SEASON_READ_AFTERWARDS, token_sealed
from tournaments.record.services.passes import (
    entry_passes_delete_old,
    pass_create,
    pass_revoke,
)

pytestmark = pytest.mark.django_db

GO_ON = "This phone goes on there with one tap"
FOLLOW = {"do": "follow"}


class Phone:
    """The phone of Ann, who has no account, in the first season of a league."""

    def __init__(self, visibility: str, *divisions: str, is_released: bool = True) -> None:
        club = evenings.club(visibility=visibility, time_zone="Europe/Berlin")
        self.of = Running(*divisions or ("Ann Bob Cid",), of=club, is_released=is_released)
        made = pass_create(event=self.of.season.event, player=self.of.player("Ann"), by=self.by)
        self.holder = made.holder
        self.link = reverse("event_pass", args=[token_sealed(made.token)])
        self.client = Client()
        self.me = f"/leagues/{self.of.league.public_id}/me/"
        assert self.client.get(self.link, follow=True).redirect_chain[-1][0] == self.me
        assert not is_released or "Bob" in self.look()

    @property
    def by(self):
        return self.of.director

    def look(self) -> str:
        return self.client.get(self.me).content.decode()

    def next_season(self) -> LeagueSeason:
        of = self.of
        of.play()
        of.close()
        of.draft()
        following = of.follow()
        seasons.season_release(season=following, by=of.director)
        return following

    def passes(self, season: LeagueSeason) -> list[str]:
        return [str(one.player) for one in EntryPass.objects.filter(event=season.event)]


@pytest.mark.parametrize("visibility", [Club.Visibility.MEMBERS, Club.Visibility.PUBLIC])
@pytest.mark.parametrize("way", ["page", "link"])
def test_a_phone_goes_on_in_the_next_season_with_one_tap(visibility: str, way: str) -> None:
    phone = Phone(visibility)
    following = phone.next_season()
    if way == "link":  # opened anew, on another phone perhaps
        phone.client = Client()
        assert phone.client.get(phone.link, follow=True).redirect_chain[-1][0] == phone.me
    shown = phone.look()
    assert GO_ON in shown
    assert following.event.title in shown
    assert "You have" in shown, "what they played can still be read"
    assert phone.passes(following) == [], "nothing is written before it says so"

    assert phone.client.post(phone.me, FOLLOW).status_code == 302
    shown = phone.look()
    assert GO_ON not in shown
    assert f"{following.event.title} · Division 1" in " ".join(shown.split())
    assert shown.count("/fixtures/") >= 2, "it can act there"
    assert phone.passes(following) == ["Ann"]
    assert EventStep.objects.filter(event=following.event, kind="pass_follow").count() == 1


def has_left(phone: Phone, following: LeagueSeason) -> None:
    entry = Entry.objects.get(division__event=following.event, player__name="Ann")
    entry_withdraw(entry=entry, by=phone.by)


def was_signed_out_before(phone: Phone, following: LeagueSeason) -> None:
    phone.holder.refresh_from_db()
    pass_revoke(holder=phone.holder, by=phone.by)


def was_signed_out_since(phone: Phone, following: LeagueSeason) -> None:
    made = pass_create(event=following.event, player=phone.of.player("Ann"), by=phone.by)
    pass_revoke(holder=made.holder, by=phone.by)


def is_called_off(phone: Phone, following: LeagueSeason) -> None:
    following.event.refresh_from_db()
    event_cancel(event=following.event, by=phone.by, key=key())


@pytest.mark.parametrize(
    "why", [has_left, was_signed_out_before, was_signed_out_since, is_called_off]
)
def test_a_phone_does_not_go_on_if_its_player(why) -> None:
    phone = Phone(Club.Visibility.PUBLIC)
    following = phone.next_season()
    why(phone, following)
    before = EntryPass.objects.count()
    assert GO_ON not in phone.look()
    phone.client.post(phone.me, FOLLOW)
    assert EntryPass.objects.count() == before


def test_a_phone_that_has_a_pass_there_is_asked_nothing() -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    following = phone.next_season()
    made = pass_create(event=following.event, player=phone.of.player("Ann"), by=phone.by)
    phone.client.get(reverse("event_pass", args=[token_sealed(made.token)]))
    assert GO_ON not in phone.look()


def test_a_phone_goes_on_when_its_season_is_long_over() -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    phone.next_season()
    phone.of.again()
    Event.objects.filter(pk=phone.of.season.event_id).update(
        changed_at=timezone.now() - SEASON_READ_AFTERWARDS * 2
    )
    shown = phone.look()
    assert GO_ON in shown
    assert "You have" not in shown
    phone.client.post(phone.me, FOLLOW)
    assert "/fixtures/" in phone.look()


def removed_and_entered_elsewhere(phone: Phone, season: LeagueSeason) -> None:
    """As the director's page says how to move somebody."""
    of = phone.of
    first, second = season.event.divisions.order_by("position")
    entry_remove(entry=first.entries.get(player__name="Ann"), by=of.director)
    entries_add(division=second, by=of.director, players=[of.player("Ann")])


def removed_by_mistake(phone: Phone, season: LeagueSeason) -> None:
    entry = Entry.objects.get(division__event=season.event, player__name="Ann")
    entry_remove(entry=entry, by=phone.of.director)
    assert "Dee" not in phone.look(), "while they are not entered nothing is shown"
    entry_restore(event=season.event, by=phone.of.director, public_id=entry.public_id)


@pytest.mark.parametrize("move", [removed_and_entered_elsewhere, removed_by_mistake])
@pytest.mark.parametrize("blocked", [False, True], ids=["", "blocked"])
def test_a_phone_acts_for_who_is_entered_again_unless_it_is_blocked(move, blocked: bool) -> None:
    phone = Phone(Club.Visibility.MEMBERS, "Ann Bob Cid Gus", "Dee Eve Fay", is_released=False)
    if blocked:
        pass_revoke(holder=phone.holder, by=phone.by)
    move(phone, phone.of.season)
    phone.of.release()
    phone.holder.refresh_from_db()
    assert phone.holder.state == ("revoked" if blocked else "granted")
    assert phone.client.get(phone.me).status_code == (403 if blocked else 200)
    assert ("/fixtures/" in phone.look()) is not blocked


@pytest.mark.parametrize("ago", [1, 2])
def test_a_phone_blocked_in_a_later_season_does_not_come_back_by_its_first_pass(ago: int) -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    following = phone.next_season()
    phone.client.post(phone.me, FOLLOW)
    made = EntryPass.objects.get(event=following.event)
    pass_revoke(holder=made, by=phone.by)
    if ago == 2:
        phone.of.season = following
        phone.of.again()
        following = phone.next_season()
    before = EntryPass.objects.count()
    answer = phone.client.get(phone.me)
    assert GO_ON not in answer.content.decode()
    phone.client.post(phone.me, FOLLOW)
    assert EntryPass.objects.count() == before


def test_a_phone_that_has_a_new_link_since_another_was_blocked_goes_on() -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    following = phone.next_season()
    lost = pass_create(event=following.event, player=phone.of.player("Ann"), by=phone.by)
    pass_revoke(holder=lost.holder, by=phone.by)
    made = pass_create(event=following.event, player=phone.of.player("Ann"), by=phone.by)
    phone.client.get(reverse("event_pass", args=[token_sealed(made.token)]))
    phone.of.season = following
    phone.of.again()
    phone.next_season()
    assert GO_ON in phone.look()


@pytest.mark.parametrize("what", ["tables.csv", "tables.xlsx", "fixtures.csv", "fixtures.xlsx"])
def test_a_phone_reads_the_files_that_its_page_offers(what: str) -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    league = f"/leagues/{phone.of.league.public_id}/"
    address = f"{league}seasons/1/{what}"
    assert address in phone.client.get(league).content.decode()
    assert phone.client.get(address).status_code == 200
    assert Client().get(address).status_code == 404


def test_a_phone_hears_that_a_season_is_over_and_not_that_its_link_is_wrong() -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    match = phone.of.match("Ann", "Bob")
    phone.next_season()
    Event.objects.filter(pk=phone.of.season.event_id).update(
        changed_at=timezone.now() - SEASON_READ_AFTERWARDS * 2
    )
    answer = phone.client.get(f"/matches/{match.public_id}/")
    assert answer.status_code == 403
    assert "This event is over" in answer.content.decode()


def says_that_it_does_not_play_on(phone: Phone) -> LeagueSeason:
    """Ann's phone goes on, says that she does not play, and the season is released without her."""
    of = phone.of
    of.play()
    of.close()
    of.draft()
    following = of.follow()
    phone.client.post(phone.me, FOLLOW)
    phone.client.post(phone.me, {"do": "leaves", "once": key()})
    entries_add(
        division=following.event.divisions.get(), by=of.director, players=[of.player("Zoe")]
    )
    seasons.season_release(season=following, by=of.director)
    assert Entry.objects.filter(player=of.player("Ann")).count() == 1, "only the season before"
    return following


def over_for(phone: Phone, days: int) -> None:
    Event.objects.filter(pk=phone.of.season.event_id).update(
        changed_at=timezone.now() - datetime.timedelta(days=days)
    )
    entry_passes_delete_old(now=timezone.now())


@pytest.mark.parametrize("days", [0, 20])
def test_a_phone_that_does_not_play_on_reads_what_it_has_played(days: int) -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    match = phone.of.match("Ann", "Bob")
    says_that_it_does_not_play_on(phone)
    over_for(phone, days)
    for path in (phone.me, phone.link, f"/matches/{match.public_id}/"):
        answer = phone.client.get(path, follow=True)
        assert answer.status_code == 200, path
        assert "Bob" in answer.content.decode()
        assert "do=" not in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "left", "over"),
    [
        ("en", "You are not entered here any more.", "This event is over"),
        ("de", "Du bist hier nicht mehr eingetragen.", "Dieses Turnier ist vorbei"),
    ],
)
def test_a_phone_that_does_not_play_on_hears_why_and_not_that_its_link_is_wrong(
    language: str, left: str, over: str
) -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    match = phone.of.match("Ann", "Bob")
    says_that_it_does_not_play_on(phone)
    over_for(phone, 40)
    phone.client.cookies["language"] = language
    for path, said in ((phone.me, left), (f"/matches/{match.public_id}/", over)):
        answer = phone.client.get(path, headers={"accept-language": language})
        assert answer.status_code == 403
        assert said in answer.content.decode()


@pytest.mark.parametrize("visibility", [Club.Visibility.MEMBERS, Club.Visibility.PUBLIC])
def test_a_phone_at_a_board_that_waits_finds_back_to_its_match(visibility: str) -> None:
    phone = Phone(visibility)
    match = phone.of.match("Ann", "Bob")
    phone.look()
    opened = phone.client.post(
        f"/matches/{match.public_id}/board/", {"key": key(), "version": match.version}, follow=True
    )
    match.refresh_from_db()
    assert match.online is not None
    links = set(re.findall(r'href="(/(?:clubs|matches)/[^"]*)"', opened.content.decode()))
    assert links, "there is a way back"
    for link in links:
        assert phone.client.get(link, follow=True).status_code == 200, link


def test_a_phone_acts_again_for_who_was_merged_before_they_are_entered_again() -> None:
    phone = Phone(Club.Visibility.MEMBERS, "Ann Bob Cid Gus", "Dee Eve Fay", is_released=False)
    of = phone.of
    first, second = of.season.event.divisions.order_by("position")
    entry_remove(entry=first.entries.get(player__name="Ann"), by=of.director)
    ann, anna = of.player("Ann"), of.player("Anna")
    ann.merged_into, ann.is_active = anna, False
    ann.save()
    entries_add(division=second, by=of.director, players=[anna])
    of.release()
    phone.holder.refresh_from_db()
    assert phone.holder.state == "granted"
    assert "/fixtures/" in phone.look()


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "That match is not played any more"), ("de", "wird nicht mehr gespielt")],
)
@pytest.mark.parametrize("way", ["act", "board"])
@pytest.mark.parametrize("visibility", [Club.Visibility.PUBLIC, Club.Visibility.MEMBERS])
def test_a_phone_whose_opponent_was_just_removed_is_led_to_its_own_page(
    visibility: str, way: str, language: str, said: str
) -> None:
    phone = Phone(visibility, "Ann Bob Cid Dee")
    match = phone.of.match("Ann", "Bob")
    entry_remove(entry=phone.of.entry("Bob"), by=phone.by)
    tap = {"do": "report", "own": 11, "other": 3, "version": match.version, "key": key()}
    answer = phone.client.post(
        f"/matches/{match.public_id}/{way}/",
        tap,
        follow=True,
        headers={"accept-language": language},
    )
    assert answer.status_code == 200
    assert answer.redirect_chain[-1][0] == phone.me
    assert said in answer.text
