"""What can be counted in rolls: whose they were, how often each number came, stays on the bar."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.rules.backgammon import BLACK, START, WHITE, Position, PositionError, Roll
from games.rules.backgammon.board import BAR
from games.rules.dice_proof import ProofRoll

CERTAINTY: Final = 0.95
"""How often the count of a number lies in its band."""

_ROLLS: Final = tuple((first, second) for first in range(1, 7) for second in range(1, 7))


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll in its game: both count as people and the formula count, games from 1, rolls from 0.

    Without a side it is a tie at the opening, or its dice are all that is known.
    """

    number: int
    game: int
    side: int | None
    rolled: ProofRoll

    @property
    def before(self) -> Position | None:
        """The position of the side on roll; None where there is none, or it is impossible."""
        return _position(self.rolled.position)

    @property
    def after(self) -> Position | None:
        """The position after the play, the other side on roll; None as above."""
        return _position(self.rolled.result)


@dataclass(frozen=True, slots=True)
class Count:
    """How often a number came, and the band that holds 95 of 100 such counts."""

    number: int
    count: int
    low: int
    high: int

    @property
    def is_inside(self) -> bool:
        return self.low <= self.count <= self.high


@dataclass(frozen=True, slots=True)
class BarStay:
    """Turns in a row that a side ended with a checker on the bar, and how likely that was.

    `chance` is that of missing every time, from the positions as they were.
    """

    side: int
    first: int
    last: int
    turns: int
    chance: Fraction


def turns_of(rolls: Sequence[ProofRoll]) -> list[Turn]:
    """Return each roll with its game and its side.

    At an opening the first die is White's, who begins if it is the higher one; then sides
    alternate, also where nothing could be played.
    """
    turns: list[Turn] = []
    game, before, side = 1, None, WHITE
    is_begun = False
    for number, rolled in enumerate(rolls):
        if rolled.position is None:
            if is_begun:  # a tie before the next game
                game, is_begun = game + 1, False
            turns.append(Turn(number, game, None, rolled))
            before = None
            continue
        if rolled.position == before:
            side = 1 - side
        elif rolled.position == START.id:
            game, is_begun = game + is_begun, True
            side = WHITE if rolled.dice[0] > rolled.dice[1] else BLACK
        turns.append(Turn(number, game, side, rolled))
        before = rolled.result
    return turns


def counts_of(rolls: Sequence[ProofRoll]) -> list[Count]:
    """Return how often each number came, ties at openings included."""
    seen = Counter(number for rolled in rolls for number in rolled.dice)
    low, high = band(2 * len(rolls))
    return [Count(number, seen[number], low, high) for number in range(1, 7)]


def band(dice: int) -> tuple[int, int]:
    """Return the shortest middle stretch of counts of one number that has 95 % or more.

    At each end less than 2.5 % are cut off, from the binomial distribution with a sixth.
    """
    tail = (1 - CERTAINTY) / 2
    chances = [
        math.exp(
            math.lgamma(dice + 1)
            - math.lgamma(count + 1)
            - math.lgamma(dice - count + 1)
            + count * math.log(1 / 6)
            + (dice - count) * math.log(5 / 6)
        )
        for count in range(dice + 1)
    ]
    return _cut(chances, tail), dice - _cut(chances[::-1], tail)


def longest_stay(turns: Sequence[Turn]) -> BarStay | None:
    """Return the longest stay on the bar; of equally long ones the unlikeliest, then the first."""
    best: BarStay | None = None
    running: dict[int, BarStay] = {}
    game = 0
    for turn in turns:
        if turn.game != game:
            game, running = turn.game, {}
        before, after = turn.before, turn.after
        if turn.side is None or before is None or after is None:
            continue
        if not before.own[BAR - 1] or not after.opp[BAR - 1]:
            running.pop(turn.side, None)
            continue
        stay = running.get(turn.side, BarStay(turn.side, turn.number, 0, 0, Fraction(1)))
        stay = BarStay(
            turn.side, stay.first, turn.number, stay.turns + 1, stay.chance * chance_to_stay(before)
        )
        running[turn.side] = stay
        if best is None or (stay.turns, -stay.chance) > (best.turns, -best.chance):
            best = stay
    return best


def chance_to_stay(position: Position) -> Fraction:
    """Return how likely a roll leaves a checker of the player on roll on the bar."""
    waiting = position.own[BAR - 1]
    closed = {die for die in range(1, 7) if position.opp[die - 1] > 1}
    left = sum(_entering(roll, closed) < waiting for roll in _ROLLS)
    return Fraction(left, len(_ROLLS))


def _position(text: str | None) -> Position | None:
    try:
        return None if text is None else Position.from_id(text)
    except PositionError:  # the verdict says so
        return None


def _entering(roll: Roll, closed: set[int]) -> int:
    """How many checkers a roll brings in."""
    open_dice = [die for die in roll if die not in closed]
    return 2 * len(open_dice) if roll[0] == roll[1] else len(open_dice)


def _cut(chances: Sequence[float], tail: float) -> int:
    total = 0.0
    for count, chance in enumerate(chances):
        total += chance
        if total >= tail:
            return count
    return len(chances) - 1
