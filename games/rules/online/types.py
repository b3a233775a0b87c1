"""What differs between the games that are played on a board, behind one interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol

from games.rules.online.backgammon import BACKGAMMON
from games.rules.online.chess import CHESS
from games.rules.online.dame import DAME
from games.rules.online.errors import OnlineError


class GameType(Protocol):
    """A game of two sides, 0 and 1. `game` is a value of the game's own rules.

    What the rules refuse they raise as their own `CodedError`.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    """What it is called, in English: “a game of chess”."""
    has_dice: ClassVar[bool]
    has_cube: ClassVar[bool]

    def options(self, data: Mapping[str, Any]) -> Any:
        """Return the options of the game that are saved as `data`."""

    def start(self, length: int | None, options: Mapping[str, Any]) -> Any:
        """Return the first game of a match of `length`, None for a single game."""

    def dump(self, game: Any) -> dict[str, Any]:
        """Return a game as JSON can hold it."""

    def read(self, data: Any) -> Any:
        """Return the game that `dump` wrote."""

    def position(self, game: Any) -> str:
        """Return the position as text, in the notation of the game."""

    def phase(self, game: Any) -> str:
        """Return what the game is waiting for; "over" at its end."""

    def actor(self, game: Any) -> int | None:
        """Return the side that acts next; None where either side may, or at the end."""

    def can(self, game: Any, side: int) -> Sequence[str]:
        """Return what a side can do now, by the names of steps."""

    def act(
        self, game: Any, side: int, do: str, payload: Mapping[str, Any]
    ) -> tuple[Any, Mapping[str, Any]]:
        """Return the game after a side's act, and the payload as the log keeps it."""

    def drawn(self, game: Any) -> Any:
        """Return the game ended by an agreed draw."""

    def is_match_over(self, game: Any) -> bool:
        """Tell whether nothing follows a game that is over."""

    def winner(self, game: Any) -> int | None:
        """Return who has won the match or the single game; None after a draw."""

    def following(self, game: Any) -> Any:
        """Return the next game of the match."""

    def score(self, game: Any) -> tuple[int, int]:
        """Return the points of both sides."""

    def can_win(self, game: Any, side: int) -> bool:
        """Tell whether a side can win at all; otherwise the other's time is a draw."""

    def forfeit_points(self, game: Any) -> int:
        """Return what a single game counts that a side loses by time."""

    def length(self, game: Any) -> int | None:
        """Return the points to which a match is played; None for a single game."""

    def ended(self, game: Any) -> tuple[str, int | None, int, int | None]:
        """Return how a game that is over has ended: see `Outcome` for by what, who has won, what it
        counts, and who would have to move.
        """


GAME_TYPES: Final[Mapping[str, GameType]] = {one.name: one for one in (BACKGAMMON, DAME, CHESS)}


def game_type(name: str) -> GameType:
    """Return a game by its name.

    Raises:
        OnlineError: it is not played here.
    """
    try:
        return GAME_TYPES[name]
    except KeyError:
        raise OnlineError("kind_unknown") from None
