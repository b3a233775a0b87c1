"""Points for pairs of matches where somebody takes a place over between the two of a pair."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import shown_to
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_files_recomputed import Rows, file_of
from tournaments.leagues.services.replacing import player_replace
from tournaments.leagues.services.undoing import change_latest, change_undo
from tournaments.models import Match
from tournaments.record.selectors.results import standings_of
from tournaments.results.services import results

pytestmark = pytest.mark.django_db
PAIR = {"twice": True, "counting": "pair", "both": 3, "each": 2, "none": 1}


class Pairs(Running):
    """A division of four who meet twice, with 3, 2 or 1 points for each pair."""

    def __init__(self) -> None:
        super().__init__("Ann Bob Cid Dee", params=PAIR)

    def between(self, one: str, other: str) -> list[Match]:
        """The open matches of two, in the order of their rounds."""
        return [match for match in self.open() if set(match.names) == {one, other}]

    def beats(self, one: str, other: str, at: int = 0) -> None:
        match = self.between(one, other)[at]
        self.win(match, 0 if str(match.first) == one else 1)

    def takes_over(self, gone: str, by: str) -> None:
        said = {"entry": self.entry(gone), "player": self.player(by), "key": key()}
        player_replace(season=self.season, by=self.director, **said)
        self.again()

    def points(self) -> dict[str, str]:
        division = self.season.event.divisions.get()
        names = dict(division.entries.values_list("number", "player__name"))
        [table] = standings_of(division)
        return {names[int(one.key)]: one.values[0].text for one in table.lines}


def recomputed(fixtures: Rows) -> Counter[str]:
    """Points of pairs, by the file alone: who came later has those of their place."""
    first: dict[str, str] = {}
    pairs: dict[frozenset[str], list[dict[str, str]]] = {}
    for row in fixtures:
        for side in ("first", "second"):
            first.setdefault(row[f"{side} player"], row[f"in place of ({side})"])
    for row in fixtures:
        two = (row["first player"], row["second player"])
        pairs.setdefault(frozenset(first[one] or one for one in two), []).append(row)
    points: Counter[str] = Counter()
    for rows in pairs.values():
        if any(row["state"] != "decided" for row in rows):
            continue
        sides: dict[str, set[str]] = {}
        won: Counter[str] = Counter()
        for row in rows:
            for name in (row["first player"], row["second player"]):
                place = first[name] or name
                sides.setdefault(place, set()).add(name)
                won[place] += name == row["winner"]
        for place, names in sides.items():
            holder = max(names, key=lambda one: bool(first[one]))
            points[holder] += 1 + won[place]
    return points


@pytest.mark.parametrize("played", [0, 1], ids=["the first is played", "the second is played"])
@pytest.mark.parametrize("winners", ["Bob Bob", "Bob Zoe", "Ann Bob", "Ann Zoe"])
def test_a_pair_that_is_taken_over_counts_for_the_opponent_and_for_who_has_the_place(
    winners: str, played: int
) -> None:
    of = Pairs()
    before, after = winners.split()
    of.beats(before, "Bob" if before == "Ann" else "Ann", played)
    of.takes_over("Ann", "Zoe")
    assert set(of.points().values()) == {"0"}
    of.beats(after, "Bob" if after == "Zoe" else "Zoe")
    won = (before == "Bob") + (after == "Bob")
    points = of.points()
    assert (points["Bob"], points["Zoe"], points["Ann"]) == (str(1 + won), str(3 - won), "0")
    found = recomputed(file_of(of, "fixtures"))
    assert {name: str(found[name]) for name in points} == points


def test_the_champion_is_who_has_won_both_whoever_has_the_place() -> None:
    """As a trial found it: Bob lost three points, and with them the first place."""
    of = Pairs()
    for two in ("Bob Ann", "Bob Cid", "Bob Cid", "Bob Dee", "Dee Bob", "Cid Dee", "Cid Dee"):
        of.beats(*two.split())
    of.takes_over("Ann", "Zoe")
    for two in ("Bob Zoe", "Cid Zoe", "Cid Zoe", "Zoe Dee", "Zoe Dee"):
        of.beats(*two.split())
    assert of.points() == {"Bob": "8", "Cid": "7", "Dee": "4", "Zoe": "5", "Ann": "0"}
    assert next(iter(of.points())) == "Bob"
    rules = shown_to(of, f"/leagues/{of.league.public_id}/", "Bob")
    assert "it is one pair: it counts for their opponent, and for who has taken over." in rules


def test_taken_back_the_place_has_its_pairs_again() -> None:
    of = Pairs()
    of.beats("Bob", "Ann")
    of.takes_over("Ann", "Zoe")
    latest = change_latest(of.season)
    assert latest is not None
    change_undo(season=of.season, by=of.director, step=latest.sequence, reason="A slip")
    of.beats("Bob", "Ann")
    assert of.points() == {"Bob": "3", "Ann": "1", "Cid": "0", "Dee": "0"}


def test_a_place_is_one_however_often_it_is_taken_over() -> None:
    of = Pairs()
    of.beats("Bob", "Ann")
    of.takes_over("Ann", "Zoe")
    of.beats("Cid", "Zoe")
    of.takes_over("Zoe", "Yan")
    of.beats("Bob", "Yan")
    of.beats("Yan", "Cid")
    assert of.points() == {"Bob": "3", "Yan": "3", "Cid": "2", "Dee": "0", "Zoe": "0", "Ann": "0"}
    of.takes_over("Yan", "Ann")
    of.beats("Dee", "Ann")
    of.beats("Dee", "Ann")
    points = of.points()
    # That with Bob is of Ann and Yan: Ann has the place.
    assert (points["Dee"], points["Ann"], points["Yan"]) == ("3", "2", "2")


def test_a_result_that_is_corrected_counts_in_its_pair() -> None:
    of = Pairs()
    match = of.between("Ann", "Bob")[0]
    of.beats("Bob", "Ann")
    of.takes_over("Ann", "Zoe")
    of.beats("Bob", "Zoe")
    match.refresh_from_db()
    points = (11, 4) if str(match.first) == "Ann" else (4, 11)
    said = {"match": match, "by": of.director, "points": points, "version": match.version}
    results.match_correct(**said, key=key())
    assert (of.points()["Bob"], of.points()["Zoe"]) == ("2", "2")


def test_a_table_asks_equally_often_however_many_places_were_taken_over() -> None:
    of = Pairs()

    def queries() -> int:
        division = of.season.event.divisions.select_related("event__club").get()
        with CaptureQueriesContext(connection) as asked:
            standings_of(division)
        return len(asked)

    of.takes_over("Ann", "Zoe")
    one = queries()
    of.takes_over("Bob", "Yan")
    assert queries() == one
