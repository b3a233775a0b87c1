"""The same person entered twice under two names: merged, one entry remains with what both have."""

import datetime

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from games.decisions.services.merging import player_separate, players_merge
from games.errors import Refused
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_who_plays import opponents
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.removals import entry_restore
from tournaments.leagues.services import closing, fixtures, seasons
from tournaments.models import Entry, Fixture, FixtureNote, Match, PartedFixture
from tournaments.results.services.results import match_forfeit

pytestmark = pytest.mark.django_db
NAMES = "Ann Anna Bob Cid Dee"


def merge(of: Running, name: str = "Anna", into: str = "Ann") -> None:
    players_merge(player=of.player(name), into=of.player(into), by=of.director)
    of.again()


def result(of: Running, one: str, other: str) -> None:
    """Let the first of the two win."""
    match = of.match(one, other)
    of.win(match, 0 if str(match.first) == one else 1)


def test_who_has_not_played_leaves_the_list_with_their_matches() -> None:
    of = Running(NAMES)
    result(of, "Ann", "Bob")
    gone = of.entry("Anna")
    merge(of)
    assert of.divisions() == [["Ann", "Bob", "Cid", "Dee"]]
    assert Match.objects.filter(round__division__event=of.season.event).count() == 6
    player_separate(player=of.player("Anna"), by=of.director)
    assert of.entry("Anna").public_id == gone.public_id
    assert opponents(of, "Anna") == ["Ann", "Bob", "Cid", "Dee"]


def test_a_removed_entry_does_not_come_back_beside_who_they_are() -> None:
    of = Running(NAMES)
    gone = of.entry("Anna")
    merge(of)
    with pytest.raises(Refused, match="entered already"):
        entry_restore(event=of.season.event, by=of.director, public_id=gone.public_id)


def test_results_and_words_of_both_are_those_of_the_one_who_stays() -> None:
    of = Running(NAMES)
    result(of, "Ann", "Bob")
    result(of, "Anna", "Cid")
    said = of.match("Anna", "Dee")
    fixtures.fixture_say(match=said, by=of.account("Anna"), text="When?", key=key())
    fixtures.fixture_say(match=of.match("Ann", "Cid"), by=of.account("Cid"), text="Hi", key=key())
    merge(of)
    assert opponents(of, "Ann", "open") == ["Dee"]
    assert opponents(of, "Ann", "settled") == ["Bob", "Cid"]
    assert Match.objects.filter(round__division__event=of.season.event).count() == 6
    assert not Entry.objects.filter(player__name="Anna").exists()
    note = FixtureNote.objects.get(text="When?")
    assert (note.fixture.match, str(note.player)) == (of.match("Ann", "Dee"), "Ann")
    assert FixtureNote.objects.get(text="Hi").fixture.match == of.match("Ann", "Cid")
    of.play()
    of.close()
    assert of.draft()["Ann"]


def results_against_the_same(of: Running) -> str:
    result(of, "Ann", "Bob")
    result(of, "Bob", "Anna")
    return "both have a result against Bob in .* Take one of the two back first"


def have_met(of: Running) -> str:
    result(of, "Ann", "Anna")
    return "They are two people"


def two_divisions(of: Running) -> str:
    result(of, "Ann", "Bob")
    Entry.objects.filter(player__name="Anna").update(player=of.player("Zoe"))
    Match.objects.filter(first__name="Anna").update(first=of.player("Zoe"))
    Match.objects.filter(second__name="Anna").update(second=of.player("Zoe"))
    Entry.objects.filter(player__name="Eve").update(player=of.player("Anna"))
    Match.objects.filter(first__name="Eve").update(first=of.player("Anna"))
    Match.objects.filter(second__name="Eve").update(second=of.player("Anna"))
    result(of, "Anna", "Fay")
    return "results in two divisions .* Withdraw one"


@pytest.mark.parametrize("cell", [results_against_the_same, have_met, two_divisions])
def test_what_cannot_be_one_person_is_refused_in_a_sentence(cell: object) -> None:
    of = Running(NAMES, "Eve Fay Gus")
    assert callable(cell)
    reason = cell(of)
    before = of.divisions()
    with pytest.raises(Refused, match=reason):
        merge(of)
    assert of.divisions() == before


CLOSED = "which is closed. If they are one person, choose “Open this season again”"
OVER = "It is over, and its table stays as it is. If it is one person"
TWO = "They are two people"


@pytest.mark.parametrize(
    ("is_over", "met", "reason"),
    [(False, False, CLOSED), (False, True, CLOSED), (True, False, OVER), (True, True, TWO)],
    ids=["closed", "closed, have met", "over", "over, have met"],
)
def test_after_the_end_a_sentence_says_what_can_be_done(
    is_over: bool, met: bool, reason: str
) -> None:
    of = Running(NAMES)
    if met:
        result(of, "Ann", "Anna")
    else:
        of.play(but="Anna")
        result(of, "Anna", "Bob")
    of.close()
    if is_over:
        of.draft()
        of.follow()
    with pytest.raises(Refused, match=reason):
        merge(of)


