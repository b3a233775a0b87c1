"""A merge is taken back: each of the two has in the seasons what was theirs."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.errors import Refused
from games.models import Board
from games.permissions import Reader
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_crossed_undone import lines
from tests.tournaments.leagues.test_who_plays import opponents
from tests.tournaments.leagues.two_people import NAMES, SHAPES, Phone, merge, part, preview, running
from tournaments.api.exporting import event_export
from tournaments.events.services.entries import entries_add, entry_change, entry_withdraw
from tournaments.events.services.removals import entry_remove
from tournaments.leagues.services import fixtures, seasons
from tournaments.leagues.services.replacing import divisions_join, player_replace
from tournaments.models import (
    Entry,
    Fixture,
    FixtureNote,
    Match,
    PartedFixture,
)
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results
from tournaments.results.services.board_results import board_count
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db


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


BEGUN = (settled, reported, words_and_result, fee_and_result, everything)
"""With this a player has begun a match, which passes on only where matches stand for themselves."""


@pytest.mark.parametrize(
    ("shape", "had"),
    [
        pytest.param(
            shape, had, marks=() if had in (nothing, words, everything) else pytest.mark.slow
        )
        for shape in SHAPES
        for had in HAD
        if shape != "swiss" or had not in BEGUN
    ],
)
def test_parted_at_once_all_is_as_before(shape: str, had: Callable[[Two], None]) -> None:
    two = Two(shape)
    had(two)
    before = two.picture()
    merge(two.of)
    assert "the entry of Anna is there again" in preview(two.of, "separate")
    part(two.of)
    after = two.picture()
    for name, was in before.items():
        assert after[name] == was, name
    merge(two.of)
    part(two.of)
    assert two.picture()["matches"] == before["matches"], "and another time"


@pytest.mark.parametrize("had", BEGUN)
def test_who_has_begun_a_match_in_rounds_stays_two_people(had: Callable[[Two], None]) -> None:
    two = Two("swiss")
    had(two)
    before = two.picture()
    with pytest.raises(Refused):
        merge(two.of)
    assert two.picture() == before


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


@pytest.mark.parametrize("opened", ["before", "since", "since and over"])
def test_a_challenge_that_is_played_on_a_board_by_now_stays_with_who_plays_it(opened: str) -> None:
    two = Two("ladder")
    two.of.win(two.of.match("Anna", "Cid"), 1)
    match = two.of.challenge("Anna", "Bob")
    if opened == "before":
        two.of.account("Anna")
        match_board_open(match=match, by=two.of.account("Bob"))
    merge(two.of)
    match.refresh_from_db()
    board = match.online
    if board is None:
        two.of.account("Ann")
        board = match_board_open(match=match, by=two.of.account("Bob"))
    if opened == "since and over":
        ended = {"status": Board.Status.ENDED, "winner": 0, "score_white": 11, "score_black": 2}
        Board.objects.filter(pk=board.pk).update(**ended)
        board_count(board_id=board.pk)
    asked = preview(two.of, "separate")
    part(two.of)
    match.refresh_from_db()
    owner = "Ann" if opened == "since" else "Anna"
    assert {str(match.first), str(match.second)} == {owner, "Bob"}
    assert ("is played on a board: it stays with Ann." in asked) == (opened == "since")
    assert (match.state == Match.State.SETTLED) == (opened == "since and over")
    assert [one.player.name for one in two.event.divisions.get().entries.order_by("number")] == [
        *("Ann", "Bob", "Cid", "Anna", "Dee")
    ]
