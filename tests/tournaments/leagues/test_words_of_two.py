"""What two have said about their match is theirs: who takes a place over does not inherit it."""

from __future__ import annotations

import datetime
import importlib
from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.clubs.exports import player_data
from games.decisions.services.merging import players_merge
from games.models import Board
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_league_api import asked
from tests.tournaments.leagues.test_league_archives import copied
from tournaments.errors import EventRefused
from tournaments.events.services.entries import entry_withdraw
from tournaments.leagues.selectors.fixtures import FixtureShown, fixture_of, strikes_of
from tournaments.leagues.selectors.progress import directors_waiting, silent_of
from tournaments.leagues.services import absences, cups, fixtures
from tournaments.leagues.services.feeds import feed_token
from tournaments.leagues.services.replacing import divisions_join, player_replace
from tournaments.leagues.services.undoing import change_latest, change_undo
from tournaments.models import Dated, FixtureNote, Match
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db
Made = Running | Playing
SHAPES = ("all_play_all", "swiss", "cup")
SECRET = "My key lies under the mat"
HOUR = datetime.timedelta(hours=1)


class Two:
    """Two who owe each other a match; `gone` is who will be replaced by Zoe, `stays` the other."""

    def __init__(self, shape: str) -> None:
        self.of: Made = Playing() if shape == "cup" else Running("Ann Bob Cid Dee", shape=shape)
        self.shape = shape
        self.match: Match = (
            self.of.meeting("Ann") if isinstance(self.of, Playing) else self.of.open()[0]
        )
        self.gone, self.stays = str(self.match.first), str(self.match.second)

    @property
    def base(self) -> str:
        if isinstance(self.of, Playing):
            return f"/cups/{self.of.cup.event.public_id}/"
        return f"/leagues/{self.of.league.public_id}/"

    @property
    def dated(self) -> Dated:
        return self.of.cup if isinstance(self.of, Playing) else self.of.season

    def shown(self) -> FixtureShown:
        self.of.again()
        found = fixture_of(self.dated, self.match.public_id)
        assert found is not None
        return found

    def again(self) -> Match:
        self.match.refresh_from_db()
        return self.match

    def replace(self, name: str = "", by: str = "Zoe") -> None:
        self.of.again()
        entry, player = self.of.entry(name or self.gone), self.of.player(by)
        said = {"entry": entry, "by": self.of.director, "player": player, "key": key()}
        if isinstance(self.of, Playing):
            cups.entry_replace(cup=self.of.cup, **said)
        else:
            player_replace(season=self.of.season, **said)
        self.again()

    def undo(self) -> None:
        """In a cup the former player takes over again."""
        if isinstance(self.of, Playing):
            self.replace("Zoe", self.gone)
            return
        self.of.again()
        latest = change_latest(self.of.season)
        assert latest is not None
        change_undo(
            season=self.of.season, by=self.of.director, step=latest.sequence, reason="A slip"
        )
        self.again()

    def direct(self) -> str:
        return shown_to(self.of, f"{self.base}direct/")


def claim(two: Two, who: str) -> None:
    at = timezone.now() - HOUR
    says = {"match": two.match, "by": two.of.account(who), "text": "I was there", "at": at}
    absences.fixture_absent(**says, key=key())


def claimed_by_who_stays(two: Two) -> None:
    claim(two, two.stays)


def claimed_by_who_goes(two: Two) -> None:
    claim(two, two.gone)


def answered(two: Two) -> None:
    claim(two, two.stays)
    fixtures.fixture_say(match=two.match, by=two.of.account(two.gone), text="Ill", key=key())


OPEN = (claimed_by_who_stays, claimed_by_who_goes, answered)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("way", OPEN)
def test_that_somebody_did_not_come_ends_with_a_replacement_and_comes_back_with_its_undo(
    way: Callable[[Two], None], shape: str
) -> None:
    two = Two(shape)
    way(two)
    before = two.direct()
    assert "did not come" in before
    two.replace()
    page = two.direct()
    for word in ("says that Zoe", "Zoe says", f"says that {two.stays} did not come"):
        assert word not in page
    assert directors_waiting(two.of.club) == {} or all(
        decide == 0 for decide, _read in directors_waiting(two.of.club).values()
    )
    for how in ("walkover", "date", "nothing"):
        with pytest.raises(EventRefused, match="Nobody has said"):
            absences.fixture_decide(match=two.match, by=two.of.director, how=how, key=key())
    assert strikes_of(two.dated) == {}
    assert "Your opponent says that you did not come" not in shown_to(
        two.of, f"{two.base}me/", "Zoe"
    )
    two.undo()
    assert directors_waiting(two.of.club)
    page = two.direct()
    assert "did not come" in page
    assert "Zoe says" not in page
    absent = two.gone if way is not claimed_by_who_goes else two.stays
    absences.fixture_decide(match=two.match, by=two.of.director, how="date", key=key())
    assert strikes_of(two.dated) == {two.of.player(absent).pk: 1}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("how", ["date", "nothing"])