def test_opened_again_two_entries_become_one() -> None:
    of = Running(NAMES)
    result(of, "Anna", "Bob")
    result(of, "Ann", "Cid")
    of.close()
    closing.season_reopen(season=of.season, by=of.director)
    of.again()
    merge(of)
    assert opponents(of, "Ann", "settled") == ["Bob", "Cid"]


@pytest.mark.parametrize("gone", ["Bob", "Ann", "Anna"])
@pytest.mark.parametrize("played", ["nobody", "Ann", "Anna", "both"])
def test_a_walkover_of_who_has_withdrawn_gives_way_to_a_result(played: str, gone: str) -> None:
    of = Running(NAMES)
    for name in ("Ann", "Anna"):
        if played in (name, "both"):
            result(of, name, "Bob")
            result(of, name, "Dee" if name == "Ann" else "Cid")
    entry_withdraw(entry=of.entry(gone), by=of.director)
    matches = Match.objects.filter(round__division__event=of.season.event)
    before = {str(one): (one.state, one.outcome) for one in matches}
    if played == "both":
        with pytest.raises(Refused, match="both have a result against Bob"):
            merge(of)
        return
    merge(of)
    against = matches.filter(Q(first__name="Bob") | Q(second__name="Bob"))
    [match] = [one for one in against if "Ann" in str(one)]
    plays = gone != "Bob" or played != "nobody"
    assert match.outcome == ("played" if played != "nobody" else "" if plays else "forfeit")
    assert sorted(opponents(of, "Ann")) == ["Bob", "Cid", "Dee"]
    player_separate(player=of.player("Anna"), by=of.director)
    assert {str(one): (one.state, one.outcome) for one in matches.all()} == before


def test_the_director_reads_what_changes_before_the_two_are_made_one() -> None:
    of = Running(NAMES)
    result(of, "Anna", "Cid")
    client = Client()
    client.force_login(of.director)
    anna, ann = of.player("Anna"), of.player("Ann")
    path = f"/clubs/{of.club.slug}/players/{anna.public_id}/merge/"
    assert path in client.get(f"/leagues/{of.league.public_id}/direct/").content.decode()
    shown = client.post(path, {"into": ann.pk, "reason": ""}).content.decode()
    assert "the results of Anna become those of Ann, whose entry remains" in shown
    assert "Cid" in shown
    assert of.entry("Anna")


def test_a_director_who_does_not_organize_is_led_to_no_refusal() -> None:
    of = Running(NAMES)
    client = Client()
    client.force_login(evenings.member(of.club, "Mia", "director"))
    page = client.get(f"/leagues/{of.league.public_id}/direct/").content.decode()
    assert "Who takes over" in page
    assert "/merge/" not in page


def test_who_did_not_play_in_rounds_gives_the_opponent_a_bye() -> None:
    of = Running("Ann Anna Bob Cid", shape="swiss")
    [match] = [one for one in of.open() if "Anna" in one.names]
    other = match.second if str(match.first) == "Anna" else match.first
    client = client_of(of.director)
    path = f"/clubs/{of.club.slug}/players/{of.player('Anna').public_id}/merge/"
    shown = client.post(path, {"into": of.player("Ann").pk, "reason": ""}).content.decode()
    assert f"{other} has a bye in round 1." in shown
    merge(of)
    assert of.divisions() == [["Ann", "Bob", "Cid"]]
    byes = Match.objects.filter(round__division__event=of.season.event, outcome="bye")
    assert [str(one.first) for one in byes] == [str(other)]


def test_words_of_who_has_not_played_are_those_of_who_stays() -> None:
    of = Running(NAMES)
    dee, anna = of.account("Dee"), of.account("Anna")
    at = (timezone.now() + datetime.timedelta(days=3)).replace(microsecond=0)
    said = of.match("Anna", "Dee")
    note = fixtures.fixture_propose(match=said, by=anna, times=[at], place="Pub", key=key())
    fixtures.fixture_accept(match=said, by=dee, proposal=note.pk, at=at, key=key())
    merge(of)
    fixture = Fixture.objects.get()
    assert fixture.match == of.match("Ann", "Dee")
    assert (fixture.agreed_at, fixture.place) == (at, "Pub")
    assert [str(one.player) for one in fixture.notes.order_by("pk")] == ["Ann", "Dee"]


