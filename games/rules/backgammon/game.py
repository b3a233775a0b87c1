"""A game of two players: opening, rolls, plays, cube, resignation, and its result.

A game is a value; every action returns a new one or raises. Side 0 is White, who moves from 24 to 1
on the absolute fields of the board, side 1 is Black. The score holds the cube, so that a series of
games is a match or a session of unlimited play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NoReturn

from games.rules.backgammon.board import flipped
from games.rules.backgammon.errors import GameError
from games.rules.backgammon.generator import legal_boards
from games.rules.backgammon.match_errors import MatchError
from games.rules.backgammon.match_score import (
    LEVELS,
    NEW_CUBE,
    Cube,
    Level,
    MatchGame,
    MatchScore,
    check_side,
)
from games.rules.backgammon.options import AS_USUAL, UNLIMITED, Options
from games.rules.backgammon.position import START, Position
from games.rules.backgammon.steps import Roll, dice_of
from games.rules.codec import from_plain, to_plain

RULES_VERSION: Final = 1
"""Raised when the same actions could give another result than before."""


WHITE: Final = 0
BLACK: Final = 1

Phase = Literal["opening", "roll", "play", "answer", "resignation", "over"]


@dataclass(frozen=True, slots=True)
class Resignation:
    """A side offers to lose the game at a level; the other accepts it or plays on."""

    side: int
    level: Level


@dataclass(frozen=True, slots=True)
class Game:
    """One game: `position` is from the view of `turn`, the side to play, or of White before the
    opening.

    `score` is that of the match before this game, with this game's cube; when the game is over it
    has the game in it. `automatics` counts the ties that doubled the cube. A game that `is_drawn`
    has no result.
    """

    score: MatchScore
    options: Options = AS_USUAL
    position: Position = START
    turn: int | None = None
    roll: Roll | None = None
    offer: Resignation | None = None
    automatics: int = 0
    result: MatchGame | None = None
    is_drawn: bool = False

    # the state

    @property
    def phase(self) -> Phase:
        """What the game is waiting for."""
        if self.result is not None or self.is_drawn:
            return "over"
        if self.offer is not None:
            return "resignation"
        if self.turn is None:
            return "opening"
        if self.score.cube.doubler is not None:
            return "answer"
        return "roll" if self.roll is None else "play"

    @property
    def actor(self) -> int | None:
        """The side that acts next; None before the opening, when both roll, and at the end."""
        match self.phase:
            case "opening" | "over":
                return None
            case "resignation":
                assert self.offer is not None
                return 1 - self.offer.side
            case "answer":
                assert self.score.cube.doubler is not None
                return 1 - self.score.cube.doubler
        return self.turn

    @property
    def is_money(self) -> bool:
        """Whether play is unlimited."""
        return self.score.length is None

    @property
    def shown_cube(self) -> Cube | None:
        """The cube of this game, None without one; when it is over as it stood at the end."""
        ended = self.result
        if ended is None:
            return self.score.cube if self.has_cube else None
        is_unused = self.score.length == 1 and ended.cube in (None, NEW_CUBE.value)
        if ended.is_crawford or is_unused:
            return None
        return self.score.cube if ended.cube is None else Cube(ended.cube, ended.owner)

    @property
    def gammons_count(self) -> bool:
        """Whether gammons count: under Jacoby's rule only once the cube was turned."""
        return not (self.is_money and self.options.jacoby and self.score.cube.owner is None)

    @property
    def has_cube(self) -> bool:
        """Whether there is a cube: not in the Crawford game, nor in a match to 1.

        Records from before that have matches to 1 with a cube; one that was turned is there.
        """
        if self.score.length == 1:
            return self.score.cube != NEW_CUBE
        return not self.score.is_crawford

    def worth(self, side: int, level: Level) -> int:
        """Return the points that `side` gets for winning now at a level: what it needs at most."""
        points = self.score.cube.value * (LEVELS[level] if self.gammons_count else 1)
        needs = self.score.needs
        return points if needs is None else min(points, needs[side])

    def levels_lost(self, side: int) -> tuple[Level, ...]:
        """Return the levels at which `side` can resign: of those that cost the same the lowest."""
        if self.options.early_resignation:
            return ("backgammon",) if self._is_early(side) else ("single",)
        found: list[Level] = []
        for level in LEVELS:
            if not found or self.worth(1 - side, level) > self.worth(1 - side, found[-1]):
                found.append(level)
        return tuple(found)

    def seen_by(self, side: int) -> Position:
        check_side(side)
        return self.position if side == (self.turn or WHITE) else self.position.flipped()

    # dice and plays

    def open(self, white: int, black: int) -> Game:
        """Return the game after each side's opening die: the higher one plays both.

        Equal dice double the cube as often as the options say, and are rolled again.

        Raises:
            GameError: the opening is over.
            PlayError: these are no dice.
        """
        self._check_phase("opening")
        dice_of((white, black))
        if white == black:
            return self._tied()
        return replace(self, turn=WHITE if white > black else BLACK)._rolled((white, black))

    def rolls(self, first: int, second: int) -> Game:
        """Return the game after a roll; where nothing can be played the turn has passed.

        Raises:
            GameError: it is not the time to roll.
            PlayError: these are no dice.
        """
        self._check_phase("roll")
        dice_of((first, second))
        return self._rolled((first, second))

    def plays(self, result: Position) -> Game:
        """Return the game after the play of the roll that leads to `result`, the other on roll.

        Raises:
            GameError: no roll waits to be played, or no legal play of it leads there.
        """
        self._check_phase("play")
        assert self.roll is not None
        if flipped(result.code) not in legal_boards(self.position.code, *self.roll):
            raise GameError("result_illegal")
        level = result.flipped().level
        if level is None:
            return self._passed(result)
        assert self.turn is not None
        counted = level if self.gammons_count else "single"
        played = replace(self, position=result.flipped(), roll=None)
        return played._ended(self.score.win(self.turn, counted))

    # the cube

    def cube_problem(self, side: int) -> GameError | MatchError | None:
        """Return why `side` may not double now; None where they may."""
        try:
            self.double(side)
        except (GameError, MatchError) as error:
            return error
        return None

    def double(self, side: int) -> Game:
        """Return the game with the cube offered, before the side's own roll.

        Raises:
            GameError: it is not that moment, or the cube has reached its limit.
            MatchError: it is the Crawford game, or the other side owns the cube.
        """
        check_side(side)
        self._check_phase("roll")
        if side != self.turn:
            raise GameError("turn_other")
        self._check_limit(2)
        return replace(self, score=self.score.double(side))

    def take(self) -> Game:
        """Return the game with the double, or the animal, accepted.

        Raises:
            GameError: nothing was offered.
        """
        self._check_phase("answer")
        return replace(self, score=self.score.take())

    def drop(self) -> Game:
        """Return the game lost by the side that was doubled, for half of the offered value.

        Raises:
            GameError: nothing was offered.
        """
        self._check_phase("answer")
        return self._ended(self.score.drop())

    def beaver(self) -> Game:
        """Return the game redoubled at once by the side that was doubled: a beaver, or then a
        raccoon.

        Raises:
            GameError: nothing was offered, so many animals are not played, or the limit is reached.
            MatchError: it is a match to points.
        """
        self._check_phase("answer")
        after = self.score.beaver()
        if self.options.animals != UNLIMITED and after.cube.animals > self.options.animals:
            raise GameError("animals_many" if self.options.animals else "animals_off")
        self._check_limit(4)
        return replace(self, score=after)

    @property
    def may_beaver(self) -> bool:
        """Whether who was doubled may redouble at once."""
        try:
            self.beaver()
        except (GameError, MatchError):
            return False
        return True

    # resignation

    def resign(self, side: int, level: Level = "single") -> Game:
        """Return the game with a resignation offered at a level.

        With the option for early resignations it is not an offer: it costs a backgammon as long as
        the side has not borne off a checker, and a single game afterwards.

        Raises:
            GameError: the game has not begun or is over, or an answer is due.
            MatchError: the side or level does not exist.
        """
        check_side(side)
        if level not in LEVELS:
            raise MatchError("level_unknown")
        if self.phase not in ("roll", "play"):
            self._refuse()
        if self.options.early_resignation:
            return self._given_up(side, "backgammon" if self._is_early(side) else "single")
        return replace(self, offer=Resignation(side, level))

    def accept(self) -> Game:
        """Return the game ended by the resignation that was offered.

        Raises:
            GameError: none was offered.
        """
        self._check_phase("resignation")
        assert self.offer is not None
        return self._given_up(self.offer.side, self.offer.level)

    def refuse(self) -> Game:
        """Return the game continued after a refused resignation.

        Raises:
            GameError: none was offered.
        """
        self._check_phase("resignation")
        return replace(self, offer=None)

    def drawn(self) -> Game:
        """Return the game ended by an agreed draw: it counts 0, and the score stays as it was.

        Raises:
            GameError: the game has not begun or is over, or an answer is due.
        """
        if self.phase not in ("roll", "play"):
            self._refuse()
        score = replace(self.score, cube=NEW_CUBE)
        return replace(self, score=score, roll=None, is_drawn=True)

    # the next game

    def next(self) -> Game:
        """Return the next game of the same match.

        Raises:
            GameError: this game is not over.
            MatchError: the match is over.
        """
        self._check_phase("over")
        if self.score.is_over:
            raise MatchError("match_over")
        return Game(self.score, self.options)

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON can hold it, the position as a Position ID."""
        data: dict[str, Any] = to_plain(self)
        return {**data, "position": self.position.id}

    @classmethod
    def from_json(cls, data: object) -> Game:
        """Read what `to_json` wrote.

        Raises:
            GameError: it is not a saved game.
        """
        try:
            if not isinstance(data, Mapping):
                raise TypeError("a mapping is expected")
            position = Position.from_id(data["position"])
            game: Game = from_plain(cls, {**data, "position": {"code": position.code}})
        except (TypeError, ValueError, KeyError):
            raise GameError("game_malformed") from None
        return game

    # helpers

    def _is_early(self, side: int) -> bool:
        return self.seen_by(side).off[0] == 0

    def _tied(self) -> Game:
        allowed = self.options.automatics
        if not self.is_money or (allowed != UNLIMITED and self.automatics >= allowed):
            return self
        value = self.score.cube.value * 2
        if self.options.cube_limit is not None and value > self.options.cube_limit:
            return self
        score = replace(self.score, cube=Cube(value))
        return replace(self, score=score, automatics=self.automatics + 1)

    def _rolled(self, roll: Roll) -> Game:
        if not legal_boards(self.position.code, *roll):
            return self._passed(self.position.flipped())
        return replace(self, roll=roll)

    def _passed(self, position: Position) -> Game:
        assert self.turn is not None
        return replace(self, position=position, turn=1 - self.turn, roll=None)

    def _given_up(self, side: int, level: Level) -> Game:
        counted = level if self.gammons_count else "single"
        return replace(self, offer=None)._ended(self.score.resign(side, counted))

    def _ended(self, score: MatchScore) -> Game:
        return replace(self, score=score, roll=None, result=score.games[-1])

    def _check_limit(self, times: int) -> None:
        limit = self.options.cube_limit
        if limit is not None and self.score.cube.value * times > limit:
            raise GameError("cube_limit", limit=limit)

    def _check_phase(self, phase: Phase) -> None:
        if self.phase != phase:
            self._refuse()

    def _refuse(self) -> NoReturn:
        """Raise an error that says what the game is waiting for.

        Raises:
            GameError: always.
        """
        raise GameError(f"waits_{self.phase}")
