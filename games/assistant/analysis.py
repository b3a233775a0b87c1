"""What the plays and cubes of a recorded match cost, and which rolls were lucky.

`decisions_of` goes through a record, `analysed` judges it move by move, so that a page can say how
far it is, and stop; `report_of` sums up what was found. How a single decision is judged stands in
`judging`. Answers to beavers and resignations are not judged; a beaver counts as the take that it
is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from games.assistant.engine import Engine, Stakes
from games.assistant.judging import (
    Asked,
    CubeAct,
    CubeAsked,
    CubeError,
    Judged,
    JudgedCube,
    JudgedPlay,
    PlayAsked,
    judged,
)
from games.rules.backgammon.game import Game
from games.rules.backgammon.match_id import score_at
from games.rules.backgammon.match_score import Cube
from games.rules.backgammon.options import AS_USUAL, UNLIMITED, Options
from games.rules.backgammon.record import (
    Doubled,
    Dropped,
    MatchRecord,
    Move,
    Rolled,
    Took,
)

WORST: Final = 10
LIKELY: Final = 1.96
"""Standard errors on both sides that hold 19 of 20."""


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
    """One side's match: decisions that count, losses of all of them, luck and rating.

    `squares` is the sum of the squared losses: with it the ratings of many matches make one.
    `bet_luck` is what both sides' dice did to this player's bets in a chouette, in points.
    """

    plays: int
    play_loss: float
    cubes: int
    cube_loss: float
    missed_doubles: Errors
    wrong_doubles: Errors
    wrong_takes: Errors
    wrong_passes: Errors
    luck: float
    squares: float
    rating: Rating | None
    bet_luck: float = 0.0


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
    for done, asked in enumerate(decisions_of(record, options), 1):
        yield Progress(done, total, tuple(judged(one, engine) for one in asked))


def decisions_of(record: MatchRecord, options: Options = AS_USUAL) -> Iterator[tuple[Asked, ...]]:
    """Return what each move of a record decided: nothing, a cube, a play, or a cube and a play."""
    for number, game in enumerate(record.games):
        follower = _Follower(record, number, options)
        for place, move in enumerate(game.moves):
            yield tuple(follower.decided(place, move))


def report_of(judged: Iterable[Judged]) -> MatchReport:
    """Sum up what was found in a match."""
    judged = list(judged)
    first, second = (side_report([one for one in judged if one.side == side]) for side in (0, 1))
    wrong = [one for one in judged if one.counts and one.loss > 0]
    worst = sorted(wrong, key=lambda one: -one.loss)[:WORST]
    return MatchReport((first, second), tuple(worst))


def rating_of(losses: list[float]) -> Rating | None:
    """Return the performance rating of these losses; None without a decision."""
    return rating_from(len(losses), sum(losses), sum(loss * loss for loss in losses))


def rating_from(count: int, lost: float, squares: float) -> Rating | None:
    """Return the rating of so many decisions from the sums of their losses and of the squares."""
    if not count:
        return None
    mean = lost / count
    if count < 2:
        return Rating(500 * mean, None, None)
    variance = max(0.0, squares - count * mean * mean) / (count - 1)
    spread = LIKELY * 500 * sqrt(variance / count)
    return Rating(500 * mean, max(0.0, 500 * mean - spread), 500 * mean + spread)


def side_report(judged: Iterable[Judged]) -> SideReport:
    """Sum up one account: a side's decisions, or what one person decided in a chouette."""
    judged = list(judged)
    plays = [one for one in judged if isinstance(one, JudgedPlay)]
    cubes = [one for one in judged if isinstance(one, JudgedCube)]
    losses = [one.loss for one in judged if one.counts]

    def errors(kind: CubeError) -> Errors:
        wrong = [one.loss for one in cubes if one.error == kind]
        return Errors(len(wrong), sum(wrong, 0.0))

    return SideReport(
        sum(one.counts for one in plays),
        sum((one.loss for one in plays if one.counts), 0.0),
        sum(one.counts for one in cubes),
        sum((one.loss for one in cubes if one.counts), 0.0),
        errors("missed_double"),
        errors("wrong_double"),
        errors("wrong_take"),
        errors("wrong_pass"),
        sum((one.luck for one in plays), 0.0),
        sum((loss * loss for loss in losses), 0.0),
        rating_of(losses),
    )