def test_a_strike_that_was_decided_stays_with_who_got_it(how: str, shape: str) -> None:
    two = Two(shape)
    claim(two, two.stays)
    absences.fixture_decide(match=two.match, by=two.of.director, how=how, key=key())
    strikes = {two.of.player(two.gone).pk: 1} if how == "date" else {}
    assert strikes_of(two.dated) == strikes
    two.replace()
    assert strikes_of(two.dated) == strikes
    assert "The director has decided: you did not come" not in shown_to(
        two.of, f"/fixtures/{two.match.public_id}/", "Zoe"
    )
    claim(two, two.stays)
    absences.fixture_decide(match=two.match, by=two.of.director, how="date", key=key())
    assert strikes_of(two.dated) == {**strikes, two.of.player("Zoe").pk: 1}
    assert str(two.shown().notes[-1].player) == "Zoe"


def everything_read_by(two: Two, name: str) -> str:
    """All that somebody reads of the match: pages, *Play*, the interface, their calendar."""
    user = two.of.account(name)
    match = two.match.public_id
    event = f"/events/{two.dated.event.public_id}/"
    pages = [f"/fixtures/{match}/", f"/matches/{match}/", f"{two.base}me/", event]
    pages += [f"/clubs/{two.of.club.slug}/", *([two.base] if two.shape != "cup" else [])]
    read = [shown_to(two.of, one, name) for one in pages]
    read += [str(asked(f"clubs/{two.of.club.slug}/fixtures", user))]
    read += [str(asked(f"fixtures/{match}", user))]
    token = feed_token(two.of.player(name))
    return "".join([*read, Client().get(f"/calendars/{token}.ics").content.decode()])


def said(two: Two) -> None:
    for name in (two.gone, two.stays):
        by = two.of.account(name)
        fixtures.fixture_say(match=two.match, by=by, text=f"{SECRET}, {name}", key=key())


def agreed(two: Two) -> None:
    at = timezone.now().replace(microsecond=0) + 30 * HOUR
    note = fixtures.fixture_propose(
        match=two.match,
        by=two.of.account(two.gone),
        times=[at],
        place=f"Garden {SECRET}"[:80],
        text=SECRET,
        key=key(),
    )
    by = two.of.account(two.stays)
    fixtures.fixture_accept(match=two.match, by=by, proposal=note.pk, at=at, key=key())


def proposed(two: Two) -> None:
    at = timezone.now().replace(microsecond=0) + 30 * HOUR
    by = two.of.account(two.gone)
    fixtures.fixture_propose(match=two.match, by=by, times=[at], text=SECRET, key=key())


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("way", [said, agreed, proposed])
def test_words_of_the_two_before_are_read_by_who_stays_and_the_director_alone(
    way: Callable[[Two], None], shape: str
) -> None:
    two = Two(shape)
    two.of.account("Zoe")
    way(two)
    agreed_at = two.shown().agreed_at
    ids = [one.pk for one in two.shown().notes]
    two.replace()
    assert SECRET not in everything_read_by(two, "Zoe")
    assert two.shown().agreed_at is None
    assert two.shown().proposal is None
    assert [one.match for one in silent_of(two.dated)].count(two.match) == 1
    page = f"/fixtures/{two.match.public_id}/"
    for name in ("", two.stays):
        read = shown_to(two.of, page, name)
        assert SECRET in read
        assert f"{two.gone} " in read, "named by who said it"
        assert "Zoe wrote" not in read
    told = f"Zoe plays in place of {two.gone}: dates of before do not hold."
    for path in (page, f"{two.base}me/"):
        assert told in shown_to(two.of, path, two.stays)
        assert "plays in place of" not in shown_to(two.of, path, "Zoe")
    notes = asked(f"fixtures/{two.match.public_id}", two.of.account(two.stays))["notes"]
    assert {one["before"] for one in notes} == {True}
    assert two.gone in {one["name"] for one in notes}
    unread = shown_to(two.of, f"{two.base}direct/")
    assert f"{two.gone} – {two.stays}" in unread
    # What Zoe says meanwhile is hers and of who stays.
    other = "The code of the door is 1234"
    fixtures.fixture_say(match=two.match, by=two.of.account("Zoe"), text=other, key=key())
    assert other in everything_read_by(two, two.stays)
    assert "plays in place of" not in shown_to(two.of, page, two.stays)
    two.undo()
    shown = two.shown()
    assert [one.pk for one in shown.notes] == ids
    assert shown.agreed_at == agreed_at
    mine = everything_read_by(two, two.gone)
    assert SECRET in mine
    assert other not in mine
    assert "plays in place of" not in mine
    assert other in shown_to(two.of, page)


