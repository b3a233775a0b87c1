"""Records a game move by move and checks every move against the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.rules.backgammon.errors import GameError, PlayError
from games.rules.backgammon.game import Game
from games.rules.backgammon.generator import legal_boards
from games.rules.backgammon.match_score import LEVELS, Cube, Level, MatchGame, MatchScore
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


MOST_AUTOMATICS: Final = 6
"""Automatic doubles that the points of a game may show: what follows from more is an error."""


class Recorder:
    """One game of a match while it is read; `score` is the one before it.

    `cube` is what the record says the cube showed before the first roll; None if it does not say.
    """

    def __init__(self, score: MatchScore, cube: int | None = None) -> None:
        self.before = score
        self.is_cube_told = cube is not None
        self.cube = cube or 1
        self.game = Game(replace(score, cube=Cube(self.cube)), ANY_OPTIONS)
        self.moves: list[Move] = []
        self.conceded: int | None = None

    @property
    def is_decided(self) -> bool:
        """Whether the board, a drop or words have decided the game."""
        return self._winner is not None

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
        """Record that a double, or an animal, is dropped; without one, that a side gives up.

        Raises:
            GameError: nothing was offered to this side.
        """
        if self.moves and self.game.phase in ("roll", "play"):
            self.concede(side)
            return
        self._check(self.game, "answer")
        self._check_side(self.game, side)
        self._drop()

    def concede(self, side: int) -> None:
        """Record that a side gives up, at a level that only the points show.

        Raises:
            GameError: it is over, and not lost by this side.
        """
        if self.is_decided and self._winner == side:
            raise GameError("winner_wrong")
        self.conceded = side

    def resign(self, side: int, level: Level) -> None:
        """Record that a side resigns and the other accepts.

        Raises:
            MatchError: a double is unanswered.
        """
        score = self.game.score.resign(side, level)
        self.game = replace(self.game, score=score, offer=None, result=score.games[-1])
        self.moves.append(Resigned(side, level))

    def end(self, winner: int | None = None, points: int | None = None) -> GameRecord:
        """Return the record of the game, with the winner and the points that were recorded.

        Without them the game itself says both. Points may be capped at what the winner needed, or
        not; who wins the match may have any number of points beyond. A win may count lower than the
        board shows, under Jacoby's rule, which some sites apply even in a match.

        Raises:
            GameError, MatchError: the other side has won, the game is not decided, or it cannot
                give these points.
        """
        decided = self._winner
        if winner is None:
            winner = decided
        if winner is None:
            raise GameError("game_unfinished")
        if decided not in (None, winner):
            raise GameError("winner_wrong")
        if self.game.result is None:
            self._give_up(winner, points)
        result = self.game.result
        assert result is not None
        if points is not None and not self._is_said(result, points):
            self._count_otherwise(result, points)
        return self.record()

    def record(self) -> GameRecord:
        """Return the record of the game; one that nobody has won has no points."""
        result = self.game.result
        crawford = self.before.is_crawford
        score, moves = self.before.shown, tuple(self.moves)
        if result is None:
            return GameRecord(score, moves, 0, 0, "resign", crawford, self.cube)
        points = self._capped(result.winner, result.points)
        return GameRecord(score, moves, result.winner, points, result.how, crawford, self.cube)

    # helpers

    @property
    def _winner(self) -> int | None:
        if self.game.result is not None:
            return self.game.result.winner
        return None if self.conceded is None else 1 - self.conceded

    def _drop(self) -> None:
        side = self.game.actor
        assert side is not None
        self.game = self.game.drop()
        self.moves.append(Dropped(side))

    def _give_up(self, winner: int, points: int | None) -> None:
        """End the game if the record does not say how: an open double is dropped, else the loser
        resigns, whatever double of their own stands.
        """
        cube, needs = self.game.score.cube, self.before.needs
        missing = None if needs is None else needs[winner]
        ends_match = missing is not None and points is not None and points >= missing
        if cube.doubler == winner and not (ends_match and cube.value < (missing or 0)):
            self._drop()
            return
        if cube.doubler is not None:
            withdrawn = replace(cube, doubler=None, animals=0)
            self.game = replace(self.game, score=replace(self.game.score, cube=withdrawn))
        level = self._level_of(winner, points)
        if level is not None:
            self.resign(1 - winner, level)
            return
        if missing is None or not ends_match:
            raise GameError("points_wrong", points=points or 0)
        # If a player leaves, sites give the whole match to the other.
        forfeited = MatchGame(winner, missing, "resign", None, cube.value, self.before.is_crawford)
        self.game = replace(self.game, score=self._with_last(forfeited), result=forfeited)

    def _level_of(self, winner: int, points: int | None) -> Level | None:
        """Return the level at which the loser resigns, for these points; None for no level.

        In unlimited play automatic doubles may have raised the cube unseen.
        """
        cube = self.game.score.cube.value
        if points is None:
            return "single"
        for level, times in LEVELS.items():
            if points in (times * cube, self._capped(winner, times * cube)):
                return level
        for level, times in LEVELS.items():
            if self._wins_match(winner, times * cube) and self._wins_match(winner, points):
                return level
        for raised in self._raised():
            for level, times in LEVELS.items():
                if points == times * raised:
                    self.cube = raised
                    score = replace(self.game.score, cube=Cube(raised))
                    self.game = replace(self.game, score=score)
                    return level
        return None

    def _raised(self) -> list[int]:
        """Return what an unturned cube may have begun at, unseen."""
        is_turned = any(isinstance(move, Doubled) for move in self.moves)
        if is_turned or self.is_cube_told or self.before.length is not None:
            return []
        return [1 << times for times in range(1, MOST_AUTOMATICS + 1)]

    def _is_said(self, result: MatchGame, points: int) -> bool:
        """Whether a record may say these points: what it counts, or that it ends the match."""
        if points in (result.points, self._capped(result.winner, result.points)):
            return True
        return all(self._wins_match(result.winner, one) for one in (points, result.points))

    def _wins_match(self, winner: int, points: int) -> bool:
        needs = self.before.needs
        return needs is not None and points >= needs[winner]

    def _count_otherwise(self, result: MatchGame, points: int) -> None:
        """Count a win on the board lower than its level, or at a cube that was raised unseen."""
        cube = result.cube
        level = result.level
        if cube is None or level is None or result.how != "win":
            raise GameError("points_wrong", points=points)
        lower = [one for one, times in LEVELS.items() if times < LEVELS[level]]
        ways = [(cube, one) for one in lower]
        ways += [
            (raised, one) for one in dict.fromkeys((level, *lower)) for raised in self._raised()
        ]
        for raised, way in ways:
            if points == LEVELS[way] * raised:
                counted = replace(result, points=points, level=way, cube=raised)
                self.game = replace(self.game, score=self._with_last(counted), result=counted)
                self.cube = self.cube if raised == cube else raised
                return
        raise GameError("points_wrong", points=points)

    def _with_last(self, game: MatchGame) -> MatchScore:
        return replace(self.before, games=(*self.before.games, game))

    def _capped(self, winner: int, points: int) -> int:
        needs = self.before.needs
        return points if needs is None else min(points, needs[winner])

    def _with_automatics(self, value: int | None) -> Game:
        """Return the game with the automatic doubles that the value of a first double implies."""
        if not self._raised() or value is None or value < 4 or value & (value - 1):
            return self.game
        self.cube = value // 2
        return replace(self.game, score=replace(self.game.score, cube=Cube(self.cube)))

    def _check(self, game: Game, phase: str) -> None:
        if self.conceded is not None:
            raise GameError("game_over")
        if game.phase != phase:
            if game.phase == "play":
                raise PlayError("play_empty")
            raise GameError("game_over" if game.result is not None else f"waits_{game.phase}")

    def _check_side(self, game: Game, side: int) -> None:
        if game.actor != side:
            raise GameError("turn_wrong")
