"""What players, phones, members and guests read of a league, in every stage of its season."""

import datetime
import html
import re
from typing import Final

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from games.models import Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.entries import entries_add, entry_resume, entry_withdraw
from tournaments.events.services.events import event_finish
from tournaments.leagues.selectors.fixtures import FixtureShown, fixtures_of
from tournaments.leagues.services import seasons
from tournaments.leagues.times import local
from tournaments.models import EntryPass, Event, LeagueSeason
from tournaments.pages.actors import SEASON_READ_AFTERWARDS, token_sealed
from tournaments.record.services.passes import pass_create, pass_revoke

pytestmark = pytest.mark.django_db

STAGES = ("announced", "running", "closed", "ended", "next announced", "next running")
AFTER = STAGES[STAGES.index("next announced") :]
PEOPLE: Final = {
    "entered": "Kira Klein",
    "withdrawn": "Leo Lang",
    "late": "Mona Maus",
    "former": "Nils Nuss",
}
"""Who is entered, and goes on; has withdrawn in the first round; came after it was drawn; and does
not play the next season.
"""
OTHERS = ("Olaf Ott", "Pia Post")
INITIALS = {name: " ".join(f"{one[0]}." for one in name.split()) for name in PEOPLE.values()}
OWN_LINE = r'<tr [^>]*aria-current="true"><td>[^<]*</td><th[^>]*>(?:<a[^>]*>)?([^<]*)'
NEXT = "The season of now is Winter 2. You do not play in it."
GONE = "The director has withdrawn you from this season on"
NOTHING = "You are entered. Your opponents stand here as soon as the season is released."
LATE = (
    "You are entered, and play from round 2 on: your opponent stands here as soon as it is drawn."
)


class World:
    """A league in rounds of a public club that shows initials to strangers, and its phones."""

    def __init__(self, stage: str, visibility: str = Club.Visibility.PUBLIC) -> None:
        club = evenings.club("reads", visibility=visibility, time_zone="Europe/Berlin")
        self.of = Running("", shape="swiss", of=club, is_released=False, params={"rounds": 3})
        self.division = self.of.season.event.divisions.get()
        self.links: dict[str, str] = {}
        self.following: LeagueSeason | None = None
        self.enter(*(name for who, name in PEOPLE.items() if who != "late"), *OTHERS)
        if stage == "announced":
            self.enter(PEOPLE["late"])
            self.withdraw()
            return
        self.of.release()
        self.of.play()
        self.withdraw()
        self.enter(PEOPLE["late"])
        if stage == "running":
            return
        self.of.close()
        if stage == "ended":
            event_finish(event=self.of.season.event, by=self.of.director)
        if stage in AFTER:
            former = self.of.player(PEOPLE["former"])
            said = {"season": self.of.season, "player": former, "by": self.of.director}
            seasons.season_wish(**said, plays=False, key=key())
            self.of.draft()
            self.following = self.of.follow()
        if self.following is not None and stage == "next running":
            seasons.season_release(season=self.following, by=self.of.director)
        self.of.again()

    def enter(self, *names: str) -> None:
        players = [self.of.player(name) for name in names]
        for one in players:
            one.shown = one.Shown.INITIALS
            one.save()
        entries_add(division=self.division, by=self.of.director, players=players)
        for one in players:
            made = pass_create(event=self.of.season.event, player=one, by=self.of.director)
            self.links[one.name] = f"/e/link/{token_sealed(made.token)}/"

    def withdraw(self) -> None:
        entry_withdraw(entry=self.of.entry(PEOPLE["withdrawn"]), by=self.of.director)

    @property
    def league(self) -> str:
        return f"/leagues/{self.of.league.public_id}/"

    def client(self, how: str, who: str) -> Client:
        """Somebody with an account, or with the phone that has their link; or a guest."""
        if how == "account":
            return client_of(self.of.account(PEOPLE[who]))
        client = Client()
        if how == "phone":
            client.get(self.links[PEOPLE[who]])
        return client


def text_of(client: Client, path: str, language: str = "en") -> str:
    answer = client.get(path, headers={"accept-language": language})
    assert answer.status_code == 200, path
    return " ".join(html.unescape(answer.content.decode()).split())


def home_of(page: str) -> str:
    return re.findall(r'class="topbar__home" href="([^"]*)"', page)[0]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("how", ["account", "phone", "guest"])
