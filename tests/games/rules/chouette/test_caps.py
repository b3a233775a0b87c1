"""A cap for the cubes that a player gives in a game; who may double whom beneath it."""

import pytest

from games.rules.chouette import (
    BoxDoubles,
    BoxReplies,
    ExtraDoubles,
    GiveExtra,
    HouseRules,
    RuleError,
    SetOrder,
    StartGame,
    Table,
    TeamAnimals,
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


def beavering(**caps: int) -> Table:
    """Ann is box against Bob and Cid, animals and extras allowed."""
    table = Table.new(
        ("Ann", "Bob", "Cid"),
        HouseRules.parse("animals=unlimited; extras=on; lone_taker=free; lone_captain_beaver=on"),
    )
    table = table.apply(SetOrder(("Ann", "Bob", "Cid")))
    return table.apply(StartGame("Ann", None, ("Bob", "Cid"), caps=tuple(caps.items())))


def words(table: Table) -> set[tuple[str, ...]]:
    """The words of every legal vector."""
    return {tuple(vector.values()) for vector in table.legal_replies()}


@pytest.mark.parametrize(("cap", "beavers"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_beavers_are_given_and_count_together(cap: int, beavers: int) -> None:
    table = beavering(Ann=cap).apply(TeamDoubles(("Bob", "Cid")))
    assert max(said.count("beaver") for said in words(table)) == beavers
    both = BoxReplies((("Bob", "beaver"), ("Cid", "beaver")))
    if beavers < 2:
        with pytest.raises(RuleError, match="Ann may not give cubes worth more than"):
            table.apply(both)
    else:
        table.apply(both)


def test_a_beaver_that_was_accepted_still_counts_for_its_giver() -> None:
    table = beavering(Ann=5).apply(TeamDoubles(("Bob",)))
    table = table.apply(BoxReplies((("Bob", "beaver"),)))
    table = table.apply(TeamAnimals((("Bob", "accept"),)))
    with pytest.raises(RuleError, match="worth more than"):
        table.apply(BoxDoubles(("Cid",)))
    assert Table.from_json(table.to_json()) == table
    # Her own redouble counts at its new value, once.
    table = beavering(Ann=8).apply(TeamDoubles(("Bob",)))
    table = table.apply(BoxReplies((("Bob", "beaver"),)))
    table = table.apply(TeamAnimals((("Bob", "accept"),)))
    table.apply(BoxDoubles(("Bob",)))


def test_a_raccoon_is_given_by_whoever_says_it() -> None:
    table = beavering(Bob=4).apply(TeamDoubles(("Bob",)))
    table = table.apply(BoxReplies((("Bob", "beaver"),)))
    with pytest.raises(RuleError, match="Bob may not give"):
        table.apply(TeamAnimals((("Bob", "raccoon"),)))
    # Taking what the other gives is always allowed.
    table = table.apply(TeamAnimals((("Bob", "accept"),)))
    # And the cube is no longer one that he has given.
    assert BoxDoubles(("Bob",)) in set(table.legal_actions())


def test_nobody_must_beaver_beyond_their_cap() -> None:
    rules = "animals=2; minimum_take=none; captain_cube=free"
    for cap, taken in ((3, True), (4, False)):
        table = Table.new(("Ann", "Bob", "Cid"), HouseRules.parse(rules))
        table = table.apply(SetOrder(("Ann", "Bob", "Cid")))
        table = table.apply(StartGame("Ann", None, ("Bob", "Cid"), caps=(("Ann", cap),)))
        table = table.apply(TeamDoubles(("Bob", "Cid")))
        assert (("take", "drop") in words(table)) == taken


def test_extras_are_given_too_and_come_back_with_the_redouble() -> None:
    table = beavering(Bob=4, Cid=1).apply(BoxDoubles(("Bob", "Cid")))
    table = table.apply(TeamReplies((("Bob", "take"), ("Cid", "drop"))))
    with pytest.raises(RuleError, match="Cid may not give"):
        table.apply(GiveExtra("Cid", "Bob"))
    assert not any(isinstance(one, GiveExtra) for one in table.legal_actions())
    table = beavering(Bob=3, Cid=2).apply(BoxDoubles(("Bob", "Cid")))
    table = table.apply(TeamReplies((("Bob", "take"), ("Cid", "drop"))))
    table = table.apply(GiveExtra("Cid", "Bob"))
    with pytest.raises(RuleError, match="Bob may not give"):
        table.apply(ExtraDoubles("Bob", "Cid"))
    assert not any(isinstance(one, ExtraDoubles) for one in table.legal_actions())
