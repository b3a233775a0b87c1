"""Chess on the board: the acts of its rules by the names that the log uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import chess

from games.rules.chess import Game, GameError, Options, Result, read_move
from games.rules.coded import gettext_noop
from games.rules.online.errors import OnlineError


class Chess:
    """See `games.rules.online.types.GameType`. Every board is a single game."""

    name: ClassVar[str] = "chess"
    title: ClassVar[str] = gettext_noop("chess")
    has_dice: ClassVar[bool] = False
    has_cube: ClassVar[bool] = False

    def options(self, data: Mapping[str, Any]) -> Options:
        return Options.from_json(data)

    def start(self, length: int | None, options: Mapping[str, Any]) -> Game:
        if length is not None:
            raise OnlineError("length_none")
        return Game.begin(Options.from_json(options))

    def dump(self, game: Game) -> dict[str, Any]:
        result = game.result
        return {
            "start": game.start,
            "moves": " ".join(game.moves),
            "result": None if result is None else [result.winner, result.reason],
        }

    def read(self, data: Any) -> Game:
        result = data["result"]
        ended = None if result is None else Result(*result)
        return Game(data["start"], tuple(data["moves"].split()), ended)

    def position(self, game: Game) -> str:
        return game.fen

    def phase(self, game: Game) -> str:
        return "over" if game.result else "play"

    def actor(self, game: Game) -> int | None:
        return game.turn

    def can(self, game: Game, side: int) -> tuple[str, ...]:
        """Return what a side can do; who is not to move may claim a draw or resign."""
        if game.result:
            return ()
        claim = ("claim",) if game.may_claim else ()
        return ("play", *claim, "resign") if game.turn == side else (*claim, "resign")

    def act(
        self, game: Game, side: int, do: str, payload: Mapping[str, Any]
    ) -> tuple[Game, Mapping[str, Any]]:
        """Return the game after an act; `play` takes its `text`, and the log keeps it as in books.

        Raises:
            ChessError: the rules refuse it.
            OnlineError: it is the other side's turn, or nothing that is done at this board.
        """
        match do:
            case "resign":
                return game.resign(side), {}
            case "claim":
                return game.claim(), {}
            case "play":
                return self._played(game, side, str(payload.get("text", "")))
        raise OnlineError("step_unknown")

    def drawn(self, game: Game) -> Game:
        return game.agree()

    def is_match_over(self, game: Game) -> bool:
        return game.result is not None

    def winner(self, game: Game) -> int | None:
        return None if game.result is None else game.result.winner

    def following(self, game: Game) -> Any:
        raise OnlineError("board_over")

    def score(self, game: Game) -> tuple[int, int]:
        winner = self.winner(game)
        return int(winner == 0), int(winner == 1)

    def can_win(self, game: Game, side: int) -> bool:
        return game.can_win(side)

    def forfeit_points(self, game: Game) -> int:
        return 1

    def length(self, game: Game) -> int | None:
        return None

    def ended(self, game: Game) -> tuple[str, int | None, int, int | None]:
        assert game.result is not None
        winner = game.result.winner
        return game.result.reason, winner, int(winner is not None), int(not game.board.turn)

    def _played(self, game: Game, side: int, text: str) -> tuple[Game, Mapping[str, Any]]:
        if game.turn != side:
            raise GameError("game_over") if game.turn is None else OnlineError("not_your_turn")
        if not text.strip():
            raise OnlineError("play_text_missing")
        move = read_move(text, game.board)
        ends = [chess.square_name(move.from_square), chess.square_name(move.to_square)]
        return game.play(move), {"text": game.board.san(move), "steps": [ends]}


CHESS: Final = Chess()
