"""What a game of chess begins with: the array, an ending of the list, or a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from games.rules.agreed import choice, text
from games.rules.chess.endings import ENDINGS
from games.rules.chess.errors import GameError
from games.rules.chess.position import LONGEST_FEN, START, read_fen
from games.rules.coded import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Options:
    """`ending` is the code of an ending, `fen` a position; both blank mean the array."""

    ending: str = choice(
        "",
        _("Which position?"),
        {"": _("from the beginning"), **{code: one.name for code, one in ENDINGS.items()}},
        said=_("an ending: {value}"),
    )
    fen: str = text(
        _("Position to begin with (FEN)"),
        said=_("from the position {value}"),
        longest=LONGEST_FEN,
        help=_("The text by which programs of chess and draughts name a position."),
    )

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
            raise GameError("ending_and_fen")
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
