"""What holds for the standings of any event, whatever was played in it."""

import random
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.results import Played, Row
from tournaments.standings.table import StandingLine, standings
from tournaments.standings.tiebreaks import TIE_BREAKS

NUMERIC = [name for name in TIE_BREAKS if name != "head_to_head"]
chosen = st.lists(st.sampled_from(sorted(TIE_BREAKS)), max_size=4)


@st.composite
def events(draw: st.DrawFn) -> Played:
    """A few rounds of random pairs; who is left over has a bye; some forfeit or halve."""
    number = draw(st.integers(1, 9))
    rounds = draw(st.integers(0, 5))
    chance = draw(st.randoms(use_true_random=False))
    rows = []
    for round_number in range(1, rounds + 1):
        order = list(range(1, number + 1))
        chance.shuffle(order)
        while len(order) > 1:
            rows.append(row(chance, round_number, order.pop(), order.pop()))
        rows += [Row(round_number, key, None, 2, kind="bye") for key in order]
    return Played(tuple(range(1, number + 1)), tuple(rows))


def row(chance: random.Random, round_number: int, a: int, b: int) -> Row:
    kind = chance.choice(["played", "played", "played", "forfeit", "unfinished"])
    if kind == "unfinished":
        return Row(round_number, a, b, 1, 1, 3, 3, "unfinished")
    score = chance.choice([0, 2])
    if kind == "forfeit":
        return Row(round_number, a, b, score, 2 - score, kind="forfeit")
    low = chance.randrange(7)
    return Row(round_number, a, b, score, 2 - score, *((7, low) if score else (low, 7)))


def rank(line: StandingLine) -> tuple[int | Fraction, ...]:
    numbers = [value.value for value in line.values]
    return (line.score, *(number for number in numbers if number is not None))


@given(played=events(), tie_breaks=chosen, chance=st.randoms(use_true_random=False))
def test_the_order_of_entries_and_rows_makes_no_difference(
    played: Played, tie_breaks: Sequence[str], chance: random.Random
) -> None:
    entries, rows = list(played.entries), list(played.rows)
    chance.shuffle(entries)
    chance.shuffle(rows)
    turned = [
        Row(r.round, r.b, r.a, r.score_b, r.score_a, r.points_b, r.points_a, r.kind)
        if r.b is not None
        else r
        for r in rows
    ]
    other = Played(tuple(entries), tuple(turned))
    assert standings(other, tie_breaks, "s") == standings(played, tie_breaks, "s")


@given(played=events(), tie_breaks=st.lists(st.sampled_from(NUMERIC), max_size=4))
def test_a_place_is_one_more_than_the_number_of_those_ahead(
    played: Played, tie_breaks: Sequence[str]
) -> None:
    """Score first, then each tie-break in turn: an order of the rows of numbers themselves."""
    lines = standings(played, tie_breaks, "s")
    for line in lines:
        assert line.place == 1 + sum(rank(other) > rank(line) for other in lines)
        assert line.shares_place == (sum(rank(other) == rank(line) for other in lines) > 1)


@given(played=events(), tie_breaks=chosen)
def test_places_are_numbered_1_2_2_4_and_nobody_is_missing(
    played: Played, tie_breaks: Sequence[str]
) -> None:
    lines = standings(played, tie_breaks, "s")
    assert {line.key for line in lines} == set(played.entries)
    for index, line in enumerate(lines):
        same = [other for other in lines if other.place == line.place]
        assert line.shares_place == (len(same) > 1)
        assert line.place == 1 + min(lines.index(other) for other in same)
        assert index == 0 or lines[index - 1].score >= line.score
        assert [value.name for value in line.values] == list(tie_breaks)


@given(played=events())
def test_every_match_gives_two_match_points_and_every_bye_two(played: Played) -> None:
    lines = standings(played, ["points_difference"], "s")
    assert sum(line.score for line in lines) == 2 * len(played.rows)
    assert sum(line.wins for line in lines) == sum(line.losses for line in lines)
    assert sum(line.byes for line in lines) == sum(row.b is None for row in played.rows)
    assert sum(value.value or 0 for line in lines for value in line.values) == 0


@given(played=events(), seed=st.text(max_size=20))
def test_lots_leave_nobody_tied(played: Played, seed: str) -> None:
    """But for those none of whom has played: they share a place."""
    lines = standings(played, ["buchholz", "lots"], seed)
    there = {key for row in played.rows for key in (row.a, row.b)}
    places = [line.place for line in lines if line.key in there]
    assert len(set(places)) == len(places)


@given(played=events())
def test_of_two_tied_who_won_against_the_other_is_ahead(played: Played) -> None:
    """And of more than two nobody is ahead of somebody with more wins among them."""
    tied: dict[int, list[StandingLine]] = {}
    for line in standings(played, ["head_to_head"], "s"):
        tied.setdefault(line.score, []).append(line)
    for group in tied.values():
        first = [line.values[0].value for line in group]
        if None in first:
            assert set(first) == {None}
            assert len({line.place for line in group}) == 1
        else:
            assert first == sorted(first, reverse=True)  # type: ignore[type-var]
        if len(group) == 2 and None not in first:
            assert (group[0].place == group[1].place) == (first[0] == first[1])
