"""An engine that asks another one only what it has not been asked before."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, MutableMapping
from typing import Any, Final, TypeVar

from games.assistant.engine import CubeRating, Engine, MatchTable, RatedPlay, Stakes
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import Roll

T = TypeVar("T")

Cache = MutableMapping[Hashable, Any]
"""Answers by engine, question, position, roll and stakes; a dict, or anything that forgets."""


class RememberingEngine:
    """Keeps answers by position in a cache that is given to it, and may be shared."""

    def __init__(self, engine: Engine, cache: Cache) -> None:
        self.name: Final = engine.name
        self.table: Final = engine.table
        self.match_chance: Final[MatchTable] = engine.match_chance
        self._engine = engine
        self._cache = cache

    def rate_plays(self, position: Position, roll: Roll, stakes: Stakes) -> tuple[RatedPlay, ...]:
        """Return every legal play of a roll, the best first."""
        roll = max(roll), min(roll)
        return self._kept(
            ("plays", position, roll, stakes),
            lambda: self._engine.rate_plays(position, roll, stakes),
        )

    def rate_cube(self, position: Position, stakes: Stakes) -> CubeRating:
        """Rate the cube of the side on roll."""
        return self._kept(
            ("cube", position, stakes), lambda: self._engine.rate_cube(position, stakes)
        )

    def rate_rolls(self, position: Position, stakes: Stakes) -> Mapping[Roll, float]:
        """Return what each roll is worth."""
        return self._kept(
            ("rolls", position, stakes), lambda: self._engine.rate_rolls(position, stakes)
        )

    def _kept(self, question: Hashable, ask: Callable[[], T]) -> T:
        key = self.name, question
        if (known := self._cache.get(key)) is None:
            known = self._cache[key] = ask()
        answer: T = known
        return answer
