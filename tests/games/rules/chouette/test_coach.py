"""The coach's hint is what the legal replies have in common, at tables of up to twelve."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.rules.chouette import BoxReplies, Table, TeamReplies
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
    stakes=st.lists(st.integers(1, 9), min_size=12, max_size=12),
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
@pytest.mark.parametrize("stakes", [[1] * 12, [*range(12, 0, -1)]], ids=["alike", "different"])
def test_the_hint_at_large_tables_is_what_all_legal_replies_have_in_common(
    preset: str, count: int, stakes: list[int]
) -> None:
    at = asked(preset, count, stakes)
    assert hint(at) == in_common(at)


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize(
    "stakes",
    [[1] * 12, [1, 2] * 6, [*range(12, 0, -1)]],
    ids=["alike", "two stakes", "all different"],
)
def test_twelve_players_have_a_hint_at_once(preset: str, stakes: list[int]) -> None:
    at = asked(preset, 12, stakes)
    begun = time.process_time()
    assert at.coach() is not None
    assert time.process_time() - begun < 0.25


def test_nine_players_under_canberra_take_three_or_two_with_beavers() -> None:
    coach = asked("canberra", 9, [1] * 12).coach()
    assert (coach.fewest_takes, coach.fewest_with_beavers) == (3, 2)


@settings(max_examples=60, deadline=None)
@given(
    options=st.fixed_dictionaries(
        {
            "captain_may_buy": st.sampled_from(["on", "off"]),
            "minimum_take": st.sampled_from(["none", "half", "profit", "break_even"]),
            "lone_taker": st.sampled_from(["free", "must_beaver", "must_drop"]),
            "three_handed": st.sampled_from(["normal", "both_or_neither"]),
            "animals": st.sampled_from(["0", "1"]),
            "cubes": st.sampled_from(["member", "team"]),
        }
    ),
    count=st.integers(3, 6),
    stakes=st.lists(st.integers(1, 9), min_size=6, max_size=6),
    by=st.sampled_from(["all double", "box doubles all"]),
    answered=st.integers(0, 4),
    data=st.data(),
)
def test_so_it_is_under_other_rules_and_when_some_have_answered(
    options: dict[str, str],
    count: int,
    stakes: list[int],
    by: str,
    answered: int,
    data: st.DataObject,
) -> None:
    names = NAMES[:count]
    stakes = [max(stakes), *stakes[1:]]
    text = "; ".join(f"{name}={value}" for name, value in options.items())
    at = table(
        by,
        players=", ".join(names),
        rules=f"{text}; partner_required_from=none",
        stakes=", ".join(f"{one} {stake}" for one, stake in zip(names, stakes, strict=False)),
    )
    vector = data.draw(st.sampled_from(list(at.legal_replies())))
    said = tuple(vector.items())[: min(answered, len(vector) - 1)]
    if said:
        reply = BoxReplies if at.game.round.answerer == "box" else TeamReplies
        at = at.apply(reply(said))
    assert hint(at) == in_common(at)
