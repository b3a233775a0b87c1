"""A league's points, who stands before whom and why, and what a withdrawal leaves."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.match_league import FORMAT
from tournaments.formats.match_parameters import AllPlayAllParameters
from tournaments.formats.situation import Entered, Meeting, RoundKnown, Situation
from tournaments.pairing.fixtures import missing_fixtures
from tournaments.standings.league import (
    Scoring,
    Withdrawn,
    decided_by,
    points_of,
    text_of,
    without_withdrawn,
)
from tournaments.standings.results import Played, Row, RowKind

WON, LOST, HALVED = (2, 0), (0, 2), (1, 1)


def played(*rows: Row, entries: tuple[int, ...] = (1, 2, 3)) -> Played:
    return Played(entries, rows)


def match(
    round: int, a: int, b: int, score: tuple[int, int] = WON, kind: RowKind = "played"
) -> Row:
    points = (11, 5) if score == WON else (5, 11)
    return Row(round, a, b, *score, *(points if kind == "played" else (0, 0)), kind)


@pytest.mark.parametrize(
    ("win", "loss", "first", "second"), [(3, 1, 6, 2), (2, 1, 4, 2), (2, 0, 4, 0), (1, 0, 2, 0)]
)
def test_a_match_is_worth_what_the_league_says(
    win: int, loss: int, first: int, second: int
) -> None:
    found = points_of(played(match(1, 1, 2)), Scoring(win=win, loss=loss))
    assert (found[1], found[2], found[3]) == (first, second, 0)


@pytest.mark.parametrize(("has_point", "loser"), [(False, "0"), (True, "1")])
def test_a_walkover_counts_as_the_director_says(has_point: bool, loser: str) -> None:
    found = points_of(played(match(1, 1, 2, kind="forfeit")), Scoring(walkover_point=has_point))
    assert (text_of(found[1]), text_of(found[2])) == ("3", loser)


def test_where_neither_came_nobody_has_anything() -> None:
    row = Row(1, 1, 2, 0, 0, kind="forfeit")
    assert set(points_of(played(row), Scoring(walkover_point=True)).values()) == {0}


def test_a_match_to_which_neither_came_is_nobodys_loss() -> None:
    nobody = Meeting(1, 1, 1, 3, "settled", None, "no_show")
    [table] = FORMAT.standings(situation(nobody, meeting(2, 1, 2), tie_breaks=()))
    assert {line.key: (line.wins, line.losses) for line in table.lines} == {
        1: (1, 0),
        2: (0, 1),
        3: (0, 0),
    }


def test_what_was_not_played_can_be_a_half_for_each() -> None:
    row = Row(1, 1, 2, 1, 1, kind="unfinished")
    assert text_of(points_of(played(row), Scoring(win=1, loss=0))[1]) == "½"


PAIRS = [
    ([match(1, 1, 2), match(2, 2, 1, LOST)], "3", "1"),
    ([match(1, 1, 2), match(2, 2, 1)], "2", "2"),
    ([match(1, 1, 2)], "0", "0"),
    ([match(1, 1, 2, kind="forfeit"), match(2, 2, 1, LOST, "forfeit")], "3", "0"),
    ([match(1, 1, 2), match(2, 2, 1, LOST, "forfeit")], "3", "1"),
    ([match(1, 1, 2, HALVED, "unfinished"), match(2, 1, 2)], "2½", "1½"),
    ([match(1, 1, 2), Row(2, 1, 2, 0, 0, kind="forfeit")], "2", "1"),
]


@pytest.mark.parametrize(("rows", "first", "second"), PAIRS)
def test_a_pair_of_matches_counts_once_both_are_decided(
    rows: list[Row], first: str, second: str
) -> None:
    found = points_of(played(*rows), Scoring(counting="pair"))
    assert (text_of(found[1]), text_of(found[2])) == (first, second)


@pytest.mark.parametrize(
    ("option", "done", "counts"),
    [
        ("kept", 1, True),
        ("removed", 3, False),
        ("half", 1, False),
        ("half", 2, True),
    ],
)
def test_who_withdraws_leaves_what_the_league_says(
    option: Withdrawn, done: int, counts: bool
) -> None:
    """Four play, so three matches are due: half of them are two."""
    rows = [match(number, 1, number + 1) for number in range(1, done + 1)]
    everything = played(*rows, entries=(1, 2, 3, 4))
    due = dict.fromkeys(everything.entries, 3)
    left = without_withdrawn(everything, {1}, due, Scoring(withdrawn=option))
    assert bool(left.rows) == counts


def situation(
    *meetings: Meeting, tie_breaks: tuple[str, ...], params: AllPlayAllParameters | None = None
) -> Situation:
    numbers = sorted({one for meeting in meetings for one in meeting.players})
    return Situation(
        params=params or AllPlayAllParameters(),
        entries=tuple(Entered(number, level=number) for number in numbers),
        rounds=tuple(RoundKnown(one.round) for one in meetings),
        meetings=meetings,
        seed="s",
        tie_breaks=tie_breaks,
    )


def meeting(key: int, first: int, second: int, points: tuple[int, int] = (11, 3)) -> Meeting:
    return Meeting(key, key, first, second, "settled", 0, "played", points)


CIRCLE = (meeting(1, 1, 2, (11, 9)), meeting(2, 2, 3, (11, 5)), meeting(3, 3, 1, (11, 9)))


@pytest.mark.parametrize(
    ("chain", "order", "decided"),
    [
        (
            ("head_to_head", "points_difference"),
            [2, 1, 3],
            {1: "points_difference", 3: "points_difference"},
        ),
        (("wins", "level"), [1, 2, 3], {2: "level", 3: "level"}),
        (("points_won",), [1, 2, 3], {2: "points_won", 3: "points_won"}),
        (("wins",), [1, 2, 3], {2: "", 3: ""}),
    ],
)
def test_the_table_says_what_decided_between_equals(
    chain: tuple[str, ...], order: list[int], decided: dict[int, str]
) -> None:
    if chain == ("points_won",):
        games = (meeting(1, 1, 2, (11, 9)), meeting(2, 2, 3, (11, 5)), meeting(3, 3, 1, (11, 10)))
    else:
        games = CIRCLE
    [table] = FORMAT.standings(situation(*games, tie_breaks=chain))
    assert [line.key for line in table.lines] == order
    assert decided_by(table.lines) == decided


def test_the_place_before_counts_within_the_table_and_late_entries_share_the_last() -> None:
    """The divisions above took the first ten levels; who came late has none."""
    whole = situation(*CIRCLE, meeting(4, 4, 5), tie_breaks=("level",))
    levels = {1: 12, 2: 11, 3: 19, 4: 0, 5: 0}
    entries = tuple(Entered(number, level=level) for number, level in levels.items())
    [table] = FORMAT.standings(replace(whole, entries=entries))
    shown = {line.key: line.values[-1].text for line in table.lines}
    assert shown == {2: "1", 1: "2", 3: "3", 4: "4", 5: "4"}


def test_who_has_received_fewer_walkovers_is_ahead() -> None:
    given_up = Meeting(1, 1, 1, 3, "settled", 0, "forfeit")
    [table] = FORMAT.standings(situation(given_up, meeting(2, 2, 3), tie_breaks=("walkovers",)))
    assert [line.key for line in table.lines] == [2, 1, 3]
    assert decided_by(table.lines)[1] == "walkovers"


@pytest.mark.parametrize(
    "left",
    [
        (Meeting(1, 1, 1, 3, "settled", None, "no_show"), meeting(2, 1, 4)),
        (Meeting(1, 1, 1, 3, "settled", 0, "unfinished"),),
    ],
)
def test_who_has_fewer_matches_that_were_not_played_in_time_is_ahead(
    left: tuple[Meeting, ...],
) -> None:
    given = situation(*left, meeting(3, 2, 4), tie_breaks=("unplayed",))
    [table] = FORMAT.standings(given)
    assert [line.key for line in table.lines][:2] == [2, 1]
    assert decided_by(table.lines)[1] == "unplayed"


@given(size=st.integers(2, 12), late=st.integers(1, 3), times=st.integers(1, 2))
def test_a_late_entry_is_given_everybody_and_takes_nothing_away(
    size: int, late: int, times: int
) -> None:
    first = missing_fixtures(range(1, size + 1), (), times=times)
    further = missing_fixtures(range(1, size + late + 1), first, times=times)
    everything = [*first, *further]
    for one, other in combinations(range(1, size + late + 1), 2):
        assert sum({one, other} == {a, b} for _round, a, b in everything) == times
    for number in {round for round, *_two in everything}:
        there = [one for round, *two in everything if round == number for one in two]
        assert len(there) == len(set(there))


OUTCOMES = st.sampled_from(["first", "second", "forfeit", "nobody", "halved", "open"])


@given(
    size=st.integers(2, 7),
    data=st.data(),
    win=st.integers(1, 4),
    loss=st.integers(0, 1),
    has_point=st.booleans(),
)
def test_points_are_the_sum_over_all_matches(
    size: int, data: st.DataObject, win: int, loss: int, has_point: bool
) -> None:
    """Counted once more in another way: by how often each thing has happened to a player."""
    fixtures = missing_fixtures(range(1, size + 1), (), times=1)
    rows, told = (
        [],
        {
            number: dict.fromkeys(("won", "lost", "given", "half"), 0)
            for number in range(1, size + 1)
        },
    )
    for round, one, other in fixtures:
        outcome = data.draw(OUTCOMES)
        if outcome in ("first", "second"):
            rows.append(match(round, one, other, WON if outcome == "first" else LOST))
            winner, loser = (one, other) if outcome == "first" else (other, one)
            told[winner]["won"] += 1
            told[loser]["lost"] += 1
        elif outcome == "forfeit":
            rows.append(match(round, one, other, kind="forfeit"))
            told[one]["won"] += 1
            told[other]["given"] += 1
        elif outcome == "nobody":
            rows.append(Row(round, one, other, 0, 0, kind="forfeit"))
        elif outcome == "halved":
            rows.append(Row(round, one, other, 1, 1, kind="unfinished"))
            told[one]["half"] += 1
            told[other]["half"] += 1
    found = points_of(
        Played(tuple(range(1, size + 1)), tuple(rows)),
        Scoring(win=win, loss=loss, walkover_point=has_point),
    )
    for number, of in told.items():
        given_points = loss * of["given"] if has_point else 0
        whole = win * of["won"] + loss * of["lost"] + given_points
        assert found[number] == 2 * whole + (win + loss) * of["half"]


def passed_on(row: Row, gone: int, comes: int) -> Row:
    """The same with somebody in another's place."""
    a, b = (comes if key == gone else key for key in (row.a, row.b))
    return replace(row, a=a, b=b)


