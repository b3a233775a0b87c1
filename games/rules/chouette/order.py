"""The initial order: everyone rolls a die, and those who are tied roll again among themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from games.rules.chouette.errors import RuleError
from games.rules.chouette.state import repeated

Dice = tuple[tuple[str, tuple[int, ...]], ...]


def order_from_dice(players: Sequence[str], dice: Dice) -> tuple[str, ...]:
    """Return the order that dice give: the highest is box, the next captain, and so on.

    ``dice`` holds each player's first die and then their roll-offs, in any order of players.

    >>> order_from_dice("ABCD", (("A", (6,)), ("B", (5,)), ("C", (3, 4)), ("D", (3, 1))))
    ('A', 'B', 'C', 'D')

    Raises:
        RuleError: a player is missing, unknown or named twice, a die is not 1 to 6, or there are
            too few or too many dice.
    """
    for player, rolled in dice:
        if player not in players:
            raise RuleError("order_unknown", player=player)
        for die in rolled:
            if not 1 <= die <= 6:
                raise RuleError("die_invalid", die=die)
    for player in repeated(player for player, _ in dice):
        raise RuleError("order_twice", player=player)
    rolled_by = dict(dice)
    for player in players:
        if player not in rolled_by:
            raise RuleError("order_incomplete", player=player)
    for waiting in _ties(tuple(rolled_by), rolled_by, depth=0):
        raise RuleError("dice_missing", players=waiting)
    return _strict(tuple(rolled_by), rolled_by, depth=0)


def roll_dice(players: Sequence[str], die: Callable[[], int]) -> Dice:
    """Roll dice for everyone, roll-offs included.

    ``die`` returns a fair 1 to 6 each time it is called.
    """
    rolled: dict[str, tuple[int, ...]] = dict.fromkeys(players, ())
    tied = [tuple(players)]
    while tied:
        group = tied.pop()
        for player in group:
            rolled[player] = (*rolled[player], die())
        for _, same in _by_die(group, rolled, len(rolled[group[0]]) - 1):
            if len(same) > 1:
                tied.append(same)
    return tuple(rolled.items())


def ties(players: Sequence[str], dice: Dice) -> tuple[tuple[str, ...], ...]:
    """Return who must roll next, one group for each tie; empty once the order is strict.

    >>> ties("ABCD", (("A", (6,)), ("B", (6,)), ("C", (3,)), ("D", (3, 1))))
    (('A', 'B'), ('C',))

    Raises:
        RuleError: as for `order_from_dice`, except for dice that are missing.
    """
    try:
        order_from_dice(players, dice)
    except RuleError as error:
        if error.code != "dice_missing":
            raise
    return tuple(_ties(tuple(player for player, _ in dice), dict(dice), depth=0))


def _ties(
    group: tuple[str, ...], rolled: dict[str, tuple[int, ...]], depth: int
) -> Iterator[tuple[str, ...]]:
    missing = tuple(player for player in group if len(rolled[player]) <= depth)
    if len(group) > 1 and missing:
        yield missing
    elif len(group) > 1:
        for _, same in _by_die(group, rolled, depth):
            yield from _ties(same, rolled, depth + 1)


def _strict(
    group: tuple[str, ...], rolled: dict[str, tuple[int, ...]], depth: int
) -> tuple[str, ...]:
    if len(group) == 1:
        [player] = group
        if len(rolled[player]) > depth:
            raise RuleError("dice_superfluous", player=player)
        return group
    order: list[str] = []
    for _, same in _by_die(group, rolled, depth):
        order.extend(_strict(same, rolled, depth + 1))
    return tuple(order)


def _by_die(
    group: tuple[str, ...], rolled: dict[str, tuple[int, ...]], depth: int
) -> list[tuple[int, tuple[str, ...]]]:
    """Split the group by the die of one roll, the highest first."""
    ranked = sorted(group, key=lambda player: -rolled[player][depth])
    return [
        (die, tuple(same))
        for die, same in groupby(ranked, key=lambda player: rolled[player][depth])
    ]
