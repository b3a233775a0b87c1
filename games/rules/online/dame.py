"""Dame on the board: the acts of its rules by the names that the log uses."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, ClassVar, Final

from games.rules.coded import gettext_noop
from games.rules.dame import (
    Game,
    GameError,
    Huff,
    Move,
    Options,
    Position,
    Result,
    Setting,
    read_move,
)
from games.rules.dame.game import REPETITIONS
from games.rules.online.errors import OnlineError


class Dame:
    """See `games.rules.online.types.GameType`. Every board is a single game."""

    name: ClassVar[str] = "dame"
    title: ClassVar[str] = gettext_noop("Dame")
    has_dice: ClassVar[bool] = False
    has_cube: ClassVar[bool] = False

    def options(self, data: Mapping[str, Any]) -> Setting:
        return Setting.from_json(data)

    def start(self, length: int | None, options: Mapping[str, Any]) -> Game:
        if length is not None:
            raise OnlineError("length_none")
        setting = Setting.from_json(options)
        return Game.begin(setting.position, setting.rules)

    def dump(self, game: Game) -> dict[str, Any]:
        result = game.result
        return {
            "position": game.position.fen,
            "options": game.options.to_json(),
            "seen": [[position.fen, list(squares)] for position, squares in game.seen],
            "huffable": list(game.huffable),
            "king_moves": game.king_moves,
            "result": None if result is None else [result.winner, result.reason],
        }

    def read(self, data: Any) -> Game:
        result = data["result"]
        return Game(
            position=Position.from_fen(data["position"]),
            options=Options.from_json(data["options"]),
            seen=tuple((Position.from_fen(fen), tuple(squares)) for fen, squares in data["seen"]),
            huffable=tuple(data["huffable"]),
            king_moves=data["king_moves"],
            result=None if result is None else Result(*result),
        )

    def position(self, game: Game) -> str:
        return game.position.fen

    def phase(self, game: Game) -> str:
        return "over" if game.result else "play"

    def actor(self, game: Game) -> int | None:
        return game.turn

    def can(self, game: Game, side: int) -> tuple[str, ...]:
        """Return what a side can do; who is not to move may claim a draw or resign."""
        if game.result:
            return ()
        claim = ("claim",) if game.repetitions >= REPETITIONS else ()
        if game.turn != side:
            return (*claim, "resign")
        moves = ("play",) if game.legal_moves() else ()
        return (*moves, *(("huff",) if game.huffable else ()), *claim, "resign")

    def act(
        self, game: Game, side: int, do: str, payload: Mapping[str, Any]
    ) -> tuple[Game, Mapping[str, Any]]:
        """Return the game after an act.

        `play` takes its `text`, `huff` the `square` whose piece is removed. The log keeps a move
        with its whole path, and the captured squares at its last step.

        Raises:
            DameError: the rules refuse it.
            OnlineError: it is the other side's turn, or nothing that is done at this board.
        """
        match do:
            case "resign":
                return game.resign(side), {}
            case "claim":
                return game.claim_repetition(), {}
        if game.turn != side:
            raise OnlineError("not_your_turn") if game.turn is not None else GameError("game_over")
        match do:
            case "play":
                return self._played(game, str(payload.get("text", "")))
            case "huff":
                square = payload.get("square")
                if type(square) is not int:
                    raise OnlineError("play_text_missing")
                return game.play(Huff(square)), {"square": square}
        raise OnlineError("step_unknown")

    def drawn(self, game: Game) -> Game:
        return game.offer_draw(0).accept_draw(1)

    def is_match_over(self, game: Game) -> bool:
        return game.result is not None

    def winner(self, game: Game) -> int | None:
        return None if game.result is None else game.result.winner

    def following(self, game: Game) -> Game:
        raise OnlineError("board_over")

    def score(self, game: Game) -> tuple[int, int]:
        winner = self.winner(game)
        return int(winner == 0), int(winner == 1)

    def can_win(self, game: Game, side: int) -> bool:
        return True

    def forfeit_points(self, game: Game) -> int:
        return 1

    def length(self, game: Game) -> int | None:
        return None

    def ended(self, game: Game) -> tuple[str, int | None, int, int | None]:
        assert game.result is not None
        winner = game.result.winner
        return game.result.reason, winner, int(winner is not None), game.position.turn

    def _played(self, game: Game, text: str) -> tuple[Game, Mapping[str, Any]]:
        if not text.strip():
            raise OnlineError("play_text_missing")
        move = read_move(text, game.position, game.options)
        return game.play(move), {"text": move.text, "steps": steps_of(move)}


def steps_of(move: Move) -> list[list[Any]]:
    """Return a move as steps, `[from, to, captured]`; pieces leave after the last one."""
    steps: list[list[Any]] = [[source, target, []] for source, target in pairwise(move.path)]
    steps[-1][2] = list(move.captured)
    return steps


DAME: Final = Dame()
