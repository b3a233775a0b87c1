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
    GameError,
    PlayError,
    PositionError,
)
from games.rules.backgammon.game import BLACK, RULES_VERSION, WHITE, Game, Resignation
from games.rules.backgammon.match_id import game_from_ids, match_id
from games.rules.backgammon.options import Options
from games.rules.backgammon.play_text import play_text, read_play
from games.rules.backgammon.plays import Play, legal_plays, perft, play_of, results, step_graph
from games.rules.backgammon.position import START, Half, Position
from games.rules.backgammon.record import (
    Doubled,
    Dropped,
    GameRecord,
    MatchRecord,
    Move,
    Resigned,
    Rolled,
    Took,
    UnreadGame,
)
from games.rules.backgammon.record_errors import RecordError
from games.rules.backgammon.steps import Roll, Step
from games.rules.backgammon.turn import Turn
from games.rules.backgammon.xgid import game_from_xgid, xgid

__all__ = [
    "BLACK",
    "MESSAGES",
    "RULES_VERSION",
    "START",
    "WHITE",
    "BackgammonError",
    "Doubled",
    "Dropped",
    "Game",
    "GameError",
    "GameRecord",
    "Half",
    "MatchRecord",
    "Move",
    "Options",
    "Play",
    "PlayError",
    "Position",
    "PositionError",
    "RecordError",
    "Resignation",
    "Resigned",
    "Roll",
    "Rolled",
    "Step",
    "Took",
    "Turn",
    "UnreadGame",
    "game_from_ids",
    "game_from_xgid",
    "legal_plays",
    "match_id",
    "perft",
    "play_of",
    "play_text",
    "read_play",
    "results",
    "step_graph",
    "xgid",
]