@pytest.mark.parametrize("shape", SHAPES)
def test_both_of_two_are_replaced_and_put_back_one_after_the_other(shape: str) -> None:
    two = Two(shape)
    said(two)
    two.replace()
    if shape == "cup":
        two.replace(two.stays, "Xenia")
        assert SECRET not in everything_read_by(two, "Xenia")
        two.replace("Xenia", two.stays)
    else:
        two.replace(two.stays, "Xenia")
        assert SECRET not in everything_read_by(two, "Xenia")
        assert SECRET not in everything_read_by(two, "Zoe")
        two.undo()
    two.undo()
    assert SECRET in everything_read_by(two, two.gone)


def test_nobody_takes_a_place_over_on_a_ladder_and_words_stay() -> None:
    of = Running("Ann Bob Cid", shape="ladder")
    match = of.match("Ann", "Bob")
    fixtures.fixture_say(match=match, by=of.account("Ann"), text=SECRET, key=key())
    with pytest.raises(EventRefused):
        player_replace(
            season=of.season, entry=of.entry("Ann"), by=of.director, player=of.player("Zoe")
        )
    assert SECRET in shown_to(of, f"/fixtures/{match.public_id}/", "Bob")


@pytest.mark.parametrize("shape", SHAPES)
def test_who_turns_out_to_be_the_same_person_reads_their_words(shape: str) -> None:
    two = Two(shape)
    said(two)
    two.replace()
    players_merge(player=two.of.player(two.gone), into=two.of.player("Zoe"), by=two.of.director)
    assert SECRET in shown_to(two.of, f"/fixtures/{two.match.public_id}/", "Zoe")


@pytest.mark.parametrize("shape", ["all_play_all", "swiss"])
def test_what_was_entered_stays_with_its_words_and_claims(shape: str) -> None:
    two = Two(shape)
    claim(two, two.stays)
    Match.objects.filter(pk=two.match.pk).update(second_penalty=1)
    if shape == "swiss":
        with pytest.raises(EventRefused):
            two.replace()
    else:
        two.replace()
    assert two.gone == str(two.again().first)
    assert f"says that {two.gone} did not come" in two.direct() or two.match.is_settled
    assert "Zoe did not come" not in two.direct()
    assert [one.two[0] for one in two.shown().notes] == [two.match.first]


@pytest.mark.parametrize("shape", ["all_play_all", "swiss"])
def test_with_a_board_that_ends_words_and_claims_of_the_two_before_end_too(shape: str) -> None:
    two = Two(shape)
    claim(two, two.stays)
    board = match_board_open(match=two.match, by=two.of.director)
    two.replace()
    assert str(two.again().first) == "Zoe"
    board.refresh_from_db()
    assert board.status == Board.Status.ABANDONED
    assert "did not come" not in two.direct()
    assert list(two.shown().notes) == []


@pytest.mark.parametrize("shape", ["all_play_all", "swiss"])
def test_who_took_over_and_withdraws_leaves_nothing_to_decide(shape: str) -> None:
    two = Two(shape)
    claim(two, two.stays)
    two.replace()
    entry_withdraw(entry=two.of.entry("Zoe"), by=two.of.director)
    assert "Zoe did not come" not in two.direct()
    assert strikes_of(two.dated) == {}


