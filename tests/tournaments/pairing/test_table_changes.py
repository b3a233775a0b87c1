"""Tables after the draw: late arrivals, split and merge."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.pairing.tabling import codes, names, repeats
from tournaments.pairing.table_remarks import TablesError
from tournaments.pairing.tables import (
    merge,
    place_late,
    split,
)

# Late arrivals


def test_a_late_arrival_joins_the_smallest_table() -> None:
    placed = place_late(["ABCD", "EFG", "HIJK"], ["X"], seed="s", round_number=1)
    assert placed.tables[1] == ("E", "F", "G", "X")
    assert [str(remark) for remark in placed.remarks] == ["X joins table 2, the smallest."]


def test_of_equally_small_tables_he_joins_the_one_with_fewest_earlier_meetings() -> None:
    met = {frozenset("XA"): 1, frozenset("XB"): 1, frozenset("XE"): 1}
    placed = place_late(["ABC", "DEF"], ["X"], seed="s", round_number=2, met=met)
    assert placed.tables[1] == ("D", "E", "F", "X")
    assert codes(placed) == ["late_new"]


def test_of_equal_tables_the_seed_decides() -> None:
    placed = [
        place_late(["ABC", "DEF"], ["X"], seed=str(seed), round_number=1) for seed in range(20)
    ]
    assert {tuple(len(table) for table in one.tables) for one in placed} == {(4, 3), (3, 4)}
    assert {code for one in placed for code in codes(one)} == {"late_drawn"}


def test_several_late_arrivals_are_balanced_over_the_tables() -> None:
    placed = place_late(["ABC", "DEF", "GHIJ"], "VWXY", seed="s", round_number=1)
    assert sorted(len(table) for table in placed.tables) == [4, 5, 5]


def test_a_table_that_passes_its_limit_is_split() -> None:
    placed = place_late(["ABCDE"], ["X"], seed="s", round_number=1)
    assert [len(table) for table in placed.tables] == [3, 3]
    assert codes(placed) == ["late_smallest", "split"]


def test_a_table_too_small_for_two_grows_over_its_limit_until_it_can_be_split() -> None:
    placed = place_late(["ABCD"], ["X"], seed="s", round_number=1, limit=4)
    assert placed.tables == (("A", "B", "C", "D", "X"),)
    assert codes(placed) == ["late_smallest", "over_limit"]
    more = place_late(placed.tables, ["Y"], seed="s", round_number=1, limit=4)
    assert [len(table) for table in more.tables] == [3, 3]


def test_where_no_table_can_be_split_everyone_waits_once_all_are_full() -> None:
    placed = place_late(["ABCDEFG"], ["X"], seed="s", round_number=1, minimum=7, limit=7)
    assert (placed.tables, placed.sitting_out) == ((tuple("ABCDEFG"),), ("X",))
    assert codes(placed) == ["all_full"]


def test_without_a_table_late_arrivals_make_their_own() -> None:
    assert [len(one) for one in place_late([], "ABCD", seed="s", round_number=1).tables] == [4]


@given(
    st.lists(st.integers(3, 5), min_size=1, max_size=5),
    st.integers(0, 8),
    st.text(max_size=5),
)
def test_late_arrivals_move_nobody_unless_a_table_is_split(
    sizes: list[int], late: int, seed: str
) -> None:
    tables = [
        tuple(f"t{number}-{seat}" for seat in range(size)) for number, size in enumerate(sizes)
    ]
    newcomers = names(late)
    placed = place_late(tables, newcomers, seed=seed, round_number=1)
    everyone = [player for table in (*tables, newcomers) for player in table]
    assert sorted(player for table in placed.tables for player in table) == sorted(everyone)
    assert all(3 <= len(table) <= 5 for table in placed.tables)
    if "split" not in codes(placed):
        assert all(
            table == new[: len(table)] for table, new in zip(tables, placed.tables, strict=True)
        )
        grown = [len(table) for table in placed.tables]
        # Nobody joins a table while a smaller one is there.
        assert all(
            new == old or new <= min(grown) + 1 for old, new in zip(sizes, grown, strict=True)
        )


# Split and merge


def test_a_split_separates_who_has_met_most() -> None:
    # A, B and C have sat together all evening; two of them must stay at one table.
    met = {frozenset(pair): 3 for pair in combinations("ABC", 2)}
    halves = split("ABCDEF", seed="s", round_number=2, met=met)
    assert [len(table) for table in halves.tables] == [3, 3]
    assert repeats(halves.tables, met) == 9
    assert str(halves.remarks[0]) == "Table 1 passed its limit of 5 and was split: 3, 3."


def test_a_table_within_its_limit_is_not_split() -> None:
    same = split("ABCDE", seed="s", round_number=1)
    assert (same.tables, codes(same)) == ((tuple("ABCDE"),), ["split_needless"])


def test_a_table_of_two_is_merged_into_the_smallest_others() -> None:
    merged = merge(["ABCD", "EF", "GHI"], seed="s", round_number=1)
    assert [len(table) for table in merged.tables] in ([5, 4], [4, 5])
    assert codes(merged)[0] == "merged"
    assert set("GHI") < set(merged.tables[1])


def test_two_small_tables_make_one() -> None:
    merged = merge(["AB", "CDE", "FG"], seed="s", round_number=1)
    assert merged.tables == (("C", "D", "E"), ("A", "B", "F", "G"))
    assert codes(merged) == ["merged_together"]


def test_a_merge_that_passes_the_limit_splits_again() -> None:
    merged = merge(["ABCDE", "FG"], seed="s", round_number=1)
    assert sorted(len(table) for table in merged.tables) == [3, 4]


def test_the_last_two_of_an_evening_stay_together() -> None:
    merged = merge(["AB"], seed="s", round_number=1)
    assert (merged.tables, codes(merged)) == ((("A", "B"),), ["merge_alone"])


def test_nothing_is_merged_where_every_table_is_large_enough() -> None:
    merged = merge(["ABC", "DEFG"], seed="s", round_number=1)
    assert (merged.tables, merged.remarks) == ((tuple("ABC"), tuple("DEFG")), ())


@given(st.lists(st.integers(0, 5), max_size=6), st.text(max_size=5))
def test_a_merge_loses_nobody_and_leaves_no_table_too_small(sizes: list[int], seed: str) -> None:
    tables = [
        tuple(f"t{number}-{seat}" for seat in range(size)) for number, size in enumerate(sizes)
    ]
    merged = merge(tables, seed=seed, round_number=1)
    everyone = sorted(player for table in tables for player in table)
    assert sorted(player for table in merged.tables for player in table) == everyone
    if len(everyone) >= 3:
        assert all(3 <= len(table) <= 5 for table in merged.tables)


def test_nobody_sits_at_two_places() -> None:
    with pytest.raises(TablesError, match="named twice"):
        merge(["ABC", "CDE"], seed="s", round_number=1)
    with pytest.raises(TablesError, match="named twice"):
        split("ABCDEFA", seed="s", round_number=1)
    with pytest.raises(TablesError, match="named twice"):
        place_late(["ABC"], ["A"], seed="s", round_number=1)
