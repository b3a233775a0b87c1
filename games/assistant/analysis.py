"""What the plays and cubes of a recorded match cost, and which rolls were lucky.

`analysed` goes through a record move by move, so that a page can say how far it is, and
stop; `report_of` sums up what was found. Equities are as engines give them: a single game at the
present cube is 1.

What counts as a decision follows what programs agree on, so that figures compare: a play if there
is a choice and it matters; a double unless it is obvious, that is worse by more than a fifth, or
equal, or the game is lost anyway; an answer unless both are equal. Answers to beavers and
resignations are not judged; a beaver counts as the take that it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from typing import Final, Literal

from games.assistant.engine import CubeRating, Engine, Stakes
from games.rules.backgammon.game import Game
from games.rules.backgammon.generator import legal_boards
from games.rules.backgammon.match_id import score_at
from games.rules.backgammon.match_score import Cube
from games.rules.backgammon.options import AS_USUAL, UNLIMITED, Options
from games.rules.backgammon.position import Position
from games.rules.backgammon.record import (
    Doubled,
    Dropped,
    GameRecord,
    MatchRecord,
    Move,
    Resigned,
    Rolled,
    Took,
)
from games.rules.backgammon.steps import Roll
from games.rules.backgammon.xgid import xgid

CubeAct = Literal["hold", "double", "take", "drop"]
CubeError = Literal["missed_double", "wrong_double", "wrong_take", "wrong_pass"]

ALIKE: Final = 0.001
"""Cube actions that differ by less are equal."""
ALIKE_PLAYS: Final = 0.0001
"""A roll whose ten best plays differ by less leaves no choice."""
OBVIOUS: Final = 0.2
"""A double that is worse by more tempts nobody."""
LOST: Final = -0.9
"""From here on the game is lost with and without a double."""
WORST: Final = 10
LIKELY: Final = 1.96
"""Standard errors on both sides that hold 19 of 20."""


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A roll and its play. `game` and `move` are places in the record, `position` is an XGID.

    `played` and `best` are positions after the play, the other side on roll; without a choice they
    are equal, for a dance None. `luck` is what the roll is worth above the average roll.
    """

    game: int
    move: int
    side: int
    position: str
    roll: Roll
    played: Position | None
    best: Position | None
    loss: float
    counts: bool
    luck: float


@dataclass(frozen=True, slots=True)
class JudgedCube:
    """A cube decision: whether to double, or the answer to a double.

    `position` is an XGID with the doubler on roll, the equities are the doubler's.
    """

    game: int
    move: int
    side: int
    position: str
    act: CubeAct
    hold: float
    taken: float
    dropped: float
    loss: float
    counts: bool
    error: CubeError | None = None


Judged = JudgedPlay | JudgedCube


@dataclass(frozen=True, slots=True)
class Progress:
    """How many moves of the record have been judged, and what the last one brought."""

    done: int
    total: int
    found: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """The performance rating with its interval: 500 times what a decision cost on average.

    The interval holds the rating of many such matches in 19 of 20 cases, from the spread of the
    single losses; it starts at 0 at least. With fewer than two decisions there is none.
    """

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Errors:
    """How many errors of a kind, and what they cost together."""

    count: int = 0
    loss: float = 0.0


@dataclass(frozen=True, slots=True)
class SideReport:
    """One side's match: decisions that count, losses of all of them, luck and rating."""

    plays: int
    play_loss: float
    cubes: int
    cube_loss: float
    missed_doubles: Errors
    wrong_doubles: Errors
    wrong_takes: Errors
    wrong_passes: Errors
    luck: float
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class MatchReport:
    """Both sides, in the order of the record's columns, and the worst decisions of either."""

    sides: tuple[SideReport, SideReport]
    worst: tuple[Judged, ...]


