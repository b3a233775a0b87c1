"""Match text (``.mat``): read in two dialects, written in one."""

from games.rules.backgammon.mat.reader import read_mat
from games.rules.backgammon.mat.writer import write_mat

__all__ = ["read_mat", "write_mat"]
