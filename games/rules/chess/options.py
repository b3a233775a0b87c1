"""What a game of chess begins with: the array, an ending of the list, or a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from games.rules.chess.endings import ENDINGS
from games.rules.chess.errors import GameError
from games.rules.chess.position import START, read_fen


@dataclass(frozen=True, slots=True)
class Options:
    """`ending` is the code of an ending, `fen` a position; both blank mean the array."""

    ending: str = ""
    fen: str = ""

    def __post_init__(self) -> None:
        """Check the options.

        Raises:
            GameError: there is no such ending, or both are said.
            PositionError: a game cannot begin in this position.
        """
        said: tuple[object, ...] = (self.ending, self.fen)
        if not all(isinstance(one, str) for one in said):
            raise GameError("options_malformed")
        if self.ending and self.ending not in ENDINGS:
            raise GameError("ending_unknown")
        if self.ending and self.fen:
            raise GameError("options_malformed")
        if self.fen:
            object.__setattr__(self, "fen", read_fen(self.fen))

    @property
    def start(self) -> str:
        """The position that the game begins with."""
        return ENDINGS[self.ending].fen if self.ending else self.fen or START

    @property
    def is_from_beginning(self) -> bool:
        """Whether it is a whole game, not the end of one."""
        return not self.ending and self.start == START

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Options:
        """Read what `to_json` wrote; missing options take their default.

        Raises:
            ChessError: the data are not options.
        """
        names = {field.name for field in fields(cls)}
        if not isinstance(data, Mapping) or not data.keys() <= names:
            raise GameError("options_malformed")
        return cls(**data)


ARRAY = Options()
"""The game from its beginning."""