def analysed(
    record: MatchRecord, engine: Engine, options: Options = AS_USUAL
) -> Iterator[Progress]:
    """Judge a record move by move; stop asking to cancel.

    A record does not say what was agreed on: `options` says whether Jacoby and beavers were played
    in unlimited play.
    """
    total = sum(len(game.moves) for game in record.games)
    done = 0
    for number, game in enumerate(record.games):
        judge = _Judge(record, number, engine, options)
        for place, move in enumerate(game.moves):
            done += 1
            yield Progress(done, total, tuple(judge.judged(place, move)))


def report_of(judged: Iterable[Judged]) -> MatchReport:
    """Sum up what was found in a match."""
    found = list(judged)
    first, second = (_side_report([one for one in found if one.side == side]) for side in (0, 1))
    wrong = [one for one in found if one.counts and one.loss > 0]
    worst = sorted(wrong, key=lambda one: -one.loss)[:WORST]
    return MatchReport((first, second), tuple(worst))


def rating_of(losses: list[float]) -> Rating | None:
    """Return the performance rating of these losses; None without a decision."""
    if not losses:
        return None
    value = 500 * fmean(losses)
    if len(losses) < 2:
        return Rating(value, None, None)
    spread = LIKELY * 500 * stdev(losses) / sqrt(len(losses))
    return Rating(value, max(0.0, value - spread), value + spread)


def _side_report(found: list[Judged]) -> SideReport:
    plays = [one for one in found if isinstance(one, JudgedPlay)]
    cubes = [one for one in found if isinstance(one, JudgedCube)]
    losses = [one.loss for one in found if one.counts]

    def errors(kind: CubeError) -> Errors:
        wrong = [one.loss for one in cubes if one.error == kind]
        return Errors(len(wrong), sum(wrong))

    return SideReport(
        sum(one.counts for one in plays),
        sum(one.loss for one in plays if one.counts),
        sum(one.counts for one in cubes),
        sum(one.loss for one in cubes if one.counts),
        errors("missed_double"),
        errors("wrong_double"),
        errors("wrong_take"),
        errors("wrong_pass"),
        sum(one.luck for one in plays),
        rating_of(losses),
    )


