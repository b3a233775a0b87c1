"""Frozen values are changed as dataclasses change them, and stay frozen."""

import dataclasses
from typing import Any

import pytest

from games.rules.chouette import Join, SetOrder, StartGame, Table
from games.rules.chouette.state import Bet, Closing, Game, GameResult, Round, Seating
from games.rules.values import replace

NAMES = ("Ann", "Bob", "Cid")
TABLE = Table.new(NAMES).apply(SetOrder(NAMES)).apply(StartGame("Ann", None, ("Bob", "Cid")))
assert TABLE.game is not None


@pytest.mark.parametrize(
    ("value", "changes"),
    [
        (TABLE, {}),
        (TABLE, {"played": 7, "moves": ((Join.kind, "Dee"),)}),
        (TABLE.game, {"started": True, "closing": ("Bob",)}),
        (TABLE.game.bets[0], {"closed": Closing("drop", 100, "team")}),
        (Round("team", ("Bob",), "Bob"), {"replies": (("Bob", "take"),)}),
        (Seating(NAMES), {"partner": "Bob"}),
    ],
)
def test_a_changed_value_is_the_one_that_dataclasses_make(
    value: Any, changes: dict[str, Any]
) -> None:
    before = dataclasses.astuple(value)
    made = replace(value, **changes)
    assert made == dataclasses.replace(value, **changes)
    assert type(made) is type(value)
    assert dataclasses.astuple(value) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(made, dataclasses.fields(made)[0].name, "other")


@pytest.mark.parametrize("kind", [Table, Game, Bet, Round, Seating, GameResult])
def test_no_value_of_a_fold_checks_itself_when_it_is_made(kind: type) -> None:
    assert not hasattr(kind, "__post_init__")
    assert hasattr(kind, "__slots__")
