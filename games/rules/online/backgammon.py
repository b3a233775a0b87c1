"""Backgammon on the board: the acts of its rules by the names that the log uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final, cast

from games.rules.backgammon import Game, GameError, Options
from games.rules.backgammon.match_score import Level, MatchScore
from games.rules.backgammon.play_text import play_text, read_play
from games.rules.coded import gettext_noop
from games.rules.online.errors import OnlineError


class Backgammon:
    """See `games.rules.online.types.GameType`."""

    name: ClassVar[str] = "backgammon"
    title: ClassVar[str] = gettext_noop("backgammon")
    has_dice: ClassVar[bool] = True
    has_cube: ClassVar[bool] = True

    def options(self, data: Mapping[str, Any]) -> Options:
        return Options.from_json(data)

    def start(self, length: int | None, options: Mapping[str, Any]) -> Game:
        return Game(MatchScore(length), Options.from_json(options))

    def dump(self, game: Game) -> dict[str, Any]:
        return game.to_json()

    def read(self, data: Any) -> Game:
        return Game.from_json(data)

    def position(self, game: Game) -> str:
        return game.position.id

    def phase(self, game: Game) -> str:
        return game.phase

    def actor(self, game: Game) -> int | None:
        return game.actor

    def can(self, game: Game, side: int) -> tuple[str, ...]:
        """Return what a side can do; both may roll for the opening, and resign at any time."""
        if game.phase == "over":
            return ()
        if game.phase == "opening":
            return ("roll",)
        if game.actor != side:
            return ("resign",) if game.phase in ("roll", "play") else ()
        match game.phase:
            case "roll":
                double = () if game.cube_problem(side) or not game.has_cube else ("double",)
                return ("roll", *double, "resign")
            case "play":
                return ("play", "resign")
            case "answer":
                return ("take", "drop", *(("beaver",) if game.may_beaver else ()))
        return ("accept", "refuse")

    def act(
        self, game: Game, side: int, do: str, payload: Mapping[str, Any]
    ) -> tuple[Game, Mapping[str, Any]]:
        """Return the game after an act.

        `roll` takes `dice`, `play` its `text`, `resign` a `level`. The log keeps a play in own
        points and by its result, so that it reads the same later.

        Raises:
            GameError, PlayError, MatchError: the rules refuse it.
            OnlineError: it is the other side's turn, or nothing that is done at this board.
        """
        if do != "resign" and game.actor not in (None, side):
            raise OnlineError("not_your_turn")
        match do:
            case "roll":
                first, second = payload["dice"]
                rolled = game.open if game.phase == "opening" else game.rolls
                return rolled(first, second), payload
            case "play":
                return self._played(game, side, str(payload.get("text", "")))
            case "double":
                return game.double(side), {}
            case "take":
                return game.take(), {}
            case "drop":
                return game.drop(), {}
            case "beaver":
                return game.beaver(), {}
            case "resign":
                level = str(payload.get("level") or "single")
                return game.resign(side, cast("Level", level)), {"level": level}
            case "accept":
                return game.accept(), {}
            case "refuse":
                return game.refuse(), {}
        raise OnlineError("step_unknown")

    def drawn(self, game: Game) -> Game:
        return game.drawn()

    def is_match_over(self, game: Game) -> bool:
        return game.phase == "over" and (game.is_money or game.score.is_over)

    def winner(self, game: Game) -> int | None:
        if game.is_money:
            return None if game.result is None else game.result.winner
        return game.score.winner

    def following(self, game: Game) -> Game:
        return game.next()

    def score(self, game: Game) -> tuple[int, int]:
        return game.score.shown

    def can_win(self, game: Game, side: int) -> bool:
        return True

    def forfeit_points(self, game: Game) -> int:
        return game.score.cube.value

    def length(self, game: Game) -> int | None:
        return game.score.length

    def ended(self, game: Game) -> tuple[str, int | None, int, int | None]:
        """Return how a game has ended; points beyond the length of the match do not count."""
        result = game.result
        if result is None:
            return "agreed", None, 0, None
        level = "" if result.level in (None, "single") else f"_{result.level}"
        by = "drop" if result.how == "drop" else f"{result.how}{level}"
        before = replace(game.score, games=game.score.games[:-1])
        won, had = game.score.shown[result.winner], before.shown[result.winner]
        return by, result.winner, won - had, None

    def _played(self, game: Game, side: int, text: str) -> tuple[Game, Mapping[str, Any]]:
        if game.phase != "play":
            raise GameError(f"waits_{game.phase}")
        if not text.strip():
            raise OnlineError("play_text_missing")
        assert game.roll is not None
        play = read_play(text, game.position, game.roll, side)
        steps = [[step.source, step.target, step.hits] for step in play.steps]
        kept = {"text": play_text(play), "steps": steps, "result": play.result.id}
        return game.plays(play.result), kept


BACKGAMMON: Final = Backgammon()