@pytest.mark.parametrize("has_played", [False, True])
def test_words_of_both_with_the_same_opponent_become_one_talk(has_played: bool) -> None:
    of = Running(NAMES)
    if has_played:
        result(of, "Anna", "Cid")
    for name, text in (("Ann", "One"), ("Anna", "Two"), ("Ann", "Three")):
        match = of.match(name, "Dee")
        fixtures.fixture_say(match=match, by=of.account("Dee"), text=text, key=key())
    merge(of)
    fixture = Fixture.objects.get()
    assert fixture.match == of.match("Ann", "Dee")
    texts = list(fixture.notes.order_by("pk").values_list("text", flat=True))
    assert texts == ["One", "Two", "Three"]
    assert not PartedFixture.objects.exists()


def on_a_ladder() -> Running:
    """A ladder on which Nora is at place 2, and was entered again as Noora, at the end."""
    names = "Ann Nora Max Bob Cid Noora"
    of = Running(names, shape="ladder", is_released=False)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    return of


def rounds_of(of: Running, name: str) -> list[int]:
    mine = Q(first__name=name) | Q(second__name=name)
    found = Match.objects.filter(mine, round__division__event=of.season.event)
    return list(found.order_by("round__number").values_list("round__number", flat=True))


def played(of: Running, challenger: str, challenged: str, how: str) -> None:
    """Have somebody challenge somebody else: it is won by a walkover, won, lost, or left open."""
    match = of.challenge(challenger, challenged)
    if how == "walkover":
        said = {"match": match, "by": of.director, "version": match.version, "key": key()}
        match_forfeit(loser=1, reason="ill", **said)
    elif how != "open":
        of.win(match, 0 if how == "won" else 1)


def test_two_who_challenged_side_by_side_become_one_on_a_ladder() -> None:
    of = on_a_ladder()
    played(of, "Nora", "Ann", "walkover")
    played(of, "Noora", "Max", "won")
    assert of.ladder() == ["Nora", "Ann", "Noora", "Bob", "Cid", "Max"]
    merge(of, "Noora", "Nora")
    # At the top they have beaten Max, who stood below: nobody's place changes by that.
    assert of.ladder() == ["Nora", "Ann", "Max", "Bob", "Cid"]
    assert rounds_of(of, "Nora") == [1, 2]
    played(of, "Bob", "Nora", "won")
    assert of.ladder() == ["Bob", "Ann", "Max", "Nora", "Cid"]


TWICE = [
    (first, second, hows, into)
    for first in (("Nora", "Ann"), ("Max", "Nora"))
    for second in (("Noora", "Bob"), ("Noora", "Cid"))
    for hows in (("won", "lost"), ("lost", "won"), ("walkover", "open"), ("open", "won"))
    for into in ("Nora", "Noora")
]


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize(("first", "second", "hows", "into"), TWICE)
def test_matches_of_both_entries_count_in_the_order_in_which_they_were_played(
    first: tuple[str, str],
    second: tuple[str, str],
    hows: tuple[str, str],
    into: str,
    *,
    is_turned: bool,
) -> None:
    of = on_a_ladder()
    order = [(*first, hows[0]), (*second, hows[1])]
    for one in reversed(order) if is_turned else order:
        played(of, *one)
    goes = "Noora" if into == "Nora" else "Nora"
    if hows[0 if goes == "Nora" else 1] == "open":
        of.win(of.match(*(first if goes == "Nora" else second)), 1)
    merge(of, goes, into)
    now = ["Ann", "Nora", "Max", "Bob", "Cid"]
    settled = Match.objects.filter(round__division__event=of.season.event, state="settled")
    for match in settled.order_by("settled_at"):
        two = [str(match.first).replace(into, "Nora"), str(match.second).replace(into, "Nora")]
        winner, loser = two if match.winner == 0 else two[::-1]
        high, low = sorted((now.index(winner), now.index(loser)))
        now[high], now[low] = winner, loser
    assert of.ladder() == [into if one == "Nora" else one for one in now]
    assert rounds_of(of, into) == [1, 2]


def test_a_result_against_the_same_counts_for_each_entry_on_a_ladder() -> None:
    of = on_a_ladder()
    played(of, "Max", "Nora", "won")
    played(of, "Noora", "Bob", "won")
    played(of, "Noora", "Max", "won")
    merge(of, "Noora", "Nora")
    assert of.ladder() == ["Ann", "Nora", "Max", "Bob", "Cid"]
    assert rounds_of(of, "Nora") == [1, 2, 3]


def test_two_open_challenges_of_one_person_are_told_before_anything_is_merged() -> None:
    of = on_a_ladder()
    played(of, "Nora", "Ann", "open")
    played(of, "Noora", "Max", "won")
    played(of, "Cid", "Noora", "open")
    with pytest.raises(Refused, match="both have an open match in Winter 1"):
        merge(of, "Noora", "Nora")
    of.win(of.match("Nora", "Ann"), 1)
    merge(of, "Noora", "Nora")
    assert str(of.open()[0].second) == "Nora"
