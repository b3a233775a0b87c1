"""Chess between two, by the rules of the library `chess`, with a reason for every refusal.

>>> from games.rules.chess import Game, read_move
>>> game = Game()
>>> for text in ("f3", "e5", "g4", "Dh4"):
...     game = game.play(read_move(text, game.board))
>>> game.result
Result(winner=1, reason='checkmate')
"""

from games.rules.chess.answers import Answers, answers_to_check
from games.rules.chess.endings import ENDINGS, Ending
from games.rules.chess.errors import (
    MESSAGES,
    ChessError,
    GameError,
    MoveError,
    PositionError,
    RecordError,
)
from games.rules.chess.game import Game, Result
from games.rules.chess.move_text import problem, read_move
from games.rules.chess.options import ARRAY, Options
from games.rules.chess.position import BLACK, START, WHITE, read_fen

__all__ = [
    "ARRAY",
    "BLACK",
    "ENDINGS",
    "MESSAGES",
    "START",
    "WHITE",
    "Answers",
    "ChessError",
    "Ending",
    "Game",
    "GameError",
    "MoveError",
    "Options",
    "PositionError",
    "RecordError",
    "Result",
    "answers_to_check",
    "problem",
    "read_fen",
    "read_move",
]
