"""Takes down a game move by move and holds every move against the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.rules.backgammon.errors import GameError, PlayError
from games.rules.backgammon.game import Game
from games.rules.backgammon.generator import legal_boards
from games.rules.backgammon.match_score import LEVELS, NEW_CUBE, Cube, Level, MatchGame, MatchScore
from games.rules.backgammon.options import UNLIMITED, Options
from games.rules.backgammon.play_text import read_play
from games.rules.backgammon.plays import Play
from games.rules.backgammon.record import (
    Doubled,
    Dropped,
    GameRecord,
    Move,
    Resigned,
    Rolled,
    Took,
)
from games.rules.backgammon.steps import Roll, dice_of

ANY_OPTIONS: Final = Options(cube_limit=None, jacoby=False, animals=UNLIMITED)
"""A record does not say what was agreed, so whatever some house plays is allowed."""


class Recorder:
    """One game of a match that is being read; `score` is that before the game."""

    def __init__(self, score: MatchScore) -> None:
        self.before = score
        self.game = Game(score, ANY_OPTIONS)
        self.moves: list[Move] = []

    @property
    def is_decided(self) -> bool:
        """Whether the board or a drop says who has won."""
        return self.game.result is not None

    def roll(self, side: int, roll: Roll, text: str | None) -> None:
        """Take down a roll with its play, in own points; "" if none was made, None if it is lost.

        A roll that could be played and was not is fine only where the game ends by it.

        Raises:
            GameError, PlayError: it is not their turn, or the play is not legal.
        """
        dice_of(roll)
        game = self.game if self.game.turn is not None else replace(self.game, turn=side)
        self._check(game, "roll")
        self._check_side(game, side)
        play: Play | None = None
        if text is None:
            self.game = replace(game, position=game.position.flipped(), turn=1 - side)
        elif text == "" and legal_boards(game.position.code, *roll):
            self.game = game.rolls(*roll)
        else:
            play = read_play(text, game.position, roll)
            rolled = game.rolls(*roll)
            self.game = rolled.plays(play.result) if play.steps else rolled
        self.moves.append(Rolled(side, roll, play))

    def double(self, side: int, value: int | None = None) -> None:
        """Take down a double, or the answer of who was doubled: a beaver, a raccoon.

        `value` is what the record says the cube goes to.

        Raises:
            GameError, MatchError: it is not allowed.
        """
        if self.game.phase == "answer":
            self._check_side(self.game, side)
            game = self.game.beaver()
        else:
            self._check(self.game, "roll")
            self._check_side(self.game, side)
            game = self._with_automatics(value).double(side)
        asked = game.score.cube.value * 2
        if value not in (None, asked):
            raise GameError("cube_value", value=asked, written=value or 0)
        self.game = game
        self.moves.append(Doubled(side, asked))

    def take(self, side: int) -> None:
        """Take down that a double, or an animal, is accepted.

        Raises:
            GameError: nothing was offered to this side.
        """
        self._check(self.game, "answer")
        self._check_side(self.game, side)
        self.game = self.game.take()
        self.moves.append(Took(side))

    def drop(self, side: int) -> None:
        """Take down that a double, or an animal, is dropped.

        Raises:
            GameError: nothing was offered to this side.
        """
        self._check(self.game, "answer")
        self._check_side(self.game, side)
        self.game = self.game.drop()
        self.moves.append(Dropped(side))

    def resign(self, side: int, level: Level) -> None:
        """Take down that a side gives up and the other accepts.

        Raises:
            MatchError: a double waits for its answer.
        """
        score = self.game.score.resign(side, level)
        self.game = replace(self.game, score=score, offer=None, result=score.games[-1])
        self.moves.append(Resigned(side, level))

    def end(self, winner: int, points: int) -> GameRecord:
        """Return the record of the game, which `winner` has won as the record says.

        Points may be capped at what the winner needed, or not. A board may have been counted lower
        than it is: under Jacoby's rule, which some sites play in what they call a match.

        Raises:
            GameError, MatchError: somebody else has won, or the game cannot bring these points.
        """
        if self.game.result is None:
            self._give_up(winner, points)
        result = self.game.result
        assert result is not None
        if result.winner != winner:
            raise GameError("winner_wrong")
        if points not in (result.points, self._capped(winner, result.points)):
            self._count_lower(result, points)
        return self.record()

    def record(self) -> GameRecord:
        """Return the record of a decided game.

        Raises:
            GameError: nobody has won.
        """
        result = self.game.result
        if result is None:
            raise GameError("game_unfinished")
        points = self._capped(result.winner, result.points)
        return GameRecord(
            self.before.shown,
            tuple(self.moves),
            result.winner,
            points,
            result.how,
            result.is_crawford,
        )

    # within

    def _give_up(self, winner: int, points: int) -> None:
        """Nobody says how: a double that was not answered is dropped, any other game resigned."""
        cube = self.game.score.cube
        if cube.doubler is not None and cube.doubler == winner:
            self.drop(1 - winner)
            return
        for level, times in LEVELS.items():
            if points in (times * cube.value, self._capped(winner, times * cube.value)):
                self.resign(1 - winner, level)
                return
        needs = self.before.needs
        if needs is None or points != needs[winner]:
            raise GameError("points_wrong", points=points)
        # Sites give the whole match to who stays when the other leaves.
        forfeited = MatchGame(winner, points, "resign", None, cube.value, self.before.is_crawford)
        self.game = replace(self.game, score=self._with_last(forfeited), result=forfeited)

    def _count_lower(self, result: MatchGame, points: int) -> None:
        cube = self.game.score.games[-1].cube
        for level, times in LEVELS.items():
            if result.how == "win" and cube is not None and points == times * cube < result.points:
                lower = replace(result, points=points, level=level)
                self.game = replace(self.game, score=self._with_last(lower), result=lower)
                return
        raise GameError("points_wrong", points=points)

    def _with_last(self, game: MatchGame) -> MatchScore:
        return replace(self.before, games=(*self.before.games, game))

    def _capped(self, winner: int, points: int) -> int:
        needs = self.before.needs
        return points if needs is None else min(points, needs[winner])

    def _with_automatics(self, value: int | None) -> Game:
        """The game with the automatic doubles that a first double in unlimited play tells of."""
        if not self.game.is_money or self.game.score.cube != NEW_CUBE or value is None:
            return self.game
        if value < 4 or value & (value - 1):
            return self.game
        return replace(self.game, score=replace(self.game.score, cube=Cube(value // 2)))

    def _check(self, game: Game, phase: str) -> None:
        if game.phase != phase:
            if game.phase == "play":
                raise PlayError("play_empty")
            raise GameError("game_over" if game.result is not None else f"waits_{game.phase}")

    def _check_side(self, game: Game, side: int) -> None:
        if game.actor != side:
            raise GameError("turn_wrong")
