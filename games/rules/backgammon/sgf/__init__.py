"""The Smart Game Format for backgammon (``GM[6]``): read and written, a game tree for each game."""

from games.rules.backgammon.sgf.reader import read_sgf
from games.rules.backgammon.sgf.writer import write_sgf

__all__ = ["read_sgf", "write_sgf"]
