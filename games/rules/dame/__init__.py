"""The rules of Dame between two, as two German sources have them.

>>> from games.rules.dame import START, legal_moves
>>> [str(move) for move in legal_moves(START)]
['21-17', '22-17', '22-18', '23-18', '23-19', '24-19', '24-20']
"""

from games.rules.dame.errors import (
    MESSAGES,
    DameError,
    GameError,
    MoveError,
    PositionError,
    RecordError,
)
from games.rules.dame.game import Game, Huff, Result, Series
from games.rules.dame.move_text import captured_along, move_along, problem, read_move
from games.rules.dame.moves import Move, capturing_moves, legal_moves, perft, result
from games.rules.dame.options import Landing, Options
from games.rules.dame.position import START, Position
from games.rules.dame.setting import Setting
from games.rules.dame.squares import BLACK, WHITE

__all__ = [
    "BLACK",
    "MESSAGES",
    "START",
    "WHITE",
    "DameError",
    "Game",
    "GameError",
    "Huff",
    "Landing",
    "Move",
    "MoveError",
    "Options",
    "Position",
    "PositionError",
    "RecordError",
    "Result",
    "Series",
    "Setting",
    "captured_along",
    "capturing_moves",
    "legal_moves",
    "move_along",
    "perft",
    "problem",
    "read_move",
    "result",
]
