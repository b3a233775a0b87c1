"""A board game that two play online, as a record: seats, dice, turns, offers, the clock, the end.

Pure, like all rules. A board is a value; a step of its log gives the next one or refuses. What
differs between games stands behind `GameType`.
"""

from games.rules.online.backgammon import BACKGAMMON
from games.rules.online.board import (
    Board,
    ChouetteBoard,
    Ending,
    Holiday,
    Offer,
    Series,
    Turned,
)
from games.rules.online.chess import CHESS
from games.rules.online.dame import DAME
from games.rules.online.errors import OnlineError
from games.rules.online.offers import acted
from games.rules.online.outcome import Outcome, outcome_of
from games.rules.online.seeds import Dice, SeatSeed
from games.rules.online.steps import Step, applied, board_of
from games.rules.online.transcript import Ply, match_record, member_record, plies_of
from games.rules.online.types import GAME_TYPES, GameType, game_type

__all__ = [
    "BACKGAMMON",
    "CHESS",
    "DAME",
    "GAME_TYPES",
    "Board",
    "ChouetteBoard",
    "Dice",
    "Ending",
    "GameType",
    "Holiday",
    "Offer",
    "OnlineError",
    "Outcome",
    "Ply",
    "SeatSeed",
    "Series",
    "Step",
    "Turned",
    "acted",
    "applied",
    "board_of",
    "game_type",
    "match_record",
    "member_record",
    "outcome_of",
    "plies_of",
]
