"""What happens while something else is open: no button is refused always, nothing is lost."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.utils import timezone

from games.decisions.services.merging import players_merge
from games.errors import Refused
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import shown_to
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_who_plays import replace
from tournaments.events.services.entries import entries_add, entry_resume, entry_withdraw
from tournaments.events.services.removals import entry_remove
from tournaments.leagues.services import fixtures, seasons
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
