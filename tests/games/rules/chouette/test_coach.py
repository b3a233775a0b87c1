"""The coach's hint is what the legal replies have in common, at tables of up to twelve."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.rules.chouette import Table
from games.rules.chouette.options import PRESETS
from tests.games.rules.chouette.building import table

NAMES = [f"P{number:02}" for number in range(12)]


def asked(preset: str, count: int, stakes: list[int], by: str = "all double") -> Table:
    """A table at which everything is doubled; the box plays for the most, so stakes tell."""
    stakes = [max(stakes), *stakes[1:]]
    named = ", ".join(f"{name} {stake}" for name, stake in zip(NAMES, stakes, strict=False))
    text = f"{preset}; partner_required_from=none"
    return table(by, players=", ".join(NAMES[:count]), rules=text, stakes=named)


def in_common(at: Table) -> tuple[int, int, tuple[str, ...], bool]:
    """The slow way: every legal vector, one by one."""
    vectors = list(at.legal_replies())
    taken = [frozenset(m for m, word in v.items() if word != "drop") for v in vectors]
    taking = [one for one in taken if one]
    plain = [
        one
        for one, vector in zip(taken, vectors, strict=True)
        if one and "beaver" not in vector.values()
    ]
    always = frozenset.intersection(*taking) if taking else frozenset()
    members = at.game.round.members
    return (
        min(map(len, plain or taking), default=0),
        min(map(len, taking), default=0),
        tuple(member for member in members if member in always),
        len(taking) < len(taken),
    )


def hint(at: Table) -> tuple[int, int, tuple[str, ...], bool]:
    coach = at.coach()
    return (
        coach.fewest_takes,
        coach.fewest_with_beavers,
        coach.always_taken,
        coach.may_drop_all,
    )


@settings(max_examples=60, deadline=None)
@given(
    preset=st.sampled_from(sorted(PRESETS)),
    count=st.integers(3, 7),
    stakes=st.lists(st.integers(1, 3), min_size=12, max_size=12),
    by=st.sampled_from(["all double", "box doubles all"]),
)
@example("canberra", 7, [1] * 12, "all double")
def test_the_hint_is_what_all_legal_replies_have_in_common(
    preset: str, count: int, stakes: list[int], by: str
) -> None:
    at = asked(preset, count, stakes, by)
    assert hint(at) == in_common(at)


@pytest.mark.slow
@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("count", range(8, 13))
def test_the_hint_at_large_tables_is_what_all_legal_replies_have_in_common(
    preset: str, count: int
) -> None:
    at = asked(preset, count, [1] * 12)
    assert hint(at) == in_common(at)


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("stakes", [[1] * 12, [1, 2] * 6], ids=["alike", "two stakes"])
def test_twelve_players_have_a_hint_at_once(preset: str, stakes: list[int]) -> None:
    at = asked(preset, 12, stakes)
    begun = time.process_time()
    assert at.coach() is not None
    assert time.process_time() - begun < 0.25


def test_nine_players_under_canberra_take_three_or_two_with_beavers() -> None:
    coach = asked("canberra", 9, [1] * 12).coach()
    assert (coach.fewest_takes, coach.fewest_with_beavers) == (3, 2)
