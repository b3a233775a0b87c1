"""How strong the assistant plays, and with which engine.

*easy* weighs checkers by the own engine and is often not sure; *medium* plays what the networks of
Open Sage find at a glance, or something nearly as good; *strong* looks a roll further and plays the
best. Cubes are always decided by the best engine there is. Where `bgsage` is not installed, the own
engine does it all, and `has_sage` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from games.assistant.engine import Engine
from games.assistant.own import OwnEngine
from games.assistant.sage import SageEngine, is_installed

LevelName = Literal["easy", "medium", "strong"]


@dataclass(frozen=True, slots=True)
class Level:
    """How plays are chosen.

    `plies`: how far Open Sage looks, 0 for the own engine. `tolerance`: plays that lose no more
    equity than this are taken as equally good. `doubt`: by how much equity, one standard deviation,
    each play is misjudged.
    """

    plies: int
    tolerance: float = 0.0
    doubt: float = 0.0


LEVELS: Final[dict[LevelName, Level]] = {
    "easy": Level(0, doubt=0.06),
    "medium": Level(1, tolerance=0.04),
    "strong": Level(2),
}

CUBE_PLIES: Final = 2
"""All levels decide cubes, and the analysis everything, at this depth."""


@cache
def engine_of(plies: int) -> Engine:
    """Return the engine that looks so far ahead, loaded once; the own one where there is none."""
    if plies and is_installed():
        try:
            return SageEngine(plies)
        except (ImportError, OSError):  # installed, and broken
            return OwnEngine()
    return OwnEngine()


def has_sage() -> bool:
    """Whether Open Sage plays; otherwise the own engine plays all levels, cubes by chances.

    A page may ask: nothing is loaded for the answer.
    """
    return is_installed()
