"""What happens while something else is open: no button is refused always, nothing is lost."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.db.models import Q
from django.utils import timezone

from games.decisions.services.merging import players_merge
from games.errors import NotAllowed, Refused
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import shown_to
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_who_plays import replace
from tournaments.errors import CorrectionReaches, EventConflict
from tournaments.events.services.entries import (
    entries_add,
    entry_change,
    entry_resume,
    entry_withdraw,
)
from tournaments.events.services.removals import entry_remove, entry_restore
from tournaments.leagues.services import closing, fixtures, seasons
from tournaments.models import Match
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def direct(of: Running) -> str:
    return shown_to(of, f"/leagues/{of.league.public_id}/direct/")


def desk(of: Running, view: str = "entries") -> str:
    return shown_to(of, f"/events/{of.season.event.public_id}/direct/?view={view}")


def withdrawn(of: Running, match: Match) -> None:
    entry_withdraw(entry=of.entry(str(match.first)), by=of.director)


def walkover(of: Running, match: Match) -> None:
    said = {"loser": 0, "reason": "Ill", "version": match.version, "key": key()}
    results.match_forfeit(match=match, by=of.director, **said)


def entered(of: Running, match: Match) -> None:
    of.win(match, 0)


def reported(of: Running, match: Match) -> None:
    said = {"points": (11, 4), "version": match.version, "key": key()}
    results.match_report(match=match, by=of.account(str(match.first)), **said)


@pytest.mark.parametrize("deed", [withdrawn, walkover, entered, reported])
@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_proposed_dates_are_nothing_to_answer_once_there_is_a_result(
    shape: str, deed: Callable[[Running, Match], None]
) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape)
    match = of.open()[0]
    one, other = str(match.first), str(match.second)
    of.account(other)
    at = timezone.now() + datetime.timedelta(days=3)
    says = {"match": match, "by": of.account(one), "place": "Pub"}
    fixtures.fixture_propose(**says, times=[at], key=key())
    mine = f"/leagues/{of.league.public_id}/me/"
    assert ">Accept " in shown_to(of, mine, other)
    deed(of, match)
    page = shown_to(of, mine, other)
    assert "Accept" not in page
    assert "Pub" not in page


def by_the_desk(of: Running) -> None:
    entry_resume(entry=of.entry("Ann"), by=of.director)


def by_entering(of: Running) -> None:
    seasons.season_enter(season=of.season, player=of.player("Ann"), by=of.director)


def by_the_list_of_the_desk(of: Running) -> None:
    [division] = of.season.event.divisions.all()
    entries_add(division=division, by=of.director, players=[of.player("Ann")])


@pytest.mark.parametrize("deed", [by_the_desk, by_entering, by_the_list_of_the_desk])
def test_whose_matches_another_has_does_not_come_back_without_any(
    deed: Callable[[Running], None],
) -> None:
    of = Running("Ann Bob Cid Dee")
    of.win(of.match("Ann", "Bob"), 0)
    replace(of, "Ann", "Zoe")
    with pytest.raises(Refused, match="Zoe has taken over from Ann"):
        deed(of)
    assert not of.entry("Ann").is_active
    page = direct(of)
    assert "Zoe has taken over from Ann: take that back, or let Ann take over from Zoe." in page
    assert "Plays again" not in page


def test_who_comes_back_is_entered_as_before_and_not_here() -> None:
    of = Running("Ann Bob Cid Dee")
    before = of.entry("Ann").state
    entry_withdraw(entry=of.entry("Ann"), by=of.director)
    entry_resume(entry=of.entry("Ann"), by=of.director)
    assert of.entry("Ann").state == before


def merged(of: Running) -> None:
    players_merge(player=of.player("Anna"), into=of.player("Ann"), by=of.director)


def to_the_other_division(of: Running) -> None:
    entry_remove(entry=of.entry("Anna"), by=of.director, keeps_person=True)
    lower = of.season.event.divisions.get(position=2)
    seasons.season_enter(season=of.season, player=of.player("Anna"), by=of.director, division=lower)


@pytest.mark.parametrize("deed", [merged, to_the_other_division])
def test_who_plays_is_not_to_be_brought_back_besides(deed: Callable[[Running], None]) -> None:
    of = Running("Anna Ann Bob Cid", "Dee Eve Fay")
    deed(of)
    assert "Bring back" not in desk(of)


def test_only_divisions_without_a_result_are_offered_to_be_joined_or_split() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay", "Gus Hal Ida")
    page = direct(of)
    assert page.count('value="join"') == page.count('value="split"') == 1
    of.win(of.match("Dee", "Eve"), 0)
    page = direct(of)
    assert 'value="join"' not in page
    assert page.count('value="split"') == 1
    for two in (("Ann", "Bob"), ("Gus", "Hal")):
        of.win(of.match(*two), 0)
    assert "Join or split divisions" not in direct(of)


@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_who_comes_back_plays_on_with_the_games_and_points_of_before(shape: str) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape)
    match = of.match("Ann", "Bob") if shape != "swiss" else of.open()[0]
    says = {"match": match, "by": of.director}
    match = results.match_penalise(**says, side=1, points=2, version=match.version, key=key())
    row = {"kind": "win", "side": 0, "level": "single"}
    match = results.match_play(**says, event=row, version=match.version, key=key())
    kept = ("state", "score", "first_points", "second_points", "first_penalty", "second_penalty")
    before = Match.objects.values(*kept).get(pk=match.pk)
    leaving = of.entry(str(match.first))
    entry_withdraw(entry=leaving, by=of.director)
    assert Match.objects.get(pk=match.pk).outcome == Match.Outcome.FORFEIT
    entry_resume(entry=leaving, by=of.director)
    assert Match.objects.values(*kept).get(pk=match.pk) == before


@pytest.mark.parametrize("shape", ["single", "double", "progressive"])
def test_a_withdrawal_from_a_cup_is_taken_back_with_the_match_that_it_decided(shape: str) -> None:
    of = Playing("Ann Bob Cid Dee", shape)
    match = of.meeting("Ann")
    other = of.other(match, "Ann")
    at = of.agree(match)
    page, undo = f"/matches/{match.public_id}/", 'name="do" value="undo"'
    entry_withdraw(entry=of.entry("Ann"), by=of.director)
    assert undo not in shown_to(of, page), "who has withdrawn would give it up again"
    entry_resume(entry=of.entry("Ann"), by=of.director)
    assert undo in shown_to(of, page)
    assert undo not in shown_to(of, page, other)
    match.refresh_from_db()
    says = {"match": match, "version": match.version, "key": key()}
    with pytest.raises(NotAllowed):
        results.match_undo(by=of.account(other), **says)
    results.match_undo(by=of.director, **says)
    match.refresh_from_db()
    assert (match.state, match.outcome, match.winner) == (Match.State.OPEN, "", None)
    assert of.shown(match).agreed_at == at
    assert undo not in shown_to(of, page)
    assert "Ann" not in str(list(Match.objects.exclude(pk=match.pk)))
    of.win(match, "Ann")
    entry_withdraw(entry=of.entry(other), by=of.director)


def test_a_cup_asks_before_it_takes_a_match_from_who_has_played_on() -> None:
    of = Playing("Ann Bob Cid Dee")
    match = of.meeting("Ann")
    other = of.other(match, "Ann")
    entry_withdraw(entry=of.entry("Ann"), by=of.director)
    third = next(one for one in ("Bob", "Cid", "Dee") if one != other)
    of.win(of.meeting(third), third)
    of.win(of.meeting(third), third)
    entry_resume(entry=of.entry("Ann"), by=of.director)
    match.refresh_from_db()
    with pytest.raises(CorrectionReaches):
        results.match_undo(match=match, by=of.director, version=match.version, key=key())


@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_the_fee_of_who_does_not_play_after_all_is_not_lost_at_the_release(shape: str) -> None:
    of = Running("Ann Bob Cid Dee Eve Fay", shape=shape, is_released=False)
    entry_change(entry=of.entry("Ann"), by=of.director, fees_paid=1)
    for name in ("Ann", "Fay"):
        seasons.season_wish(season=of.season, **of.own(name), plays=False)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    assert (of.entry("Ann").state, of.entry("Ann").fees_paid) == ("withdrawn", 1)
    assert of.divisions() == [["Ann", "Bob", "Cid", "Dee", "Eve"]]
    assert not Match.objects.filter(Q(first__name="Ann") | Q(second__name="Ann")).exists()
    of.play()
    of.close()
    assert of.draft()["Ann"] == (None, "withdrawn")


def added_at_the_desk(of: Running) -> None:
    division = of.season.event.divisions.get()
    entries_add(division=division, by=of.director, players=[of.player("Zoe")])


def brought_back(of: Running) -> None:
    removed = of.season.event.removed_entries.get()
    entry_restore(event=of.season.event, by=of.director, public_id=removed.public_id)


@pytest.mark.parametrize("deed", [added_at_the_desk, brought_back])
@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_nobody_comes_into_a_season_that_is_closed(
    shape: str, deed: Callable[[Running], None]
) -> None:
    of = Running("Ann Bob Cid Dee Eve Fay", shape=shape)
    entry_remove(entry=of.entry("Fay"), by=of.director, keeps_person=True)
    of.close()
    with pytest.raises(EventConflict, match="closed"):
        deed(of)
    assert not of.open()
    assert "Bring back" not in desk(of)


@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_who_comes_back_after_the_end_plays_only_once_the_season_is_open_again(shape: str) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape)
    match = next(one for one in of.open() if "Ann" in (str(one.first), str(one.second)))
    entry_withdraw(entry=of.entry("Ann"), by=of.director)
    of.close()
    entry_resume(entry=of.entry("Ann"), by=of.director)
    assert not of.open(), "what was given up counts as it stood at the end"
    assert of.draft()["Ann"][0] == 1
    closing.season_reopen(season=of.season, by=of.director)
    assert match in of.open()


@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_no_draft_is_made_over_a_match_whose_result_was_taken_back_after_the_end(
    shape: str,
) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape)
    match = of.open()[0]
    of.play()
    of.close()
    match.refresh_from_db()
    says = {"match": match, "by": of.director, "version": match.version}
    match = results.match_undo(**says, key=key())
    with pytest.raises(EventConflict, match=f"no result: {match}"):
        of.draft()
    of.win(match, 0)
    assert of.draft()
