"""Many matches rated at once have the figures of the same matches rated one by one."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings import ladder
from tournaments.ratings.fibs import FIBS, NARROWEST, VARIANTS, WIDEST, Rating, Variant
from tournaments.ratings.ladder import Record
from tournaments.ratings.many import Side, play_all

FIRST = date(2026, 1, 5)
PLAYERS = st.integers(0, 4)
records = st.builds(
    Record,
    st.builds(Rating, st.floats(500, 2500), st.integers(0, 600), st.floats(NARROWEST, WIDEST)),
    st.dates(FIRST - timedelta(days=4000), FIRST + timedelta(days=30)),
    st.integers(1, 900),
    st.integers(0, 900),
)
matches = st.lists(
    st.tuples(PLAYERS, PLAYERS, st.integers(0, 900), st.integers(1, 64)).filter(
        lambda one: one[0] != one[1]
    ),
    max_size=60,
)
Played = tuple[int, int, int, int]


def one_by_one(
    known: dict[int, Record], played: list[Played], variant: Variant
) -> tuple[dict[int, Record], Side, Side]:
    """What `play_all` says, from `ladder.play`."""
    known, won, lost = dict(known), Side(), Side()
    for winner, loser, day, length in played:
        one, other = (known.get(key) or ladder.new(variant) for key in (winner, loser))
        rated = ladder.play(one, other, date.fromordinal(day), length, variant)
        known[winner], known[loser] = rated.winner, rated.loser
        for side, before, after, chance in (
            (won, one, rated.winner, rated.expected),
            (lost, other, rated.loser, 1 - rated.expected),
        ):
            side.numbers.append(after.matches)
            side.wins.append(after.won)
            side.expected.append(chance)
            side.experience.append(before.rating.experience)
            side.before.append(before.rating.rating)
            side.rating.append(after.rating.rating)
            side.deviation.append(after.rating.deviation)
    return known, won, lost


@given(st.dictionaries(PLAYERS, records), matches, st.sampled_from(sorted(VARIANTS)))
def test_many_at_once_are_to_the_last_bit_what_they_are_one_by_one(
    known: dict[int, Record], played: list[Played], named: str
) -> None:
    days = [(one, other, FIRST.toordinal() + day, n) for one, other, day, n in played]
    assert play_all(known, days, VARIANTS[named]) == one_by_one(known, days, VARIANTS[named])


@given(matches, st.integers(0, 60))
def test_matches_in_two_parts_are_the_same_as_in_one(played: list[Played], at: int) -> None:
    days = [(one, other, FIRST.toordinal() + day, n) for one, other, day, n in played]
    whole, won, _lost = play_all({}, days, FIBS)
    part, early, _lost = play_all({}, days[:at], FIBS)
    again, late, _lost = play_all(part, days[at:], FIBS)
    assert again == whole
    assert early.rating + late.rating == won.rating


def test_a_player_who_has_not_played_is_as_they_were() -> None:
    known = {1: ladder.new(), 2: Record(Rating(1600, 300, 60), FIRST, 40, 22)}
    assert play_all(known, [])[0] == known


def test_a_match_to_no_points_is_none() -> None:
    with pytest.raises(ValueError, match="at least one point"):
        play_all({}, [(1, 2, FIRST.toordinal(), 0)])
