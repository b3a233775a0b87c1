"""Single steps of a turn: one checker moved by one number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.backgammon.board import BAR, HIT, LOW, OFF, blots_and_blocks, taken
from games.rules.backgammon.errors import PlayError
from games.rules.backgammon.generator import movable

Roll = tuple[int, int]
"""Two dice, in any order."""


@dataclass(frozen=True, slots=True)
class Step:
    """A checker moves from one of the mover's own points to another by one number of the dice.

    `source` 25 is the bar, `target` 0 is off the board.
    """

    source: int
    target: int
    die: int
    hits: bool = False

    def __str__(self) -> str:
        return f"{step_name(self.source, self.target)}{'*' if self.hits else ''}"


def step_name(source: int, target: int) -> str:
    """Return the notation of a step: ``13/8``, ``bar/20``, ``6/off``."""
    return f"{'bar' if source == BAR else source}/{target or 'off'}"


def dice_of(roll: object) -> tuple[int, ...]:
    """Return the numbers that a roll gives to play, the higher one first; a double four times.

    Raises:
        PlayError: it is not two numbers from 1 to 6.
    """
    match roll:
        case (first, second) if type(first) is type(second) is int:
            if min(first, second) >= 1 and max(first, second) <= 6:
                return (first,) * 4 if first == second else (max(first, second), min(first, second))
    raise PlayError("die_invalid")


def steps_of(code: int, die: int) -> Iterator[tuple[Step, int]]:
    """Yield the legal steps of a number on a board, and the board after each.

    Boards are numbers as in `board`, with the mover's half in the low bits. From rear to front.
    """
    blots, blocked = blots_and_blocks(code)
    sources = movable(taken(code & LOW), blocked, die)
    for source in range(BAR, OFF, -1):
        unit = 1 << 4 * (source - 1)
        if not sources & unit:
            continue
        target = max(source - die, OFF)
        landing = unit >> 4 * die
        after = code - unit + landing
        if hits := bool(landing & blots):
            after += HIT[landing]
        yield Step(source, target, die, hits), after


def left_over(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """Return the numbers left after one of them has been played."""
    place = dice.index(die)
    return dice[:place] + dice[place + 1 :]


def longest(code: int, dice: tuple[int, ...]) -> int:
    """Return how many of these numbers can be played, one after the other."""
    most = 0
    for die in sorted(set(dice)):
        for _, after in steps_of(code, die):
            most = max(most, 1 + longest(after, left_over(dice, die)))
            if most == len(dice):
                return most
    return most


def may_begin(code: int, dice: tuple[int, ...]) -> list[tuple[Step, int]]:
    """Return the steps that can begin a legal play of these numbers, and the boards after them.

    As many numbers as possible are played. If only one of two different ones can be, it is the
    higher one if that can be played at all.
    """
    reach = longest(code, dice)
    steps = [
        (step, after)
        for die in dict.fromkeys(dice)
        for step, after in steps_of(code, die)
        if 1 + longest(after, left_over(dice, die)) == reach
    ]
    if reach == 1 and len(set(dice)) == 2:
        best = max((step.die for step, _ in steps), default=0)
        steps = [(step, after) for step, after in steps if step.die == best]
    return steps