def test_words_of_who_was_replaced_are_of_no_other_two_after_a_join() -> None:
    of = Running()
    match = of.match("Ann", "Bob")
    fixtures.fixture_say(match=match, by=of.account("Ann"), text=SECRET, key=key())
    player_replace(season=of.season, entry=of.entry("Ann"), by=of.director, player=of.player("Zoe"))
    of.again()
    upper = of.season.event.divisions.get(position=1)
    divisions_join(season=of.season, upper=upper, by=of.director)
    match = of.match("Zoe", "Bob")
    assert SECRET not in shown_to(of, f"/fixtures/{match.public_id}/", "Zoe")
    assert SECRET not in shown_to(of, f"/fixtures/{match.public_id}/", "Bob")


@pytest.mark.parametrize("shape", ["all_play_all", "cup"])
def test_a_club_that_is_read_from_an_archive_keeps_whose_words_they_are(shape: str) -> None:
    two = Two(shape)
    said(two)
    two.replace()
    there = copied(two.of)
    note = FixtureNote.objects.get(fixture__match__club=there, text=f"{SECRET}, {two.gone}")
    assert [str(one) for one in (note.first, note.second)] == [two.gone, two.stays]
    assert str(note.player) == two.gone
    assert "Zoe" in (str(note.fixture.match.first), str(note.fixture.match.second))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_director_reads_first_what_ends_with_a_replacement(language: str) -> None:
    two = Two("all_play_all")
    claim(two, two.stays)
    olga, page = client_of(two.of.director), f"{two.base}direct/"
    do = {"do": "leave", "entry": two.of.entry(two.gone).public_id, "who": "Zoe", "once": key()}
    shown = olga.post(page, do, headers={"Accept-Language": language}).content.decode()
    texts = {
        "en": (
            f"{two.stays}’s word that {two.gone} did not come ends with it; decide it first if "
            "it is to count.",
            "What was written about these matches before is not shown to Zoe.",
        ),
        "de": (
            f"Dass {two.gone} nicht gekommen ist, wie {two.stays} sagt, gilt dann nicht mehr; "
            "entscheide vorher, wenn es zählen soll.",
            "Was vorher zu diesen Partien geschrieben wurde, liest Zoe nicht.",
        ),
    }
    for text in texts[language]:
        assert text in shown
    olga.post(page, {**do, "sure": "1"})
    two.of.again()
    assert isinstance(two.of, Running)
    latest = change_latest(two.of.season)
    assert latest is not None
    undo = {"do": "undo", "step": latest.sequence, "reason": "A slip", "once": key()}
    shown = olga.post(page, undo, headers={"Accept-Language": language}).content.decode()
    again = {
        "en": f"{two.stays}’s word that {two.gone} did not come waits for your decision again.",
        "de": f"Dass {two.gone} nicht gekommen ist, wie {two.stays} sagt, wartet wieder auf deine "
        "Entscheidung.",
    }
    assert again[language] in shown


def test_the_director_of_a_cup_is_asked_before_a_claim_ends() -> None:
    two = Two("cup")
    claim(two, two.stays)
    olga, page = client_of(two.of.director), f"{two.base}direct/"
    do = {"do": "replace", "entry": two.of.entry(two.gone).public_id, "who": "Zoe", "once": key()}
    shown = olga.post(page, do).content.decode()
    assert f"{two.stays}’s word that {two.gone} did not come ends with it" in shown
    assert str(two.again().first) == two.gone
    olga.post(page, {**do, "sure": "1"})
    assert str(two.again().first) == "Zoe"


def test_words_from_before_this_was_kept_are_of_who_met_then_by_the_log() -> None:
    two = Two("all_play_all")
    said(two)
    two.replace()
    fixtures.fixture_say(match=two.match, by=two.of.account("Zoe"), text="Hello", key=key())
    kept = list(FixtureNote.objects.order_by("pk").values_list("first", "second"))
    FixtureNote.objects.update(first=None, second=None)
    fill = importlib.import_module("tournaments.migrations.0051_words_of_whom").fill
    fill(apps, connection.schema_editor())
    assert list(FixtureNote.objects.order_by("pk").values_list("first", "second")) == kept


def test_a_player_s_data_have_their_own_words_and_not_the_other_s() -> None:
    two = Two("all_play_all")
    said = {"match": two.match, "key": key()}
    fixtures.fixture_say(**said, by=two.of.account(two.gone), text=SECRET)
    data = {name: str(player_data(two.of.player(name))) for name in (two.gone, two.stays)}
    assert SECRET in data[two.gone]
    assert SECRET not in data[two.stays]
