"""A match whose result is taken back once its season is over: the director reads of it."""

from __future__ import annotations

import pytest

from tests.tournaments.directing import agreed
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.leagues.services import seasons
from tournaments.models import Match
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

SAID = "was taken back, and the match is open now."
SHAPES = ("all_play_all", "swiss", "ladder")
ENDS = ("closed", "drafted", "ended", "followed")


def played(shape: str) -> Running:
    of = Running("Ann Bob Cid Dee", shape=shape, params={"rounds": 1} if shape == "swiss" else {})
    of.play()
    return of


def take_back(of: Running) -> Match:
    match = Match.objects.filter(round__division__event=of.season.event, state="settled").order_by(
        "pk"
    )[0]
    return agreed(results.match_undo, match=match, by=of.director, version=match.version)


def over(of: Running, how: str) -> Match:
    """End a season, and take a result of it back: a season that has ended is opened for that."""
    of.close()
    if how in ("drafted", "followed"):
        of.draft()
    if how == "followed":
        seasons.season_release(season=of.follow(), by=of.director)
    if how == "ended":
        event_finish(event=of.season.event, by=of.director)
    of.again()
    if not of.season.event.is_open:
        event_reopen(event=of.season.event, by=of.director)
    return take_back(of)


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_director_reads_that_a_match_is_open_once_its_season_is_over(
    shape: str, how: str
) -> None:
    of = played(shape)
    path = f"/leagues/{of.league.public_id}/direct/"
    match = over(of, how)
    shown = shown_to(of, path)
    assert f"{of.season.event.title}: the result of {match} {SAID}" in shown
    assert shown.count(SAID) == 1
    link = shown.partition(SAID)[2].partition('href="')[2].partition('"')[0].replace("&amp;", "&")
    sheet = client_of(of.director).get(link).content.decode()
    assert f'name="match" value="{match.public_id}"' in sheet
    of.win(match, 0)
    assert SAID not in shown_to(of, path)


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_taken_back_while_a_season_is_played_is_one_of_its_matches(shape: str) -> None:
    of = played(shape)
    take_back(of)
    assert SAID not in shown_to(of, f"/leagues/{of.league.public_id}/direct/")
