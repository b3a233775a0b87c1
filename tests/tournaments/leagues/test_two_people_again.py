"""A merge is taken back: each of the two has in the seasons what was theirs."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.decisions.services.decisions import player_separate_decide, players_merge_decide
from games.errors import Refused
from games.permissions import Reader
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_crossed_undone import lines
from tournaments.api.exporting import event_export
from tournaments.events.services.entries import entries_add, entry_change, entry_withdraw
from tournaments.events.services.removals import entry_remove
from tournaments.leagues.services import fixtures, seasons
from tournaments.leagues.services.replacing import divisions_join, player_replace
from tournaments.models import (
    Entry,
    EntryPass,
    EventStep,
    Fixture,
    FixtureNote,
    Match,
    PartedFixture,
)
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results

pytestmark = pytest.mark.django_db
NAMES = "Ann Anna Bob Cid Dee"
SHAPES = ("all_play_all", "swiss", "ladder")


@dataclass
class Phone:
    """A phone with the link of a player."""

    of: Running
    holder: EntryPass
    client: Client

    @classmethod
    def made(cls, of: Running, name: str) -> "Phone":
        made = pass_create(event=of.season.event, player=of.player(name), by=of.director)
        client = Client()
        client.get(reverse("event_pass", args=[token_sealed(made.token)]))
        return cls(of, made.holder, client)

    def acts_for(self) -> str:
        """Whom it acts for; blank if for nobody."""
        self.holder.refresh_from_db()
        lets_in = self.holder.state == EntryPass.State.GRANTED
        return str(self.holder.player) if lets_in else ""

    def me(self) -> str:
        answer = self.client.get(f"/leagues/{self.of.league.public_id}/me/", follow=True)
        return answer.content.decode()


def running(shape: str) -> Running:
    names = "Ann Bob Cid Anna Dee" if shape == "ladder" else NAMES
    return Running(names, shape=shape)


def merge(of: Running | Playing) -> None:
    two = {"player": of.player("Anna"), "into": of.player("Ann")}
    players_merge_decide(**two, by=of.director, reason="One person")
    of.again()


def part(of: Running | Playing) -> None:
    player_separate_decide(player=of.player("Anna"), by=of.director, reason="Two people")
    of.again()


def preview(of: Running | Playing, do: str) -> str:
    """What the organizer reads before they merge, or take it back."""
    client = Client()
    client.force_login(of.director)
    path = f"/clubs/{of.club.slug}/players/{of.player('Anna').public_id}/{do}/"
    path = path if do == "merge" else path.replace(do, f"decide/{do}")
    said = {"into": of.player("Ann").pk} if do == "merge" else {}
    return client.post(path, {**said, "reason": ""}).content.decode()


def of_old(of: Running, has_played: bool) -> None:
    """As databases have it that were written when nothing said what passed on with an entry."""
    for step in EventStep.objects.filter(kind__in=["entries_united", "pass_follow"]):
        payload = {name: one for name, one in step.payload.items() if name != "before"}
        if step.kind == "entries_united" and not has_played:
            step.kind = "mistaken"
        QuerySet(EventStep).filter(pk=step.pk).update(kind=step.kind, payload=payload)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("when", ["at once", "closed"])
def test_no_phone_acts_for_another_once_a_merge_is_taken_back(shape: str, when: str) -> None:
    of = running(shape)
    ann, anna = Phone.made(of, "Ann"), Phone.made(of, "Anna")
    if shape == "ladder":
        of.play()
    merge(of)
    assert anna.acts_for() == "Ann"
    if when == "closed":
        of.play()
        of.close()
    assert "of Anna" in preview(of, "separate")
    assert anna.acts_for() == "Ann", "nothing of a preview stays"
    part(of)
    assert ann.acts_for() == "Ann"
    assert anna.acts_for() in ("Anna", "")


@pytest.mark.parametrize("has_played", [False, True])
@pytest.mark.parametrize("has_both", [False, True])
def test_links_are_closed_where_nobody_knows_whose_they_are(
    has_played: bool, has_both: bool
) -> None:
    of = running("all_play_all")
    if has_played:
        of.win(of.match("Anna", "Cid"), 0)
    anna = Phone.made(of, "Anna")
    ann = Phone.made(of, "Ann") if has_both else None
    merge(of)
    of_old(of, has_played)
    since = Phone.made(of, "Ann")
    shown = preview(of, "separate")
    assert "nobody knows any more which phones and links are of Anna" in shown
    assert "Make new ones for both" in shown
    part(of)
    assert anna.acts_for() == ""
    assert ann is None or ann.acts_for() == ""
    assert since.acts_for() == "Ann"


@pytest.mark.parametrize("is_old", [False, True])
def test_a_phone_that_went_on_in_a_later_season_acts_for_nobody_else_there(is_old: bool) -> None:
    of = running("all_play_all")
    anna = Phone.made(of, "Anna")
    merge(of)
    of.play()
    of.close()
    of.draft()
    following = of.follow()
    assert anna.client.post(f"/leagues/{of.league.public_id}/me/", {"do": "follow"})
    went_on = Phone(of, EntryPass.objects.get(event=following.event), anna.client)
    if is_old:
        of_old(of, has_played=False)
    else:
        assert following.event.title in preview(of, "separate")
    assert went_on.acts_for() == "Ann"
    part(of)
    assert went_on.acts_for() == ""
    assert anna.acts_for() == ""


def test_a_phone_of_a_season_in_which_only_one_was_goes_on_for_them_alone() -> None:
    of = running("all_play_all")
    zoe = Phone.made(of, "Dee")
    players_merge_decide(
        player=of.player("Dee"), into=of.player("Zoe"), by=of.director, reason="One person"
    )
    part_of = of.player("Dee")
    of.again()
    of.play()
    of.close()
    of.draft()
    of.follow()
    zoe.client.post(f"/leagues/{of.league.public_id}/me/", {"do": "follow"})
    went_on = Phone(of, EntryPass.objects.latest("pk"), zoe.client)
    assert went_on.holder.pk != zoe.holder.pk
    player_separate_decide(player=part_of, by=of.director, reason="Two people")
    assert zoe.acts_for() == "Dee"
    assert went_on.acts_for() in ("Dee", "")


# what each has had is theirs again


class Two:
    """Ann and Anna, each with a phone, in a season of a shape."""

    def __init__(self, shape: str) -> None:
        self.of = running(shape)
        self.shape = shape
        if shape == "ladder":
            self.of.win(self.of.match("Ann", "Bob"), 0)
        self.phones = {name: Phone.made(self.of, name) for name in ("Ann", "Anna", "Bob", "Cid")}

    @property
    def event(self) -> Any:
        return self.of.season.event

    def met(self, name: str = "Anna") -> Match:
        """A match of somebody that nobody has begun, not of the two; the same each time."""
        others = ["Cid", "Dee", "Bob"]
        for match in sorted(self.of.open(), key=lambda one: one.pk):
            two = {str(match.first), str(match.second)}
            if name in two and len(two & {"Ann", "Anna"}) == 1 and two & {*others}:
                return match
        raise AssertionError(f"{name} has nothing to play")

    def say(self, name: str, other: str, text: str) -> None:
        by = self.phones[name].holder
        by.refresh_from_db()
        as_whom = str(by.player)
        match = self.of.match(as_whom, other)
        fixtures.fixture_say(match=match, by=by, text=text, key=key())

    def read(self, name: str, match: Match) -> str:
        """What a phone reads at a match."""
        answer = self.phones[name].client.get(f"/fixtures/{match.public_id}/", follow=True)
        return answer.content.decode()

    def picture(self) -> dict[str, Any]:
        """All that counts of a season: entries, matches, words, tables, and what phones show."""
        exported: Any = event_export(self.event, Reader.system())
        matches = Match.objects.filter(round__division__event=self.event)
        tables = [
            [(one["name"], one["score"]) for one in table["lines"]]
            for division in exported["divisions"]
            if division["standings"]
            for table in division["standings"]["tables"]
        ]
        places = {
            match.public_id: (
                str(match.first),
                str(match.second),
                match.round.number if match.round and self.shape == "all_play_all" else 0,
                match.state,
                match.figures,
                match.reported_by,
            )
            for match in matches
        }
        entries = Entry.objects.filter(division__event=self.event).order_by("number")
        return {
            "entries": [
                (str(one), one.state, one.fees_paid, one.home_club, one.rating) for one in entries
            ],
            "matches": places,
            "tables": tables,
            "words": [
                (note.text, note.kind, str(note.player), {str(one) for one in note.two})
                for note in FixtureNote.objects.filter(
                    fixture__match__round__division__event=self.event
                ).order_by("created_at")
            ],
            "dates": {str(one.match): (one.agreed_at, one.place) for one in Fixture.objects.all()},
            "kept": PartedFixture.objects.count(),
            "phones": {name: phone.acts_for() for name, phone in self.phones.items()},
            "pages": {name: lines(phone.me().encode()) for name, phone in self.phones.items()},
        }


def nothing(two: Two) -> None:
    """They have not begun."""


def settled(two: Two) -> None:
    match = two.met()
    two.of.win(match, 0)


def reported(two: Two) -> None:
    match, by = two.met(), two.phones["Anna"].holder
    points = (11, 4) if str(match.first) == "Anna" else (4, 11)
    results.match_report(match=match, by=by, points=points, version=match.version, key=key())


def words(two: Two) -> None:
    match, by = two.met(), two.phones["Anna"].holder
    other = str(match.second) if str(match.first) == "Anna" else str(match.first)
    at = (timezone.now() + datetime.timedelta(days=3)).replace(microsecond=0)
    fixtures.fixture_say(match=match, by=by, text="Of Anna", key=key())
    note = fixtures.fixture_propose(match=match, by=by, times=[at], place="Pub", key=key())
    account = two.of.account(other)
    fixtures.fixture_accept(match=match, by=account, proposal=note.pk, at=at, key=key())
    if two.shape == "all_play_all":
        mine = two.of.match("Ann", other)
        fixtures.fixture_say(match=mine, by=two.phones["Ann"].holder, text="Of Ann", key=key())
        fixtures.fixture_say(match=mine, by=account, text="To Ann", key=key())


def words_and_result(two: Two) -> None:
    words(two)
    settled(two)


def fee(two: Two) -> None:
    entry_change(entry=two.of.entry("Anna"), by=two.of.director, fees_paid=1, home_club="Elsewhere")
    entry_change(entry=two.of.entry("Ann"), by=two.of.director, fees_paid=1)


def fee_and_result(two: Two) -> None:
    fee(two)
    settled(two)


def everything(two: Two) -> None:
    words_and_result(two)
    fee(two)
    if two.shape == "all_play_all":
        reported(two)
        theirs = {str(one.first) for one in Match.objects.all() if not one.is_unbegun}
        theirs |= {str(one.second) for one in Match.objects.all() if not one.is_unbegun}
        [left] = {"Bob", "Cid", "Dee"} - theirs
        two.of.win(two.of.match("Ann", left), 1)


HAD = (nothing, settled, reported, words, words_and_result, fee, fee_and_result, everything)


def merged(shape: str, had: Callable[[Two], None]) -> tuple[Two, dict[str, Any]] | None:
    """Two who are one now, and how it was before; None where they cannot be made one."""
    two = Two(shape)
    had(two)
    before = two.picture()
    try:
        merge(two.of)
    except Refused:
        assert shape == "swiss"
        assert had in (settled, reported, words_and_result, fee_and_result, everything)
        return None
    return two, before


@pytest.mark.parametrize(
    "had",
    [
        pytest.param(had, marks=() if had in (nothing, words, everything) else pytest.mark.slow)
        for had in HAD
    ],
)
@pytest.mark.parametrize("shape", SHAPES)
def test_parted_at_once_all_is_as_before(shape: str, had: Callable[[Two], None]) -> None:
    found = merged(shape, had)
    if found is None:
        return
    two, before = found
    assert "the entry of Anna is there again" in preview(two.of, "separate")
    part(two.of)
    after = two.picture()
    for name, was in before.items():
        assert after[name] == was, name
    merge(two.of)
    part(two.of)
    assert two.picture()["matches"] == before["matches"], "and another time"


def opponents(of: Running, name: str) -> list[str]:
    found = Match.objects.filter(round__division__event=of.season.event)
    sides = [(str(one.first), str(one.second)) for one in found]
    return sorted(b if a == name else a for a, b in sides if name in (a, b))


def test_what_is_said_and_played_since_stays_and_each_reads_their_own() -> None:
    two = Two("all_play_all")
    words(two)
    match = two.met()
    other = str(match.second) if str(match.first) == "Anna" else str(match.first)
    of = two.of
    settled(two)
    merge(of)
    # Both phones act for the one now; each says something, and is answered.
    account = of.account(other)
    for name in ("Anna", "Ann"):
        two.say(name, other, f"Since by {name}")
        match = of.match("Ann", other)
        fixtures.fixture_say(match=match, by=account, text=f"Answer to {name}", key=key())
    [played] = [one for one in of.open() if "Ann" in (str(one.first), str(one.second))][:1]
    of.win(played, 0)
    entries_add(
        division=of.season.event.divisions.get(), by=of.director, players=[of.player("Eve")]
    )
    shown = preview(of, "separate")
    assert "what was played since stays with Ann" in shown
    part(of)
    assert opponents(two.of, "Anna") == ["Ann", "Bob", "Cid", "Dee", "Eve"]
    assert opponents(two.of, "Ann") == ["Anna", "Bob", "Cid", "Dee", "Eve"]
    played.refresh_from_db()
    assert "Ann" in (str(played.first), str(played.second))
    for name, another in (("Ann", "Anna"), ("Anna", "Ann")):
        page = two.read(name, of.match(name, other))
        for text in (f"Of {name}", f"Since by {name}", f"Answer to {name}"):
            assert text in page, (name, text)
        for text in (f"Of {another}<", f"Since by {another}<", f"Answer to {another}<"):
            assert text not in page, (name, text)
        assert two.phones[name].acts_for() == name


@pytest.mark.parametrize("had", [nothing, words, everything])
def test_after_the_season_results_stay_and_words_are_read_by_who_has_said_them(
    had: Callable[[Two], None],
) -> None:
    two = Two("all_play_all")
    had(two)
    match = two.met()
    other = str(match.second) if str(match.first) == "Anna" else str(match.first)
    of = two.of
    said = FixtureNote.objects.filter(text="Of Anna").first()
    if said is not None:
        other = next(str(one) for one in said.two if str(one) != "Anna")
    merge(of)
    of.play()
    for one in Match.objects.filter(state="reported"):
        results.match_confirm(match=one, by=of.director, version=one.version, key=key())
    of.close()
    before = two.picture()
    assert "is over or closed: the results of Anna stay with Ann" in preview(of, "separate")
    part(of)
    after = two.picture()
    assert (after["matches"], after["tables"]) == (before["matches"], before["tables"])
    assert two.phones["Anna"].acts_for() == ""
    assert two.phones["Ann"].acts_for() == "Ann"
    if had is not nothing:
        assert "Of Anna" not in two.read("Ann", of.match("Ann", other))
        assert "Of Ann<" in two.read("Ann", of.match("Ann", other))
        client = Client()
        client.force_login(of.account(other))
        page = client.get(f"/fixtures/{of.match('Ann', other).public_id}/", follow=True)
        assert "Of Anna" in page.content.decode()


def test_fees_that_were_paid_back_meanwhile_are_asked_about() -> None:
    two = Two("all_play_all")
    fee_and_result(two)
    merge(two.of)
    entry_change(entry=two.of.entry("Ann"), by=two.of.director, fees_paid=0)
    assert "fewer fees are noted by now than both had paid" in preview(two.of, "separate")
    part(two.of)
    assert [two.of.entry(name).fees_paid for name in ("Ann", "Anna")] == [0, 0]


def test_on_a_ladder_each_has_their_number_again() -> None:
    of = Running("Anna Bob Ann Cid", shape="ladder", is_released=False)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    of.win(of.challenge("Ann", "Bob"), 0)
    of.win(of.challenge("Bob", "Anna"), 1)
    of.win(of.challenge("Cid", "Ann"), 1)
    before = of.ladder(), [str(one) for one in Entry.objects.order_by("number")]
    merge(of)
    part(of)
    assert (of.ladder(), [str(one) for one in Entry.objects.order_by("number")]) == before


def test_a_challenge_that_cannot_be_there_again_is_told() -> None:
    of = Running("Ann Bob Cid Anna Dee", shape="ladder")
    of.win(of.match("Ann", "Bob"), 0)
    before = of.ladder()
    merge(of)
    of.challenge("Dee", "Cid")
    assert "the challenge of Anna and Cid is not there again" in preview(of, "separate")
    part(of)
    assert of.ladder() == before


def test_links_that_were_made_since_are_told() -> None:
    two = Two("all_play_all")
    merge(two.of)
    since = Phone.made(two.of, "Ann")
    assert "links that were made since for Ann stay theirs" in preview(two.of, "separate")
    part(two.of)
    assert since.acts_for() == "Ann"


def test_an_opponent_who_was_replaced_meanwhile_is_met_by_who_took_over() -> None:
    two = Two("all_play_all")
    of = two.of
    settled(two)
    merge(of)
    left = next(
        one for name in ("Bob", "Cid", "Dee") for one in of.open()
        if {str(one.first), str(one.second)} == {"Ann", name}
    )  # fmt: skip
    gone = str(left.first) if str(left.second) == "Ann" else str(left.second)
    player_replace(season=of.season, entry=of.entry(gone), by=of.director, player=of.player("Zoe"))
    part(of)
    theirs = opponents(two.of, "Anna")
    assert "Zoe" in theirs
    assert len(theirs) == len(set(theirs))
    assert set(opponents(two.of, "Ann")) - {"Anna"} == set(theirs) - {"Ann"}


def test_in_a_cup_that_is_not_drawn_both_are_entered_again() -> None:
    of = Playing("Ann Anna Bob Cid", is_released=False)
    made = pass_create(event=of.cup.event, player=of.player("Anna"), by=of.director)
    entry_change(entry=of.entry("Anna"), by=of.director, fees_paid=1)
    before = list(Entry.objects.order_by("number").values_list("number", "player", "fees_paid"))
    merge(of)
    assert "the entry of Anna is there again" in preview(of, "separate")
    part(of)
    now = Entry.objects.order_by("number").values_list("number", "player", "fees_paid")
    assert list(now) == before
    made.holder.refresh_from_db()
    assert (str(made.holder.player), made.holder.state) == ("Anna", "granted")


def test_the_merge_says_until_when_it_can_be_taken_back_whole() -> None:
    two = Two("all_play_all")
    settled(two)
    shown = preview(two.of, "merge")
    assert "taken back before Winter 1 is closed" in shown
    merge(two.of)
    part(two.of)
    client = Client()
    client.force_login(two.of.director)
    log = client.get(f"/events/{two.event.public_id}/log/", follow=True).content.decode()
    assert "gave each of two people their own again" in log


def withdrawn(of: Running) -> None:
    entry_withdraw(entry=of.entry("Ann"), by=of.director)


def removed(of: Running) -> None:
    entry_remove(entry=of.entry("Ann"), by=of.director, keeps_person=True)


def joined(of: Running) -> None:
    upper = of.season.event.divisions.get(position=1)
    divisions_join(season=of.season, upper=upper, by=of.director)


SINCE = [
    (withdrawn, ["Ann", "Bob", "Cid", "Dee"]),
    (removed, ["Bob", "Cid", "Dee"]),
    (joined, ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus"]),
]


@pytest.mark.parametrize(("deed", "left"), SINCE)
def test_whatever_became_of_the_other_entry_everybody_is_met_again(
    deed: Callable[[Running], None], left: list[str]
) -> None:
    of = Running(NAMES, "Eve Fay Gus")
    anna = Phone.made(of, "Anna")
    merge(of)
    deed(of)
    part(of)
    assert opponents(of, "Anna") == left
    assert anna.acts_for() == "Anna"


def test_who_was_in_another_division_is_there_again() -> None:
    of = Running("Ann Dee Bob Cid", "Anna Fay Gus")
    merge(of)
    part(of)
    assert opponents(of, "Anna") == ["Fay", "Gus"]
