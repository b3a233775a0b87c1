"""Records a game move by move and checks every move against the rules."""

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
"""A record does not say which options were agreed, so all are allowed."""


class Recorder:
    """One game of a match while it is read; `score` is the one before it."""

    def __init__(self, score: MatchScore) -> None:
        self.before = score
        self.game = Game(score, ANY_OPTIONS)
        self.moves: list[Move] = []

    @property
    def is_decided(self) -> bool:
        """Whether the board or a drop has decided the game."""
        return self.game.result is not None

    def roll(self, side: int, roll: Roll, text: str | None) -> None:
        """Record a roll with its play, in own points; "" if none was made, None if it is not known.

        A roll that could have been played and was not is allowed only at the end of a game.

        Raises:
            GameError, PlayError: it is the other side's turn, or the play is illegal.
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
        """Record a double, or as an answer to one a beaver or raccoon.

        `value` is the cube's new value in the record.

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
        """Record that a double, or an animal, is accepted.

        Raises:
            GameError: nothing was offered to this side.
        """
        self._check(self.game, "answer")
        self._check_side(self.game, side)
        self.game = self.game.take()
        self.moves.append(Took(side))

    def drop(self, side: int) -> None:
        """Record that a double, or an animal, is dropped.

        Raises:
            GameError: nothing was offered to this side.
        """
        self._check(self.game, "answer")
        self._check_side(self.game, side)
        self.game = self.game.drop()
        self.moves.append(Dropped(side))

    def resign(self, side: int, level: Level) -> None:
        """Record that a side resigns and the other accepts.

        Raises:
            MatchError: a double is unanswered.
        """
        score = self.game.score.resign(side, level)
        self.game = replace(self.game, score=score, offer=None, result=score.games[-1])
        self.moves.append(Resigned(side, level))

    def end(self, winner: int, points: int) -> GameRecord:
        """Return the record of the game, with its recorded `winner`.

        Points may be capped at what the winner needed, or not. A win may count lower than the board
        shows, under Jacoby's rule, which some sites apply even in a match.

        Raises:
            GameError, MatchError: the other side has won, or the game cannot give these points.
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
            GameError: the game is not decided.
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

    # helpers

    def _give_up(self, winner: int, points: int) -> None:
        """End the game if the record does not say how: an open double is dropped, else the loser
        resigns.
        """
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
        # If a player leaves, sites give the whole match to the other.
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
        """Return the game with the automatic doubles that the value of a first double implies."""
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
