"""What points are worth, and from that the cube, where an engine says chances only.

In unlimited play a point is a point. In a match it is what it does to the chance of winning it,
by a small table: one side a point away is worked out by hand, as in every textbook; elsewhere a
straight line that Rick Janowski found to fit the published tables within two per cent.

With a cube, the truth lies between one that nobody can turn again and one that is turned at the
perfect moment; two thirds of the way (Janowski, "Take-Points in Money Games", 1993).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from games.assistant.engine import Chances, CubeRating, MatchTable, Stakes

GAMMONS: Final = 0.26
"""Which part of the games that are played to their end are gammons."""
EFFICIENCY: Final = 0.68
"""How near to the perfect moment cubes are turned."""
HALVINGS: Final = 12
"""So near lies a chance that is searched: within 0.03 per cent."""
RECUBE: Final = 0.2
"""By how much of the rest a perfect cube moves a take point that counts on none."""

Points = Callable[[int], float]
"""What it is worth to win so many points, or with a minus to lose them."""


@cache
def _after_crawford(need: int) -> float:
    """The chance of the side that needs `need` points against one, and doubles at once."""
    if need <= 0:
        return 1.0
    if need <= 2:
        return 0.5
    return 0.5 * ((1 - GAMMONS) * _after_crawford(need - 2) + GAMMONS * _after_crawford(need - 4))


@cache
def match_chance(own: int, other: int, *, is_post_crawford: bool = False) -> float:
    """Return the chance of winning a match for a side that needs `own` points, before a game.

    With one side a point away this is the Crawford game, unless that has been played.
    """
    if own <= 0 or other <= 0:
        return float(own <= 0)
    if own == other:
        return 0.5
    if own < other:
        return 1 - match_chance(other, own, is_post_crawford=is_post_crawford)
    if other == 1:
        if is_post_crawford:
            return _after_crawford(own)
        single, gammon = _after_crawford(own - 1), _after_crawford(own - 2)
        return 0.5 * ((1 - GAMMONS) * single + GAMMONS * gammon)
    return 0.5 - 0.85 * (own - other) / (own + 6)


def points_of(stakes: Stakes, table: MatchTable = match_chance) -> Points:
    """Return what points are worth at this score: 1 and -1 for a single game at this cube."""
    if stakes.needs is None:
        return lambda points: points / stakes.cube
    return lambda points: _on_scale(stakes, _chance_after(stakes, points, table), table)


def drawn(stakes: Stakes) -> float:
    """Return what a game is worth that counts nothing and is followed by another."""
    if stakes.needs is None:
        return 0.0
    is_after = not stakes.is_crawford and 1 in stakes.needs
    return _on_scale(stakes, match_chance(*stakes.needs, is_post_crawford=is_after))


def cubeless(chances: Chances, stakes: Stakes) -> float:
    """Return the equity of a game in which nobody doubles any more."""
    won, lost = _ends(chances, stakes, points_of(stakes))
    return chances.win * won + (1 - chances.win) * lost


def rate_cube(chances: Chances, stakes: Stakes, table: MatchTable = match_chance) -> CubeRating:
    """Rate the cube of the side on roll from its chances."""
    points = points_of(stakes, table)
    taken = _cubeful(chances, replace(stakes, cube=stakes.cube * 2, holder="other"), points)
    if stakes.beavers and taken < 0:
        taken *= 2
    return CubeRating(_cubeful(chances, stakes, points), taken, points(stakes.cube), chances)


def cube_window(
    chances: Chances, stakes: Stakes, table: MatchTable = match_chance
) -> tuple[float, float] | None:
    """Return from which chance of winning on a double is right, and from which on it is dropped.

    The second, taken from 1, is the take point. Gammons stay the same part of all wins and losses
    as in this position. None if the side may not double, or no chance makes it right.
    """
    if not stakes.may_double:
        return None

    def at(win: float) -> CubeRating:
        won = win / chances.win if chances.win else 0.0
        lost = (1 - win) / (1 - chances.win) if chances.win < 1 else 0.0
        moved = Chances(
            win,
            chances.gammon * won,
            chances.backgammon * won,
            chances.gammon_lost * lost,
            chances.backgammon_lost * lost,
        )
        return rate_cube(moved, stakes, table)

    closes = _first(lambda win: not at(win).is_take)
    if closes is None:
        return None
    opens = _first(lambda win: at(win).is_double, closes)
    return (closes if opens is None else opens, closes)


def _first(holds: Callable[[float], bool], most: float = 1.0) -> float | None:
    """Return from which chance on something holds for good; None if it never does."""
    if not holds(most):
        return None
    low, high = 0.0, most
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _chance_after(stakes: Stakes, points: int, table: MatchTable = match_chance) -> float:
    """Return the chance to win the match after winning, or with a minus losing, points."""
    assert stakes.needs is not None
    own, other = stakes.needs
    left = own - max(points, 0), other - max(-points, 0)
    # With a side a point away before, the Crawford game is now, or was.
    return table(*left, is_post_crawford=1 in stakes.needs)


def _on_scale(stakes: Stakes, chance: float, table: MatchTable = match_chance) -> float:
    """Return a chance of winning the match as an equity."""
    won = _chance_after(stakes, stakes.cube, table)
    lost = _chance_after(stakes, -stakes.cube, table)
    return (2 * chance - won - lost) / (won - lost)


def _cubeful(chances: Chances, stakes: Stakes, points: Points) -> float:
    win = chances.win
    won, lost = _ends(chances, stakes, points)
    dead = win * won + (1 - win) * lost
    cash = _cash(chances, stakes, points)
    other = _cash(chances.flipped(), stakes.flipped(), lambda count: -points(-count))
    corners = [(0.0, lost), (1.0, won)]
    if other is not None:
        corners.append((1 - other, points(-stakes.cube)))
    if cash is not None:
        corners.append((cash, points(stakes.cube)))
    return EFFICIENCY * _between(sorted(corners), win) + (1 - EFFICIENCY) * dead


def _cash(chances: Chances, stakes: Stakes, points: Points) -> float | None:
    """Return from which winning chance on a double is dropped; None if the side cannot double."""
    if not stakes.may_double or (stakes.needs is not None and stakes.needs[0] <= stakes.cube):
        return None
    turned = replace(stakes, cube=stakes.cube * 2, holder="other")
    won, lost = _ends(chances, turned, points)
    at = (points(stakes.cube) - lost) / (won - lost) if won > lost else 1.0
    is_alive = stakes.needs is None or stakes.needs[1] > turned.cube
    at += (1 - at) * RECUBE * is_alive
    return at if 0.5 <= at < 1 else None


def _ends(chances: Chances, stakes: Stakes, points: Points) -> tuple[float, float]:
    """Return what a win and a loss are worth on average."""
    cube = stakes.cube
    if not stakes.gammons_count:
        return points(cube), points(-cube)

    def average(all_of: float, gammons: float, backgammons: float, sign: int) -> float:
        gammon = min(gammons / all_of, 1.0) if all_of > 0 else 0.0
        backgammon = min(backgammons / all_of, gammon) if all_of > 0 else 0.0
        return (
            (1 - gammon) * points(sign * cube)
            + (gammon - backgammon) * points(sign * 2 * cube)
            + backgammon * points(sign * 3 * cube)
        )

    return (
        average(chances.win, chances.gammon, chances.backgammon, 1),
        average(1 - chances.win, chances.gammon_lost, chances.backgammon_lost, -1),
    )


def _between(corners: list[tuple[float, float]], at: float) -> float:
    """Return the height of a line through corners, sorted from the left, at a place."""
    (left, low), *rest = corners
    for right, high in rest:
        if at <= right:
            return low + (high - low) * (at - left) / (right - left) if right > left else high
        left, low = right, high
    return low
