"""A cap for the cubes that a player gives in a game; who may double whom beneath it."""

import pytest

from games.rules.chouette import (
    BoxDoubles,
    BoxReplies,
    HouseRules,
    RuleError,
    SetOrder,
    StartGame,
    Table,
    TeamDoubles,
    TeamReplies,
    action_from_json,
    action_to_json,
)


def capped(**caps: int) -> Table:
    """Ann is box against Bob and Cid; a game with these caps."""
    table = Table.new(("Ann", "Bob", "Cid"), HouseRules.parse("animals=0"))
    table = table.apply(SetOrder(("Ann", "Bob", "Cid")))
    return table.apply(StartGame("Ann", None, ("Bob", "Cid"), caps=tuple(caps.items())))


@pytest.mark.parametrize(("cap", "may"), [(1, set()), (3, {1}), (4, {1, 2}), (13, {1, 2})])
def test_the_cubes_a_box_gives_count_together(cap: int, may: set[int]) -> None:
    table = capped(Ann=cap)
    offered = [one for one in table.legal_actions() if isinstance(one, BoxDoubles)]
    assert {len(one.members) for one in offered} == may
    for size, members in ((1, ("Bob",)), (2, ("Bob", "Cid"))):
        if size in may:
            table.apply(BoxDoubles(members))
        else:
            with pytest.raises(RuleError, match="worth more than"):
                table.apply(BoxDoubles(members))


def test_cubes_given_before_count_and_come_back_with_the_redouble() -> None:
    table = capped(Ann=3)
    table = table.apply(BoxDoubles(("Bob",))).apply(TeamReplies((("Bob", "take"),)))
    with pytest.raises(RuleError, match="worth more than"):
        table.apply(BoxDoubles(("Cid",)))
    table = table.apply(TeamDoubles(("Bob",))).apply(BoxReplies((("Bob", "take"),)))
    table.apply(BoxDoubles(("Cid",)))


def test_each_member_has_a_cap_of_his_own_and_may_take_whatever_comes() -> None:
    table = capped(Bob=1, Cid=2)
    with pytest.raises(RuleError, match="Bob may not give"):
        table.apply(TeamDoubles(("Bob", "Cid")))
    table.apply(TeamDoubles(("Cid",)))
    table.apply(BoxDoubles(("Bob",))).apply(TeamReplies((("Bob", "take"),)))


def test_a_game_without_caps_is_written_as_before_and_one_with_caps_is_read_back() -> None:
    plain, game = StartGame("Ann", None, ("Bob", "Cid")), capped(Ann=5)
    assert "caps" not in action_to_json(plain)
    action = StartGame("Ann", None, ("Bob", "Cid"), caps=(("Ann", 5),))
    assert action_from_json(action_to_json(action)) == action
    assert Table.from_json(game.to_json()) == game
    assert "caps" not in capped().to_json()["game"]