def summed(reports: Iterable[SideReport]) -> SideReport:
    """Return one account of many."""
    found = list(reports)

    def errors(kind: str) -> Errors:
        all_of_kind: list[Errors] = [getattr(one, kind) for one in found]
        return Errors(
            sum(one.count for one in all_of_kind), sum((one.loss for one in all_of_kind), 0.0)
        )

    plays, cubes = sum(one.plays for one in found), sum(one.cubes for one in found)
    play_loss = sum((one.play_loss for one in found), 0.0)
    cube_loss = sum((one.cube_loss for one in found), 0.0)
    squares = sum((one.squares for one in found), 0.0)
    return SideReport(
        plays,
        play_loss,
        cubes,
        cube_loss,
        errors("missed_doubles"),
        errors("wrong_doubles"),
        errors("wrong_takes"),
        errors("wrong_passes"),
        sum((one.luck for one in found), 0.0),
        squares,
        rating_from(plays + cubes, play_loss + cube_loss, squares),
        sum((one.bet_luck for one in found), 0.0),
    )


class _Follower:
    """Follows one recorded game and says what each of its moves decided."""

    def __init__(self, record: MatchRecord, number: int, options: Options) -> None:
        game = record.games[number]
        score = score_at(record.length or None, game.score, is_crawford=game.is_crawford)
        score = replace(score, cube=Cube(game.cube))
        # What was allowed is not judged here: the record has been checked by who read it.
        anything = replace(options, cube_limit=None, animals=UNLIMITED)
        self.number = number
        self.options = options
        self.game = Game(score, anything)
        self.has_asked = False

    def decided(self, place: int, move: Move) -> Iterator[Asked]:
        """Return what a move decided, and go on to what follows it."""
        match move:
            case Rolled():
                yield from self._rolled(place, move)
            case Doubled(side):
                yield from self._doubled(place, side)
            case Took(side):
                yield from self._answer(place, side, "take")
                self.game = self.game.take()
            case Dropped(side):
                yield from self._answer(place, side, "drop")
                self.game = self.game.drop()

    def _rolled(self, place: int, move: Rolled) -> Iterator[Asked]:
        is_opening = self.game.turn is None
        if is_opening:
            self.game = replace(self.game, turn=move.side)
        score = self.game.score
        may_double = score.may_double(move.side) and not score.is_dead_for(move.side)
        if may_double and not is_opening and not self.has_asked:
            yield self._cube(place, move.side, "hold")
        self.has_asked = False
        if move.play is None:  # not recorded: the board stays as it was
            turned = self.game.position.flipped()
            self.game = replace(self.game, position=turned, turn=1 - move.side)
            return
        result = move.play.result
        bets = (self._stakes(),)
        yield PlayAsked(
            self.number, place, move.side, self.game, move.roll, result, bets, is_opening
        )
        rolled = self.game.rolls(*move.roll)
        self.game = rolled.plays(result) if move.play.steps else rolled

    def _doubled(self, place: int, side: int) -> Iterator[Asked]:
        if self.game.phase != "answer":
            self.has_asked = True
            yield self._cube(place, side, "double")
            self.game = self.game.double(side)
            return
        yield from self._answer(place, side, "take")
        self.game = self.game.beaver()

    def _answer(self, place: int, side: int, act: CubeAct) -> Iterator[Asked]:
        if not self.game.score.cube.animals:
            yield self._cube(place, side, act)

    def _cube(self, place: int, side: int, act: CubeAct) -> CubeAsked:
        return CubeAsked(self.number, place, side, self.game, act, self._stakes())

    def _stakes(self) -> Stakes:
        """What the side on roll plays for, by the rules that were agreed on."""
        assert self.game.turn is not None
        return Stakes.of(replace(self.game, options=self.options), self.game.turn)
