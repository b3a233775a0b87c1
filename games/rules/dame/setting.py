"""What two agree on before a game: its options, and the position that it begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.rules.agreed import text
from games.rules.coded import gettext_noop as _
from games.rules.dame.errors import PositionError
from games.rules.dame.game import Game
from games.rules.dame.options import Options
from games.rules.dame.position import START, Position

LONGEST_FEN: Final = 200
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Setting(Options):
    """The options, and `fen`, a position to begin with; blank means the usual beginning."""

    fen: str = text(
        _("Position to begin with (FEN)"),
        said=_("from the position {value}"),
        longest=LONGEST_FEN,
        help=_("The text by which programs of chess and draughts name a position."),
    )

    def __post_init__(self) -> None:
        """Check options and position.

        Raises:
            GameError: there is no such option.
            PositionError: a game cannot begin in this position.
        """
        Options.__post_init__(self)
        said: object = self.fen
        if not isinstance(said, str) or len(said) > LONGEST_FEN:
            raise PositionError("fen_malformed", text=str(said)[:_SHOWN])
        position = Position.from_fen(said) if said.strip() else START
        if Game.begin(position, self.rules).result is not None:
            raise PositionError("fen_over")
        object.__setattr__(self, "fen", "" if position == START else position.fen)

    @property
    def rules(self) -> Options:
        """The options alone."""
        return Options(self.landing, self.backward, self.huffing)

    @property
    def position(self) -> Position:
        """The position that the game begins with."""
        return Position.from_fen(self.fen) if self.fen else START

    @property
    def is_from_beginning(self) -> bool:
        """Whether it is a whole game, not the end of one."""
        return not self.fen
