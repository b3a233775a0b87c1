"""Who goes up and down at the end of a league's season, and why: the draft of the next one.

Divisions count from 1, the top. Sizes are evened out by further promotions, never by further
relegations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from .results import WIN

Few = Literal["down", "out"]
Rule = Literal["places", "half", "wins"]
WITHDRAWN: Final = "withdrawn"
STAYING: Final = ("stays", "stays_spared")
"""Reasons to stay. A player is spared if somebody who leaves uses up the place that goes down."""
REASONS: Final = (
    "up",
    "up_instead",
    "up_extra",
    "joined",
    *STAYING,
    "down",
    "few_down",
    "few_stays",
    "few_out",
    WITHDRAWN,
    "new",
)
"""Why somebody plays where they play next: see `Move`."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """Where somebody ended: division and place, matches played or won by walkover of those due.

    `score` is that of the table in match points, two a win: a bye is one, and halves count.
    """

    key: str
    division: int
    place: int
    played: int
    due: int
    score: int = 0
    is_back: bool = True
    """Whether they play the next season."""
    is_out: bool = False
    """Whether they have withdrawn from this one."""
    is_replaced: bool = False
    """Whether somebody has taken over their place, and ends with it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How a league moves its players.

    `places`: `up` go up and `down` go down between two divisions; `half`: the upper half goes up,
    `down` go down; `wins`: whose score is at least `up` wins goes up, whose at most `down` is goes
    down.
    Who played less than `share` of their matches does not go up, and goes down or out (`few`).
    Divisions have `least` to `most` players.
    """

    rule: Rule = "places"
    up: int = 1
    down: int = 1
    share: Fraction = Fraction(0)
    few: Few = "down"
    least: int = 3
    most: int = 12


@dataclass(frozen=True, slots=True)
class Move:
    """Where somebody plays next; `to` is None for who does not. `reason` is one of `REASONS`.

    `score` is that of their table, where it has decided: in match points, two a win.
    """

    key: str
    was: int | None
    to: int | None
    reason: str
    place: int | None = None
    score: int | None = None


def next_season(
    finishers: Sequence[Finisher], newcomers: Sequence[str], rules: Rules
) -> tuple[Move, ...]:
    """Return where everybody plays next season, the divisions from the top, each in its order.

    In a division stand first who comes from above, then who stays, then who comes from below.
    """
    count = max((one.division for one in finishers), default=1)
    by_division = [
        sorted((one for one in finishers if one.division == number), key=lambda one: one.place)
        for number in range(1, count + 1)
    ]
    moves = [_moved(one, group, count, rules) for group in by_division for one in group]
    moves = _evened(moves, [len(_holders(group)) for group in by_division], by_division, rules)
    moves += [Move(key, None, count, "new") for key in newcomers]
    return tuple(ordered(_fitted(moves, rules)))


def divisions_of(moves: Sequence[Move]) -> tuple[tuple[str, ...], ...]:
    """Return who plays in which division, from the top."""
    count = max((one.to for one in moves if one.to is not None), default=0)
    return tuple(
        tuple(one.key for one in moves if one.to == number) for number in range(1, count + 1)
    )


def is_short(finisher: Finisher, rules: Rules) -> bool:
    """Tell whether somebody has played less than the league asks for."""
    return finisher.due > 0 and Fraction(finisher.played, finisher.due) < rules.share


def _moved(finisher: Finisher, group: Sequence[Finisher], count: int, rules: Rules) -> Move:
    """Return where somebody goes by their own place, before sizes are evened out."""
    here = finisher.division
    if not finisher.is_back:
        return Move(finisher.key, here, None, WITHDRAWN, finisher.place)
    if is_short(finisher, rules):
        if rules.few == "out":
            return Move(finisher.key, here, None, "few_out", finisher.place)
        if here == count:
            return Move(finisher.key, here, here, "few_stays", finisher.place)
        return Move(finisher.key, here, here + 1, "few_down", finisher.place)
    move = _moved_by_place(finisher, group, count, rules)
    return replace(move, score=finisher.score) if rules.rule == "wins" else move


def _moved_by_place(
    finisher: Finisher, group: Sequence[Finisher], count: int, rules: Rules
) -> Move:
    """Return where somebody goes who has played enough and plays on, by place or score."""
    here, held = finisher.division, _holders(group)
    able = [other for other in held if other.is_back and not is_short(other, rules)]
    if here > 1 and _rises(finisher, able, len(held), rules):
        # Where everybody before them goes on they would have to stay.
        reason = "up" if _rises(finisher, held, len(held), rules) else "up_instead"
        return Move(finisher.key, here, here - 1, reason, finisher.place)
    if here < count and _falls(finisher, able, len(held) - len(able), rules):
        return Move(finisher.key, here, here + 1, "down", finisher.place)
    is_spared = here < count and _falls(finisher, able, 0, rules)
    return Move(finisher.key, here, here, "stays_spared" if is_spared else "stays", finisher.place)


def _holders(group: Sequence[Finisher]) -> list[Finisher]:
    """Return who of a division ends with a place: of two who shared one, who took it over."""
    return [finisher for finisher in group if not finisher.is_replaced]


def _rises(finisher: Finisher, able: Sequence[Finisher], size: int, rules: Rules) -> bool:
    """Tell whether somebody of a division of this size goes up: the best of those who are able."""
    if rules.rule == "wins":
        return finisher.score >= WIN * rules.up
    number = size // 2 if rules.rule == "half" else rules.up
    return finisher in able[:number]


def _falls(finisher: Finisher, able: Sequence[Finisher], gone: int, rules: Rules) -> bool:
    """Tell whether somebody goes down. Who played too little goes down before all others, and who
    has withdrawn has made a place as well: so many are gone.
    """
    if rules.rule == "wins":
        return finisher.score <= WIN * rules.down
    number = max(0, rules.down - gone)
    return number > 0 and finisher in able[-number:]


def _evened(
    moves: list[Move],
    sizes: Sequence[int],
    groups: Sequence[Sequence[Finisher]],
    rules: Rules,
) -> list[Move]:
    """Promote further players where a division would be smaller than it was, from the top down."""
    known = {move.key: move for move in moves}
    for number in range(1, len(sizes)):
        for finisher in groups[number]:
            there = sum(move.to == number for move in known.values())
            if there >= sizes[number - 1]:
                break
            move = known[finisher.key]
            if move.reason in STAYING:
                known[finisher.key] = replace(move, to=number, reason="up_extra")
    return [known[move.key] for move in moves]


def _fitted(moves: list[Move], rules: Rules) -> list[Move]:
    """Keep the lowest divisions within bounds: a small one joins the one above, of a large one
    the newcomers make a new one.
    """
    while True:
        count = max((one.to for one in moves if one.to is not None), default=0)
        last = [one for one in moves if one.to == count]
        above = [one for one in moves if one.to == count - 1]
        if count < 2 or len(last) >= rules.least or len(last) + len(above) > rules.most:
            break
        joined = {one.key for one in last}
        moves = [_joined(one, count) if one.key in joined else one for one in moves]
    while len(last) > rules.most:
        new = [one for one in last if one.reason == "new"]
        spill = max(rules.least, min(len(last) - rules.most, len(new)))
        if len(new) < spill or len(last) - spill < rules.least:
            break
        below = {one.key for one in new[-spill:]}
        moves = [replace(one, to=count + 1) if one.key in below else one for one in moves]
        count += 1
        last = [one for one in moves if one.to == count]
    return moves


def _joined(move: Move, count: int) -> Move:
    """Return the move of somebody whose division joins the one above."""
    reason = {None: move.reason, count: "joined"}.get(move.was, "stays")
    return replace(move, to=count - 1, reason=reason)


def ordered(moves: Iterable[Move]) -> list[Move]:
    """Sort by division, then by where somebody comes from; who does not play stands last."""

    def place(move: Move) -> tuple[int, int, int]:
        to = 10**6 if move.to is None else move.to
        return to, 10**6 if move.was is None else move.was, move.place or 0

    return sorted(moves, key=place)