def test_the_tables_are_read_by_whoever_reads_them_as_who_they_are(
    how: str, who: str, stage: str
) -> None:
    world = World(stage)
    client = world.client(how, who)
    name = PEOPLE[who]
    is_known = how != "guest"
    for path in (f"{world.league}?season=1", world.league):
        page = text_of(client, path)
        is_first = path.endswith("=1") or world.following is None
        if is_first and not (who == "withdrawn" and stage == "announced"):
            assert (name in page) is is_known
            assert (INITIALS[name] in page) is (not is_known)
        if is_first and stage != "announced":
            own = re.findall(
                r'<tr [^>]*aria-current="true"><td>[^<]*</td><th[^>]*>(?:<a[^>]*>)?([^<]*)', page
            )
            assert [one.strip() for one in own] == ([name] if is_known else [])
        assert home_of(page) == (f"{world.league}me/" if how == "phone" else "/")
        back = f'href="{world.league}me/">My matches</a>' in page
        if how == "phone":
            assert back, "there is a way back"
        if how == "guest":
            assert not back


def said_in(how: str, who: str, stage: str) -> dict[str, bool]:
    """Which of these sentences stands on somebody's own page."""
    is_phone, is_known = how == "phone", how != "guest"
    goes_on = stage in AFTER and who in ("entered", "late")
    is_here = is_known and not (stage in AFTER and not is_phone)
    is_out = is_known and who == "withdrawn"
    stays = is_phone and stage in AFTER and not goes_on
    plays = is_here and not is_out and stage in ("announced",)
    comes = not is_known or (how == "account" and stage in AFTER and not goes_on)
    late = is_here and who == "late"
    return {
        NOTHING: plays or (how == "account" and goes_on and stage == "next announced"),
        LATE: late and stage == "running",
        "This season is closed, and you have no match in it.": late and stage == "closed",
        "This season is over.": (late and stage in ("ended", *AFTER))
        or (how == "guest" and stage == "ended"),
        "You do not play in this season. Your matches stand here": comes and stage != "ended",
        GONE: is_here and is_out,
        "Your results stay, and count.": is_here and is_out and stage != "announced",
        NEXT: stays,
        "This phone goes on there with one tap": is_phone and goes_on,
        "My seasons": is_known and stage in AFTER,
        "You have won": False,
    }


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("how", ["account", "phone", "guest"])
def test_the_own_page_says_how_it_stands(how: str, who: str, stage: str) -> None:
    world = World(stage)
    page = text_of(world.client(how, who), f"{world.league}me/")
    wanted = said_in(how, who, stage)
    found = {text: text in page for text in wanted}
    wanted["You have won"] = found["You have won"]  # by the draw
    assert found == wanted
    if how == "guest":
        return
    reads = stage == "next running" and how == "account" and who in ("entered", "late")
    old = who != "late" and stage != "announced" and (how == "phone" or stage not in AFTER)
    assert ("/fixtures/" in page or "/matches/" in page) is (old or reads)
    assert home_of(page) == (f"{world.league}me/" if how == "phone" else "/")


@pytest.mark.parametrize(
    ("withdrawn", "played", "said"),
    [
        ("kept", 1, "Your results stay, and count."),
        ("removed", 3, "Your results count for nobody: in the cross table they stand in brackets."),
        ("half", 1, "Your results count for nobody: in the cross table they stand in brackets."),
        ("half", 2, "Your results stay, and count."),
        ("removed", 0, ""),
        ("kept", 0, ""),
    ],
)
@pytest.mark.parametrize("visibility", [Club.Visibility.MEMBERS, Club.Visibility.PUBLIC])
def test_who_has_withdrawn_reads_when_and_what_becomes_of_their_results(
    withdrawn: str, played: int, said: str, visibility: str
) -> None:
    club = evenings.club("gone", visibility=visibility, time_zone="Europe/Berlin")
    of = Running("Ann Bob Cid Dee", of=club, params={"withdrawn": withdrawn})
    made = pass_create(event=of.season.event, player=of.player("Ann"), by=of.director)
    for other in ("Bob", "Cid", "Dee")[:played]:
        of.win(of.match("Ann", other), 0)
    entry_withdraw(entry=of.entry("Ann"), by=of.director)
    day = date_format(local(club, timezone.now()).date())
    phone = Client()
    phone.get(f"/e/link/{token_sealed(made.token)}/")
    me = f"/leagues/{of.league.public_id}/me/"
    for client in (phone, client_of(of.account("Ann"))):
        page = text_of(client, me)
        assert f"{GONE} {day}. {said}".strip() in page
        assert ("Your results" in page) is bool(said)
        assert "does not play" not in page
    assert "Die Ligaleitung hat dich am" in text_of(phone, me, "de")
    entry_resume(entry=of.entry("Ann"), by=of.director)
    assert GONE not in text_of(phone, me)


