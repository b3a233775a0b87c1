"""The rules of backgammon between two: positions and plays, the score of a match and its log.

>>> from games.rules.backgammon import START, Turn, legal_plays
>>> len(legal_plays(START, (3, 1)))
16
>>> [str(step) for step in Turn(START, (5, 5)).next_steps()]
['13/8', '8/3']
"""

from games.rules.backgammon.errors import (
    MESSAGES,
    BackgammonError,
    PlayError,
    PositionError,
)
from games.rules.backgammon.plays import Play, legal_plays, perft, play_of, results, step_graph
from games.rules.backgammon.position import START, Half, Position
from games.rules.backgammon.steps import Roll, Step
from games.rules.backgammon.turn import Turn

__all__ = [
    "MESSAGES",
    "START",
    "BackgammonError",
    "Half",
    "Play",
    "PlayError",
    "Position",
    "PositionError",
    "Roll",
    "Step",
    "Turn",
    "legal_plays",
    "perft",
    "play_of",
    "results",
    "step_graph",
]
