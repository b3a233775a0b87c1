"""A whole event in every format of match play, through the services, with what must hold."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from games.errors import ServiceError
from tests.tournaments.directing import Directed
from tournaments.events.services import draws, events
from tournaments.models import Event, Match, Round
from tournaments.pairing.brackets import placing
from tournaments.pairing.chance import Chance
from tournaments.record.selectors.results import (
    matches_of,
    numbers_of,
    standings_of,
)
from tournaments.results.selectors.brackets import bracket_filled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NAMES = "Ann Bob Cid Dee Eve Fay Gus Hal Ida Jon Kim Leo Mia Ned Oda Pia".split()  # noqa: SIM905


def run(format: str, size: int, **fields: Any) -> Directed:
    """Direct an event to its end; who wins is drawn."""
    event = Directed(names=" ".join(NAMES[:size]), format=format, **fields)
    while True:
        try:
            draws.draw_make(division=event.division, by=event.director)
        except ServiceError as refused:
            if refused.code == "rounds_over":
                break
            if refused.code != "round_running":
                raise
            draws.draw_release(division=event.division, by=event.director)
        else:
            draws.draw_confirm(division=event.division, by=event.director, in_spite=True)
            draws.draw_release(division=event.division, by=event.director)
        event.play_all()
    events.event_finish(event=event.event, by=event.director)
    event.event.refresh_from_db()
    assert event.event.status == Event.Status.FINISHED
    return event


def played(event: Directed) -> list[Match]:
    """Every match that was played, none is left open."""
    found = matches_of(event.division)
    assert all(match.is_settled for match in found)
    return [match for match in found if match.outcome == "played"]


def losses(matches: list[Match]) -> Counter[int | None]:
    return Counter(match.second_id if match.winner == 0 else match.first_id for match in matches)


def meetings(matches: list[Match]) -> Counter[frozenset[int | None]]:
    return Counter(frozenset({match.first_id, match.second_id}) for match in matches)


@pytest.mark.parametrize("size", [6, 9, 16])
def test_in_a_swiss_event_nobody_meets_anybody_twice_and_all_play_every_round(size: int) -> None:
    event = run("swiss", size, params={"rounds": 4})
    matches = played(event)
    assert len(matches) == 4 * (size // 2)
    assert set(meetings(matches).values()) == {1}
    byes = Counter(one.first_id for one in matches_of(event.division) if one.outcome == "bye")
    assert sum(byes.values()) == 4 * (size % 2)
    assert max(byes.values(), default=0) <= 1
    [table] = standings_of(event.division)
    lines = table.lines
    # Two match points for every match and for every bye.
    assert sum(line.score for line in lines) == 2 * (len(matches) + sum(byes.values()))
    assert lines[0].place == 1


@pytest.mark.parametrize(("size", "twice"), [(2, False), (5, False), (6, False), (5, True)])
def test_in_a_round_robin_everybody_meets_everybody(size: int, twice: bool) -> None:
    event = run("round_robin", size, params={"twice": twice})
    met = meetings(played(event))
    players = set(numbers_of(event.division))
    assert set(met) == {frozenset(two) for two in combinations(players, 2)}
    assert set(met.values()) == {2 if twice else 1}
    for one in Round.objects.all():
        there = [pk for match in one.matches.all() for pk in (match.first_id, match.second_id)]
        seated = [pk for pk in there if pk is not None]
        assert sorted(seated) == sorted(players)


@pytest.mark.parametrize("size", [2, 3, 5, 8, 13])
def test_in_single_elimination_all_but_the_winner_lose_once(size: int) -> None:
    event = run("single", size)
    matches = played(event)
    assert len(matches) == size - 1
    assert sorted(losses(matches).values()) == [1] * (size - 1)


@pytest.mark.parametrize("size", [4, 7, 8])
def test_the_losers_of_the_semi_finals_play_for_the_third_place(size: int) -> None:
    event = run("single", size, params={"third_place": True})
    found = bracket_filled(event.division, matches_of(event.division))
    assert found is not None
    bracket, filled = found
    places = placing(bracket, filled)
    assert [(one.first, one.last) for one in places[:4]] == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize("size", [2, 3, 6, 8, 11])
def test_in_double_elimination_all_but_the_winner_lose_twice(size: int) -> None:
    event = run("double", size)
    lost = losses(played(event))
    assert sorted(lost.values())[-(size - 1) :] == [2] * (size - 1)
    assert len(lost) - (size - 1) in (0, 1)  # the winner has lost once at most


@pytest.mark.parametrize("size", [4, 7, 12, 16])
def test_in_a_progressive_event_everybody_plays_on_after_a_defeat(size: int) -> None:
    event = run("progressive", size)
    matches = played(event)
    times = Counter(pk for match in matches for pk in (match.first_id, match.second_id))
    assert set(times) == set(numbers_of(event.division))
    assert min(times.values()) >= 2
    main = [one for one in matches if one.round is not None and one.round.bracket == "main"]
    assert len(main) == size - 1


def test_matches_of_the_lower_brackets_can_be_shorter() -> None:
    event = run("progressive", 8, params={"consolation_length": 3}, match_length=9)
    lengths = {(one.round.bracket, one.length) for one in played(event) if one.round is not None}
    assert lengths == {("main", 9), ("consolation", 3), ("last_chance", 3)}


def test_each_round_of_the_main_bracket_has_its_own_length() -> None:
    params = {"lengths": [3, 5, 9], "consolation_length": 3}
    event = run("double", 8, params=params, match_length=7)
    lengths = {(one.round.bracket, one.round.bracket_round, one.length) for one in played(event)}
    main = {("main", 1, 3), ("main", 2, 5), ("main", 3, 9)}
    # The final of both brackets is as long as the last round of the main bracket.
    assert main | {("final", 1, 9)} <= lengths
    assert {length for bracket, _number, length in lengths if bracket == "lower"} == {3}


def test_the_last_length_of_a_swiss_is_for_all_rounds_after_it() -> None:
    event = run("swiss", 8, params={"rounds": 3, "lengths": "1, 3"})
    lengths = {(one.round.number, one.length) for one in played(event)}
    assert lengths == {(1, 1), (2, 3), (3, 3)}


@pytest.mark.parametrize(("size", "groups", "qualifiers"), [(8, 2, 2), (11, 3, 2), (6, 2, 1)])
def test_the_best_of_the_groups_play_the_knockout(size: int, groups: int, qualifiers: int) -> None:
    event = run("groups_knockout", size, params={"groups": groups, "qualifiers": qualifiers})
    event.division.refresh_from_db()
    matches = matches_of(event.division)
    tables = standings_of(event.division, matches, numbers_of(event.division))
    best = {line.key for table in tables for line in table.lines[:qualifiers]}
    assert set(event.division.order["knockout"]) == best
    knockout = [
        one for one in played(event) if one.round is not None and one.round.bracket == "main"
    ]
    assert len(knockout) == groups * qualifiers - 1


def test_groups_are_released_round_by_round_and_seeded_by_hand() -> None:
    event = Directed(
        names="Ann Bob Cid Dee Eve Fay Gus Hal",
        format="groups_knockout",
        params={"groups": 2},
        seeding="entry",
    )
    draws.draw_make(division=event.division, by=event.director)
    event.division.refresh_from_db()
    # Dealt back and forth: 1 4 5 8 and 2 3 6 7.
    assert event.division.order["groups"] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    draws.draw_swap(
        division=event.division,
        by=event.director,
        first=event.entry("Ann"),
        second=event.entry("Bob"),
    )
    event.division.refresh_from_db()
    assert event.division.order["groups"] == [[2, 4, 5, 8], [1, 3, 6, 7]]
    groups = [set(), set()]
    for match in Match.objects.select_related("first", "second"):
        groups[match.node == "group-B"] |= {match.first.name, match.second.name}
    assert groups == [{"Bob", "Dee", "Eve", "Hal"}, {"Ann", "Cid", "Fay", "Gus"}]


@pytest.mark.parametrize(
    ("seeding", "first"),
    [
        ("entry", lambda event: ["Ann", "Bob", "Cid"]),
        ("level", lambda event: ["Cid", "Ann", "Bob"]),
    ],
)
def test_the_field_is_seeded_as_the_director_wants(
    seeding: str, first: Callable[[Directed], list[str]]
) -> None:
    event = Directed(names="Ann Bob Cid Dee", format="single", seeding=seeding)
    for name, level in (("Cid", 1), ("Ann", 2), ("Bob", 3)):
        event.division.entries.filter(player__name=name).update(level=level)
    draws.draw_make(division=event.division, by=event.director)
    event.division.refresh_from_db()
    numbers = {
        number: entry
        for entry, number in event.division.entries.values_list("player__name", "number")
    }
    assert [numbers[one] for one in event.division.order["field"]][:3] == first(event)


def test_whoever_knows_the_seed_can_draw_the_field_again() -> None:
    event = Directed(names="Ann Bob Cid Dee Eve", format="single")
    (made,) = {one.seed for one in draws.draw_make(division=event.division, by=event.director)}
    event.division.refresh_from_db()
    assert event.division.order["field"] == Chance(made).shuffled([1, 2, 3, 4, 5], "field")
