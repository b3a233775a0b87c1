"""The assistants at games without dice and cube, by the names of the games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from games.assistant.levels import LevelName
from games.lazy import Lazy

if TYPE_CHECKING:
    from games.assistant import chess, dame
else:
    chess, dame = Lazy("games.assistant.chess"), Lazy("games.assistant.dame")


class Assistant(Protocol):
    """How a game is played; `game` is a value of its rules, and each module here is one."""

    def chosen(self, game: Any, level: LevelName, seconds: float = ...) -> tuple[str, str]:
        """Return what the side to move does, by the name of the act, and its text.

        It thinks no longer than its level does, and than there are `seconds` left.
        """

    def accepts_draw(self, game: Any, side: int) -> bool:
        """Tell whether a draw that the other side offers is taken."""

    def claims_draw(self, game: Any, side: int) -> bool:
        """Tell whether a draw is claimed that may be."""


ASSISTANTS: Final[Mapping[str, Assistant]] = {"dame": dame, "chess": chess}