def test_who_leaves_a_ladder_reads_that_they_did_it_themselves() -> None:
    of = Running("Ann Bob Cid", shape="ladder", is_released=False)
    LeagueSeason.objects.filter(pk=of.season.pk).update(deadline=None)
    of.again()
    of.release()
    made = pass_create(event=of.season.event, player=of.player("Cid"), by=of.director)
    phone, me = Client(), f"/leagues/{of.league.public_id}/me/"
    phone.get(f"/e/link/{token_sealed(made.token)}/")
    phone.post(me, {"do": "leave", "once": key(), "sure": "1"})
    day = date_format(local(of.club, timezone.now()).date())
    assert f"You have withdrawn from this season on {day}." in text_of(phone, me)
    ann = client_of(of.account("Ann"))
    ann.post(me, {"do": "leave", "once": key(), "sure": "1"})
    assert f"You have withdrawn from this season on {day}." in text_of(ann, me)


def test_who_comes_after_the_last_round_reads_that_they_have_no_match() -> None:
    of = Running("Ann Bob Cid Dee", shape="swiss", params={"rounds": 1})
    entries_add(
        division=of.season.event.divisions.get(), by=of.director, players=[of.player("Zoe")]
    )
    me = f"/leagues/{of.league.public_id}/me/"
    page = text_of(client_of(of.account("Zoe")), me)
    assert "All rounds of this season are drawn: you have no match in it." in page
    assert "as soon as" not in page


@pytest.mark.parametrize("visibility", [Club.Visibility.MEMBERS, Club.Visibility.PUBLIC])
@pytest.mark.parametrize("days", [0, 20, 40])
@pytest.mark.parametrize("who", ["withdrawn", "former"])
def test_a_phone_reads_its_season_for_thirty_days(who: str, days: int, visibility: str) -> None:
    world = World("next running", visibility)
    phone = world.client("phone", who)
    own = f"/events/{world.of.season.event.public_id}/?show=rounds"
    ago = timezone.now() - datetime.timedelta(days=days)
    Event.objects.filter(pk=world.of.season.event_id).update(changed_at=ago)
    is_read = datetime.timedelta(days=days) < SEASON_READ_AFTERWARDS
    if not is_read and visibility == Club.Visibility.MEMBERS:
        for path in (f"{world.league}me/", world.league, own):
            assert phone.get(path).status_code in (403, 404)
        return
    page = text_of(phone, f"{world.league}me/")
    assert ("/fixtures/" in page) is is_read
    assert ("My seasons" in page) is is_read
    assert (NEXT in page) is is_read
    for path in (f"{world.league}?season=1", world.league, own):
        assert (PEOPLE["entered"] in text_of(phone, path)) is is_read


def test_a_phone_that_went_on_reads_the_old_season_as_its_own_after_thirty_days() -> None:
    world = World("next running")
    phone = world.client("phone", "entered")
    phone.post(f"{world.league}me/", {"do": "follow"})
    ago = timezone.now() - SEASON_READ_AFTERWARDS * 2
    Event.objects.filter(pk=world.of.season.event_id).update(changed_at=ago)
    for path in (
        f"{world.league}?season=1",
        f"/events/{world.of.season.event.public_id}/?show=rounds",
        f"{world.league}seasons/1/tables.csv",
    ):
        assert PEOPLE["former"] in text_of(phone, path)


@pytest.mark.parametrize("page", ["league", "me", "event", "fixture", "match"])
@pytest.mark.parametrize("how", ["account", "phone", "guest"])
def test_the_name_of_the_program_leads_a_phone_to_its_own_page(how: str, page: str) -> None:
    world = World("running")
    match = next(one.match for one in _fixtures(world))
    path = {
        "league": world.league,
        "me": f"{world.league}me/",
        "event": f"/events/{world.of.season.event.public_id}/",
        "fixture": f"/fixtures/{match.public_id}/",
        "match": f"/matches/{match.public_id}/",
    }[page]
    client = world.client(how, "entered")
    answer = client.get(path, follow=True)
    assert home_of(answer.content.decode()) == (f"{world.league}me/" if how == "phone" else "/")


def test_a_phone_that_was_blocked_reads_as_a_stranger() -> None:
    world = World("running")
    phone = world.client("phone", "entered")
    for one in EntryPass.objects.filter(player__name=PEOPLE["entered"]):
        pass_revoke(holder=one, by=world.of.director)
    page = text_of(phone, world.league)
    assert PEOPLE["entered"] not in page
    assert "My matches" not in page
    assert home_of(page) == "/"


def test_who_was_merged_is_marked_in_the_table_in_which_they_stand_as_before() -> None:
    of = Running("Ann Bob Cid")
    ann, anna = of.player("Ann"), of.player("Anna")
    ann.merged_into, ann.is_active = anna, False
    ann.save()
    page = text_of(client_of(of.account("Anna")), f"/leagues/{of.league.public_id}/")
    assert 'aria-current="true"><td>' in page


def _fixtures(world: World) -> list[FixtureShown]:
    return fixtures_of(world.of.season, world.of.player(PEOPLE["entered"]))
