"""The assistant: engines that judge backgammon, and a player made of them. It knows no Django.

>>> from games.assistant import choose
>>> from games.rules.backgammon import Game
>>> from games.rules.backgammon.match_score import MatchScore
>>> choice = choose(Game(MatchScore(7)).open(3, 1), "strong")
>>> [str(step) for step in choice.play.steps]
['8/5', '6/5']
"""

from games.assistant.choosing import Choice, accepts_draw, choose, get_ready
from games.assistant.engine import Chances, CubeRating, Engine, RatedPlay, Stakes
from games.assistant.levels import LEVELS, LevelName, engine_of, has_sage

__all__ = [
    "LEVELS",
    "Chances",
    "Choice",
    "CubeRating",
    "Engine",
    "LevelName",
    "RatedPlay",
    "Stakes",
    "accepts_draw",
    "choose",
    "engine_of",
    "get_ready",
    "has_sage",
]