@pytest.mark.parametrize("taken", [0, 1], ids=["the first", "the second"])
@pytest.mark.parametrize("gone", [1, 2])
@pytest.mark.parametrize(("rows", "first", "second"), [one for one in PAIRS if len(one[0]) == 2])
@pytest.mark.parametrize("leaves", ["who was replaced", "both", "who came"])
def test_a_pair_counts_also_if_somebody_takes_the_place_over_between_its_matches(
    rows: list[Row], first: str, second: str, gone: int, taken: int, leaves: str
) -> None:
    rows = [passed_on(one, gone, 3) if at == taken else one for at, one in enumerate(rows)]
    left = {"who was replaced": {gone}, "both": {gone, 3}, "who came": {3}}[leaves]
    of = replace(played(*rows), heirs={3: gone}, gone=frozenset(left))
    found = points_of(of, Scoring(counting="pair"))
    holds = gone if leaves == "who came" else 3
    worth = {1: first, 2: second}
    assert text_of(found[3 - gone]) == worth[3 - gone]
    assert text_of(found[holds]) == worth[gone]
    assert found[gone + 3 - holds] == 0


def test_a_place_that_was_taken_over_twice_is_one() -> None:
    rows = (match(1, 1, 3), match(2, 1, 4))
    of = Played((1, 2, 3, 4), rows, heirs={3: 2, 4: 2}, gone=frozenset({2, 3}))
    found = points_of(of, Scoring(counting="pair"))
    assert [text_of(found[key]) for key in (1, 2, 3, 4)] == ["3", "0", "0", "1"]
