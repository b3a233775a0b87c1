"""Records in files: whichever of the formats a file has."""

from __future__ import annotations

import re
from typing import Final

from games.rules.backgammon.mat import read_mat
from games.rules.backgammon.record import MatchRecord
from games.rules.backgammon.record_text import text_of
from games.rules.backgammon.sgf import read_sgf

_TREE: Final = re.compile(r"\(\s*;\s*[A-Za-z]{1,20}\s*\[")


def read_record(content: str | bytes) -> MatchRecord:
    """Read a match in match text or as game trees, whatever text stands around it.

    Raises:
        RecordError: it is neither, or nothing of it can be read; the error has the line.
    """
    text = text_of(content)
    return read_sgf(text) if _TREE.search(text) else read_mat(text)
