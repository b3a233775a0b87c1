"""A turn entered step by step: the possible next steps, and why others are illegal.

A partial turn is legal exactly if a legal play begins with it, so that the rule that both numbers
must be played applies at the first wrong step, not at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from games.rules.backgammon.board import BAR, BAR_UNIT, LOW, OFF, blots_and_blocks, taken
from games.rules.backgammon.errors import PlayError
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import (
    Roll,
    Step,
    dice_of,
    left_over,
    longest,
    may_begin,
    step_name,
    steps_of,
)

HOME_POINT: Final = 6


@dataclass(frozen=True, slots=True)
class Turn:
    """The position before a roll, the roll, and the steps taken so far."""

    position: Position
    roll: Roll
    steps: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        """Check the roll.

        Raises:
            PlayError: it is not two numbers from 1 to 6.
        """
        dice_of(self.roll)

    @property
    def dice(self) -> tuple[int, ...]:
        """The numbers not played yet."""
        dice = dice_of(self.roll)
        for step in self.steps:
            dice = left_over(dice, step.die)
        return dice

    @property
    def board(self) -> Position:
        """The present position, with the mover still on roll."""
        code = self.position.code
        for step in self.steps:
            code = next(after for one, after in steps_of(code, step.die) if one == step)
        return Position(code)

    def next_steps(self) -> tuple[Step, ...]:
        """Return the next steps of legal plays of the roll, from the rear."""
        return tuple(step for step, _ in may_begin(self.board.code, self.dice))

    @property
    def is_complete(self) -> bool:
        """Whether no further number can be played, so that the turn may be confirmed."""
        return not self.next_steps()

    @property
    def result(self) -> Position:
        """The position after the turn, the opponent on roll.

        Raises:
            PlayError: another number must be played.
        """
        if not self.is_complete:
            raise PlayError("steps_missing")
        return self.board.flipped()

    def step(self, source: int, target: int) -> Turn:
        """Return the turn with one more step, by whichever number fits.

        Raises:
            PlayError: no legal play continues with it; the code says why.
        """
        found = [
            step for step in self.next_steps() if (step.source, step.target) == (source, target)
        ]
        if not found:
            raise self._refusal(source, target)
        return self._with(min(found, key=lambda step: step.die))

    def play_die(self, source: int, die: int) -> Turn:
        """Return the turn with the checker on `source` moved by the number `die`.

        Raises:
            PlayError: no legal play continues with it; the code says why.
        """
        for step in self.next_steps():
            if (step.source, step.die) == (source, die):
                return self._with(step)
        raise self._refusal(source, max(source - die, OFF), die)

    def undo(self) -> Turn:
        """Return the turn without its last step.

        Raises:
            PlayError: there is no step.
        """
        if not self.steps:
            raise PlayError("nothing_to_undo_step")
        return replace(self, steps=self.steps[:-1])

    def problem(self, source: int, target: int) -> PlayError | None:
        """Return why a step is illegal now, or None."""
        try:
            self.step(source, target)
        except PlayError as error:
            return error
        return None

    def _with(self, step: Step) -> Turn:
        return replace(self, steps=(*self.steps, step))

    def _refusal(self, source: int, target: int, die: int | None = None) -> PlayError:
        """Return the reason: first what is visible on the board, then what the whole roll
        demands.
        """
        if not OFF <= target < source <= BAR:
            return PlayError("step_malformed", step=step_name(source, target))
        code, dice = self.board.code, self.dice
        mask, name = taken(code & LOW), step_name(source, target)
        if not dice or not may_begin(code, dice):
            return PlayError("turn_complete", step=name)
        if mask >= BAR_UNIT and source != BAR:
            return PlayError("bar_first", step=name)
        if not mask >> 4 * (source - 1) & 1:
            return PlayError("source_empty", step=name)
        usable = {one for one in dice if die in (None, one)}
        fitting = {
            one for one in usable if source - one == target or (target == OFF and one > source)
        }
        if not fitting:
            return PlayError("number_missing", step=name)
        if target == OFF:
            if mask >> 4 * HOME_POINT:
                return PlayError("not_home", step=name)
            if source not in fitting and mask >> 4 * source:
                return PlayError("rear_first", step=name)
        elif blots_and_blocks(code)[1] >> 4 * (target - 1) & 1:
            return PlayError("target_blocked", step=name)
        if len(set(dice)) == 2 and longest(code, dice) == 1:
            return PlayError("higher_number", step=name)
        return PlayError("numbers_left", step=name)