class _Judge:
    """Follows one recorded game and judges its moves."""

    def __init__(self, record: MatchRecord, number: int, engine: Engine, options: Options) -> None:
        game = record.games[number]
        score = score_at(record.length or None, game.score, is_crawford=game.is_crawford)
        score = replace(score, cube=Cube(_first_cube(game)))
        # What was allowed is not judged here: the record has been checked by who read it.
        anything = replace(options, cube_limit=None, animals=UNLIMITED)
        self.number = number
        self.engine = engine
        self.options = options
        self.game = Game(score, anything)
        self.has_asked = False

    def judged(self, place: int, move: Move) -> Iterator[Judged]:
        """Judge a move, and go on to what follows it."""
        match move:
            case Rolled():
                yield from self._rolled(place, move)
            case Doubled(side):
                yield from self._doubled(place, side)
            case Took(side):
                if not self.game.score.cube.animals:
                    yield self._answer(place, side, "take")
                self.game = self.game.take()
            case Dropped(side):
                if not self.game.score.cube.animals:
                    yield self._answer(place, side, "drop")
                self.game = self.game.drop()
            case Resigned():
                pass

    def _rolled(self, place: int, move: Rolled) -> Iterator[Judged]:
        is_opening = self.game.turn is None
        if is_opening:
            self.game = replace(self.game, turn=move.side)
        score = self.game.score
        may_double = score.may_double(move.side) and not score.is_dead_for(move.side)
        if may_double and not is_opening and not self.has_asked:
            yield self._offer(place, "hold")
        self.has_asked = False
        if move.play is None:
            self._unknown()
            return
        luck = self._luck(move.roll, is_opening=is_opening)
        yield self._play(place, move, move.play.result, luck)
        rolled = self.game.rolls(*move.roll)
        self.game = rolled.plays(move.play.result) if move.play.steps else rolled

    def _doubled(self, place: int, side: int) -> Iterator[Judged]:
        if self.game.phase != "answer":
            self.has_asked = True
            yield self._offer(place, "double")
            self.game = self.game.double(side)
            return
        if not self.game.score.cube.animals:
            yield self._answer(place, side, "take")
        self.game = self.game.beaver()

    def _unknown(self) -> None:
        """A play that was not recorded leaves the board as it was."""
        turn = self.game.turn
        assert turn is not None
        self.game = replace(self.game, position=self.game.position.flipped(), turn=1 - turn)

    def _play(self, place: int, move: Rolled, result: Position, luck: float) -> JudgedPlay:
        game = self.game
        position = xgid(replace(game, roll=move.roll))
        if not legal_boards(game.position.code, *move.roll):
            return JudgedPlay(
                self.number, place, move.side, position, move.roll, None, None, 0.0, False, luck
            )
        plays = self.engine.rate_plays(game.position, move.roll, self._stakes())
        best, tenth = plays[0], plays[:WORST][-1]
        played = next(one for one in plays if one.result == result)
        return JudgedPlay(
            self.number,
            place,
            move.side,
            position,
            move.roll,
            result,
            best.result,
            best.equity - played.equity,
            best.equity - tenth.equity >= ALIKE_PLAYS,
            luck,
        )

    def _luck(self, roll: Roll, *, is_opening: bool) -> float:
        """Return what a roll is worth above the average; nobody opens with a double."""
        rolls = self.engine.rate_rolls(self.game.position, self._stakes())
        weights = {(high, low): 2 if high != low else 0 if is_opening else 1 for high, low in rolls}
        average = sum(weights[one] * rolls[one] for one in rolls) / sum(weights.values())
        return rolls[max(roll), min(roll)] - average

    def _offer(self, place: int, act: Literal["hold", "double"]) -> JudgedCube:
        """Judge a side that doubles before its roll, or does not."""
        rating = self.engine.rate_cube(self.game.position, self._stakes())
        loss = rating.best - (rating.hold if act == "hold" else rating.doubled)
        error: CubeError = "missed_double" if act == "hold" else "wrong_double"
        counts = loss >= ALIKE or not _is_obvious(rating)
        assert self.game.turn is not None
        return self._cube(place, self.game.turn, act, rating, loss, counts, error)

    def _answer(self, place: int, side: int, act: Literal["take", "drop"]) -> JudgedCube:
        """Judge the answer to a double."""
        rating = self.engine.rate_cube(self.game.position, self._stakes())
        loss = (rating.taken if act == "take" else rating.dropped) - rating.doubled
        error: CubeError = "wrong_take" if act == "take" else "wrong_pass"
        counts = abs(rating.taken - rating.dropped) >= ALIKE
        return self._cube(place, side, act, rating, loss, counts, error)

    def _cube(
        self,
        place: int,
        side: int,
        act: CubeAct,
        rating: CubeRating,
        loss: float,
        counts: bool,
        error: CubeError,
    ) -> JudgedCube:
        is_error = counts and loss > 0
        return JudgedCube(
            self.number,
            place,
            side,
            xgid(self.game),
            act,
            rating.hold,
            rating.taken,
            rating.dropped,
            loss,
            counts,
            error if is_error else None,
        )

    def _stakes(self) -> Stakes:
        """What the side on roll plays for, by the rules that were agreed on."""
        assert self.game.turn is not None
        return Stakes.of(replace(self.game, options=self.options), self.game.turn)


def _first_cube(game: GameRecord) -> int:
    """Return what the cube showed at the start: automatics are seen by the first double only."""
    values = [move.value for move in game.moves if isinstance(move, Doubled)]
    return values[0] // 2 if values else 1


def _is_obvious(rating: CubeRating) -> bool:
    hold = rating.hold
    return (
        abs(hold - rating.doubled) < ALIKE
        or hold - rating.taken > OBVIOUS
        or hold - rating.dropped > OBVIOUS
        or max(hold, rating.taken) < LOST
    )
