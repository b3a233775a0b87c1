"""What the own evaluator sees of a position: numbers, most of them how many checkers stand where.

The side on roll sees its own half first. For each half and each of its 25 places (points 1 to 24,
the bar): whether one checker stands there, whether two or more, whether three or more, and how many
beyond three; then the part of the checkers borne off. Shape adds the race, the rolls that hit, and
how the rearmost checkers are held.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import sqrt
from typing import Final

from games.rules.backgammon.board import (
    BAR_UNIT,
    CHECKERS,
    HOME,
    LOW,
    ONES,
    POINTS,
    blots_and_blocks,
    flipped,
    taken,
)
from games.rules.backgammon.position import Position

PLACES: Final = POINTS + 1
KINDS: Final = 4
"""One checker, two or more, three or more, each beyond three."""

SHAPE: Final = (
    "always",
    "race",
    "rolls that hit",
    "rolls that hit, by own home points",
    "rolls that hit, by other home points",
    "other's rolls that hit",
    "own block before their rear checker",
    "other's block before the own rear checker",
    "own checkers behind their block",
    "other's checkers behind the own block",
    "own on the bar, by home points",
    "other's on the bar, by home points",
)

SIZE: Final = 2 * (PLACES * KINDS + 1) + len(SHAPE)

_ROLLS: Final = tuple(
    (first, second, 1 if first == second else 2)
    for first, second in combinations_with_replacement(range(1, 7), 2)
)


def kinds(count: int) -> tuple[int, int, int, int]:
    """Return the four numbers of a place with so many checkers."""
    return int(count == 1), int(count > 1), int(count > 2), max(count - 3, 0)


def features(position: Position) -> list[float]:
    """Return all numbers of a position; `SIZE` of them."""
    numbers: list[float] = []
    for half in (position.own, position.opp):
        for count in half:
            numbers += kinds(count)
        numbers.append((CHECKERS - sum(half)) / CHECKERS)
    return numbers + shape(position)


def shape(position: Position) -> list[float]:
    """Return the numbers named in `SHAPE`."""
    code = position.code
    turned = flipped(code)
    own_pips, opp_pips = position.pips
    own, opp = position.own, position.opp
    # The race as Kleinman has it: the lead with the roll, in spreads of what the dice may bring.
    race = (opp_pips - own_pips + 4) / sqrt(own_pips + opp_pips + 4)
    if not position.has_contact:
        return [1.0, race, *([0.0] * (len(SHAPE) - 2))]
    own_home, opp_home = _home_points(code), _home_points(turned)
    hits = _hitting(code)
    own_block, opp_behind = _block(own, opp)
    opp_block, own_behind = _block(opp, own)
    return [
        1.0,
        race,
        hits,
        hits * own_home,
        hits * opp_home,
        _hitting(turned),
        own_block,
        opp_block,
        own_behind,
        opp_behind,
        own[POINTS] * opp_home,
        opp[POINTS] * own_home,
    ]


def _home_points(code: int) -> float:
    """Which part of the mover's home points is made."""
    many = (code >> 1 | code >> 2 | code >> 3) & ONES & HOME
    return many.bit_count() / 6


def _block(half: tuple[int, ...], other: tuple[int, ...]) -> tuple[float, float]:
    """Return how much of the way of the other's rearmost checker `half` has made, and how many of
    the other's checkers stand behind that.
    """
    rear = max(place for place, count in enumerate(other, 1) if count)
    ways = [25 - rear + step for step in range(1, 7)]
    made = sum(half[way - 1] > 1 for way in ways if 1 <= way <= POINTS)
    behind = sum(other[max(rear - 4, 1) - 1 :])
    return (made / 6) ** 2, behind * made / 36


def _hitting(code: int) -> float:
    """Return the part of all rolls with which the mover hits a blot, with one or more numbers."""
    blots, blocked = blots_and_blocks(code)
    if not blots:
        return 0.0
    own = taken(code & LOW)
    on_bar = code >> 4 * POINTS & 15
    found = 0
    for first, second, weight in _ROLLS:
        if first == second:
            found += _hits_double(own, blots, blocked, first, on_bar)
        elif on_bar < 2:
            found += weight * _hits_two(own, blots, blocked, first, second, on_bar)
        else:
            found += weight * bool((BAR_UNIT >> 4 * first | BAR_UNIT >> 4 * second) & blots)
    return found / 36


def _hits_two(own: int, blots: int, blocked: int, first: int, second: int, on_bar: int) -> bool:
    if on_bar:
        for die, other in ((first, second), (second, first)):
            entered = BAR_UNIT >> 4 * die
            if entered & blocked:
                continue
            if (entered | own & ~BAR_UNIT) >> 4 * other & blots or entered & blots:
                return True
        return False
    one, two = own >> 4 * first, own >> 4 * second
    if (one | two) & blots:
        return True
    return bool((one & ~blocked) >> 4 * second & blots or (two & ~blocked) >> 4 * first & blots)


def _hits_double(own: int, blots: int, blocked: int, die: int, on_bar: int) -> bool:
    moving = BAR_UNIT if on_bar else own
    for number in range(4):
        moving = moving >> 4 * die & ~blocked
        if moving & blots:
            return True
        if number + 1 < on_bar:
            moving = BAR_UNIT if moving else 0
        elif on_bar and number + 1 == on_bar and moving:
            moving |= own & ~BAR_UNIT
    return False
