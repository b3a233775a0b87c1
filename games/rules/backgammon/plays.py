"""The legal plays of a roll: whole turns, each distinct result once."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.backgammon.board import HALF, LOW
from games.rules.backgammon.errors import PlayError
from games.rules.backgammon.generator import boards_after
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import Roll, Step, dice_of, left_over, may_begin


@dataclass(frozen=True, slots=True)
class Play:
    """A whole turn: one order of steps that leads to `result`, the opponent on roll.

    Without steps it is a dance: no number could be played.
    """

    steps: tuple[Step, ...]
    result: Position

    @property
    def hits(self) -> frozenset[int]:
        """The mover's points on which a checker was hit."""
        return frozenset(step.target for step in self.steps if step.hits)


def results(position: Position, roll: Roll) -> list[Position]:
    """Return every distinct position after a legal play, with the opponent on roll; the fast way.

    The list is empty if nothing can be played.

    Raises:
        PlayError: the roll is not two numbers from 1 to 6.
    """
    high, low = (*dice_of(roll), 0)[:2]
    return [
        Position(code >> HALF | (code & LOW) << HALF)
        for code in boards_after(position.code, high, low)
    ]


def legal_plays(position: Position, roll: Roll) -> tuple[Play, ...]:
    """Return a play for each distinct result, the rearmost checkers' plays first.

    Of several orders with the same result it has the one that begins with the rearmost checker and
    the higher number. It is empty if nothing can be played.

    Raises:
        PlayError: the roll is not two numbers from 1 to 6.
    """
    plays: dict[int, tuple[Step, ...]] = {}
    dice = dice_of(roll)
    is_double = len(dice) == 4

    def follow(code: int, dice: tuple[int, ...], steps: tuple[Step, ...]) -> None:
        further = may_begin(code, dice)
        if not further and steps:
            plays.setdefault(code, steps)
        for step, after in further:
            # The steps of a double can always be sorted from the rear, so one order is enough.
            if not (is_double and steps and step.source > steps[-1].source):
                follow(after, left_over(dice, step.die), (*steps, step))

    follow(position.code, dice, ())
    ordered = sorted(plays.items(), key=lambda one: [-step.source for step in one[1]])
    return tuple(Play(steps, Position(code).flipped()) for code, steps in ordered)


def play_of(position: Position, roll: Roll, result: Position) -> Play:
    """Return the play of a roll that leads to a result, as `legal_plays` orders its steps.

    Raises:
        PlayError: no legal play leads to it.
    """
    for play in legal_plays(position, roll):
        if play.result == result:
            return play
    raise PlayError("play_illegal", text=result.id)


StepGraph = tuple[tuple[tuple[Step, int], ...], ...]


def step_graph(position: Position, roll: Roll) -> StepGraph:
    """Return all partial turns of a roll: for each, its next steps and the turns they lead to.

    Turn 0 has no step yet; a turn without next steps is complete. Step orders with the same board
    and the same remaining numbers are one turn, so that the graph of a double stays small.

    Raises:
        PlayError: the roll is not two numbers from 1 to 6.
    """
    start = (position.code, dice_of(roll))
    places = {start: 0}
    waiting = [start]
    graph: list[tuple[tuple[Step, int], ...]] = []
    for code, dice in waiting:
        ways = []
        for step, after in may_begin(code, dice):
            turn = (after, left_over(dice, step.die))
            if turn not in places:
                places[turn] = len(waiting)
                waiting.append(turn)
            ways.append((step, places[turn]))
        graph.append(tuple(ways))
    return tuple(graph)


def perft(position: Position, depth: int) -> int:
    """Return in how many ways `depth` rolls can be played; each distinct result counts, also a
    dance.

    Each of the 21 rolls counts once.
    """
    known: dict[tuple[int, int], int] = {}

    def count(code: int, depth: int) -> int:
        if (code, depth) in known:
            return known[code, depth]
        total = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                boards = boards_after(code, high, low) or [code]
                if depth == 1:
                    total += len(boards)
                else:
                    total += sum(
                        count(board >> HALF | (board & LOW) << HALF, depth - 1) for board in boards
                    )
        known[code, depth] = total
        return total

    return count(position.code, depth)
