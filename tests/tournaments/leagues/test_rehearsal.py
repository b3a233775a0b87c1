"""Seasons of a league played by chance: worked out anew from their exports, nothing differs."""

import os
from itertools import pairwise
from random import Random
from time import process_time
from typing import Any, Final

import pytest
from django.core.management import CommandError, call_command

from games.models import Club, User
from games.permissions import Reader
from tests import evenings
from tests.tournaments.leagues.recomputed import (
    ladder,
    problems_of_ladder,
    problems_of_moves,
    problems_of_table,
)
from tournaments.api.exporting import event_export
from tournaments.leagues.selectors.seasons import rules_of, season_current
from tournaments.leagues.services.rehearsing import league_rehearsal_create, season_rehearse
from tournaments.models import League, LeagueSeason, Match

pytestmark = pytest.mark.django_db


def problems(league: League) -> list[str]:
    """What differs in any season that is over."""
    seasons = list(league.seasons.select_related("event__club").order_by("number"))
    found = []
    for season, following in pairwise(seasons):
        exported: Any = event_export(season.event, Reader.system())
        divisions = exported["divisions"]
        if league.shape == League.Shape.ALL_PLAY_ALL:
            found += [one for division in divisions for one in problems_of_table(division)]
        if league.shape == League.Shape.LADDER:
            found += problems_of_list(divisions, following)
        rules = rules_of(league)
        found += problems_of_moves(
            (season.draft or {})["computed"],
            [
                list(one.entries.values_list("player__public_id", flat=True))
                for one in following.event.divisions.order_by("position")
            ],
            {number: len(one["entries"]) for number, one in enumerate(divisions, 1)},
            least=rules.least,
            most=rules.most,
        )
    return found


def problems_of_list(divisions: Any, following: LeagueSeason) -> list[str]:
    """What differs on a ladder, and whether the next season begins in its order."""
    [division] = divisions
    keys = {one["number"]: one["player"] for one in division["entries"]}
    order = [keys[number] for number in ladder(division)]
    rows = following.event.divisions.get().entries.order_by("number")
    then = [one for one in rows.values_list("player__public_id", flat=True) if one in order]
    again = [one for one in order if one in then]
    wrong = [] if then == again else [f"{again} go on as {then}"]
    return problems_of_ladder(division) + wrong


def played(by: User, seasons: int, players: int, shape: str = "all_play_all") -> League:
    season: LeagueSeason | None = league_rehearsal_create(by=by, players=players, shape=shape)
    assert season is not None
    league, dice = season.league, Random(f"{shape}-{players}")
    for _number in range(seasons):
        season = season_current(league)
        assert season is not None
        for line in season_rehearse(season=season, by=by, dice=dice):
            assert line
    return league


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("shape", "players"), [("all_play_all", 12), ("swiss", 16), ("ladder", 12)]
)
def test_two_seasons_are_the_same_worked_out_anew(shape: str, players: int) -> None:
    league = played(evenings.user("Olga"), 2, players, shape)
    assert league.seasons.count() == 3
    assert problems(league) == []


def test_a_wrong_table_is_found() -> None:
    league = played(evenings.user("Olga"), 1, 12)
    match = Match.objects.filter(outcome="played").first()
    assert match is not None
    season = league.seasons.order_by("number")[0]
    exported: Any = event_export(season.event, Reader.system())
    for division in exported["divisions"]:
        for one in division["rounds"]:
            for meeting in one["matches"]:
                if meeting["id"] == match.public_id:
                    meeting["winner"] = 1 - meeting["winner"]
    assert [one for division in exported["divisions"] for one in problems_of_table(division)]


SEASONS: Final = 12 if os.environ.get("ALL_TESTS") else 4


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_seasons_are_the_same_worked_out_anew(shape: str) -> None:
    league = played(evenings.user("Olga"), SEASONS, 20, shape)
    assert league.seasons.count() == SEASONS + 1
    assert problems(league) == []
    call_command("check_ledger")


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["league", "ladder"])
def test_the_command_plays_three_seasons_in_a_minute(
    what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    began = process_time()  # of the clock others take as much as they like
    call_command("rehearse", what, "--seed", "7")
    assert process_time() - began < 60
    said = capsys.readouterr().out
    assert "/direct/" in said
    league = League.objects.get()
    assert league.seasons.count() == 4
    assert problems(league) == []
    call_command("rehearse", "--delete", league.club.slug)
    assert not Club.objects.exists()


def test_a_wrong_ladder_is_found() -> None:
    league = played(evenings.user("Olga"), 1, 12, "ladder")
    season = league.seasons.order_by("number")[0]
    exported: Any = event_export(season.event, Reader.system())
    [division] = exported["divisions"]
    assert problems_of_ladder(division) == []
    lines = division["standings"]["tables"][0]["lines"]
    lines[0], lines[1] = lines[1], lines[0]
    assert problems_of_ladder(division)


def test_too_few_players_are_refused() -> None:
    with pytest.raises(CommandError, match="players"):
        call_command("rehearse", "league", "--players", "2")
