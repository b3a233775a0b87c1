"""Positions, plays and steps as the script of the board reads them: places, pieces and numbers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from games.rules.backgammon import WHITE, Play, Position, Roll, Step, step_graph
from games.rules.backgammon.board import BAR, CHECKERS, OFF
from games.rules.backgammon.play_text import walks_of

Piece = tuple[str, int, str]
"""A place, a side and a kind of piece."""


def place_of(point: int, side: int) -> str:
    """Return the place of a side's own point: a field 1 to 24, or its bar or tray."""
    if point in (BAR, OFF):
        return f"{'bar' if point == BAR else 'off'}{side}"
    return str(point if side == WHITE else BAR - point)


def pieces_of(position: Position, turn: int) -> list[Piece]:
    """Return all thirty checkers of a position that is seen by `turn`, from the bottom up."""
    pieces: list[Piece] = []
    for side in (0, 1):
        half = position.own if side == turn else position.opp
        for point, count in enumerate(half, 1):
            pieces += [(place_of(point, side), side, "man")] * count
        pieces += [(place_of(OFF, side), side, "man")] * (CHECKERS - sum(half))
    return pieces


def step_of(step: Step, side: int) -> list[Any]:
    """Return a step as `[from, to, others]`; others are the checkers that it sends to the bar."""
    target = place_of(step.target, side)
    others = [[target, f"bar{1 - side}"]] if step.hits else []
    return [place_of(step.source, side), target, others]


def play_graph(position: Position, roll: Roll, side: int) -> list[list[list[Any]]]:
    """Return the legal steps of a roll: for each partial turn `[from, to, die, next, others]`.

    Partial turn 0 has no step yet; one without further steps is complete.
    """
    return [
        [_way(step, after, side) for step, after in ways] for ways in step_graph(position, roll)
    ]


def _way(step: Step, after: int, side: int) -> list[Any]:
    source, target, others = step_of(step, side)
    return [source, target, step.die, after, others]


def steps_of_play(play: Play, side: int) -> list[list[Any]]:
    return [step_of(step, side) for step in play.steps]


def steps_of_text(text: str, side: int) -> list[list[Any]]:
    """Return the steps of a play as `play_text` writes it, those of a checker in one.

    It is not held against the rules: it must come from them.
    """
    steps: list[list[Any]] = []
    hit: set[int] = set()
    for walk in walks_of(text):
        for source, target in pairwise(walk.stops):
            place = place_of(target, side)
            hits = target in walk.marked and target not in hit
            hit |= {target} if hits else set()
            others = [[place, f"bar{1 - side}"]] if hits else []
            steps.append([place_of(source, side), place, others])
    return steps


def counted(pieces: Iterable[Piece]) -> dict[str, list[int]]:
    """Return for each place the sides of its pieces, from the bottom up."""
    stacks: dict[str, list[int]] = {}
    for place, side, _kind in pieces:
        stacks.setdefault(place, []).append(side)
    return stacks
