"""The score of a match to n points, game by game, with the Crawford rule and the cube.

A score is a value; every action on it returns a new one or raises `MatchError`. Sides are 0 and 1.
The next game begins as soon as one ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from games.rules.backgammon.match_errors import MatchError

Level = Literal["single", "gammon", "backgammon"]
How = Literal["win", "resign", "drop", "points"]
EndKind = Literal["final", "forfeit", "no_show", "unfinished", "time", "draw"]

LEVELS: Final[Mapping[Level, int]] = {"single": 1, "gammon": 2, "backgammon": 3}
"""The multiple of the cube that a game counts."""

LONGEST: Final = 64
"""A longer match is taken for a typing error."""
MOST_POINTS: Final = 999
"""More points in one entry are taken for a typing error."""
LONGEST_REASON: Final = 200


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube of the current game: centred or owned by a side.

    `doubler` has doubled, and the other side has not answered yet. `animals` counts the redoubles
    on the spot in this offer, 1 for a beaver and 2 for a raccoon; the owner then keeps the cube.
    """

    value: int = 1
    owner: int | None = None
    doubler: int | None = None
    animals: int = 0


NEW_CUBE: Final = Cube()


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A finished game: the winner, the points and, where entered, how it ended.

    If only points were entered (`how` is "points"), `level` and `cube` are unknown. `owner` is
    whose the cube was at the end.
    """

    winner: int
    points: int
    how: How
    level: Level | None = None
    cube: int | None = None
    is_crawford: bool = False
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """A match that ended otherwise than by play: a bare final score, a forfeit, a stop.

    `side` is the side that forfeits; `score` belongs to a bare final score.
    """

    kind: EndKind
    side: int | None = None
    score: tuple[int, int] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The state of a match: `length` in points, or None for unlimited play, where most points win.

    `penalties` are the points each side received because the other was late. Without the Crawford
    rule (`with_crawford`) every game has the cube.
    """

    length: int | None
    games: tuple[MatchGame, ...] = ()
    cube: Cube = NEW_CUBE
    penalties: tuple[int, int] = (0, 0)
    end: MatchEnd | None = None
    with_crawford: bool = True

    def __post_init__(self) -> None:
        if self.length is not None and not (
            _is_number(self.length) and 1 <= self.length <= LONGEST
        ):
            raise MatchError("length_invalid", most=LONGEST)

    # the state

    @property
    def score(self) -> tuple[int, int]:
        """Both sides' points won, even beyond the length."""
        if self.end is not None and self.end.score is not None:
            return self.end.score
        return self.played_score

    @property
    def played_score(self) -> tuple[int, int]:
        """Points from games and penalties."""
        points = list(self.penalties)
        for game in self.games:
            points[game.winner] += game.points
        return points[0], points[1]

    @property
    def shown(self) -> tuple[int, int]:
        """The score as written down: no side shows more points than the match length."""
        if self.length is None:
            return self.score
        return min(self.score[0], self.length), min(self.score[1], self.length)

    @property
    def needs(self) -> tuple[int, int] | None:
        """The points each side still needs; None in unlimited play."""
        if self.length is None:
            return None
        return self.length - self.shown[0], self.length - self.shown[1]

    @property
    def is_over(self) -> bool:
        return self.end is not None or self._has_the_points is not None

    @property
    def winner(self) -> int | None:
        """The winning side; None while the match is on, after a tie, and if left unfinished."""
        if self.end is None:
            return self._has_the_points
        if self.end.kind in ("no_show", "unfinished", "draw"):
            return None
        if self.end.side is not None:
            return 1 - self.end.side
        a, b = self.score
        return None if a == b else int(b > a)

    @property
    def is_crawford(self) -> bool:
        """Whether the current game is the Crawford game, in which nobody may double.

        It is the first game after exactly one side comes within a point of winning.
        """
        return self._is_on_the_brink and not self._had_crawford

    @property
    def is_post_crawford(self) -> bool:
        return self._had_crawford and not self.is_over

    @property
    def is_dead(self) -> bool:
        """Whether doubling is useless: each side that may double wins the match with a single game.

        Such doubles are legal. In the Crawford game nobody may double.
        """
        return all(self.is_dead_for(side) for side in (0, 1) if self._refusal(side) is None)

    def is_dead_for(self, side: int) -> bool:
        """Whether a single game at the present cube already wins the match for `side`."""
        return self.needs is not None and self.cube.value >= self.needs[side]

    def may_double(self, side: int) -> bool:
        return self._refusal(side) is None

    # the cube

    def double(self, side: int) -> MatchScore:
        """Return the match with the cube offered by `side` at twice its value.

        Raises:
            MatchError: the match is over, this is the Crawford game, the other side owns the
                cube, or a double is unanswered.
        """
        check_side(side)
        refusal = self._refusal(side)
        if refusal is not None:
            raise refusal
        return replace(self, cube=replace(self.cube, doubler=side))

    def take(self) -> MatchScore:
        """Return the match with the double taken: the taker owns the cube.

        A beaver that is accepted leaves the cube with its owner.

        Raises:
            MatchError: nobody has doubled.
        """
        self._doubler()
        return replace(self, cube=Cube(self.cube.value * 2, owner=self._next_owner()))

    def beaver(self) -> MatchScore:
        """Return the match with the double redoubled on the spot by who was asked.

        What was offered counts as taken; the other side answers next, and their drop costs that.

        Raises:
            MatchError: nobody has doubled, or it is a match to points.
        """
        doubler = self._doubler()
        if self.length is not None:
            raise MatchError("beaver_match")
        cube = self.cube
        offered = Cube(cube.value * 2, self._next_owner(), 1 - doubler, cube.animals + 1)
        return replace(self, cube=offered)

    def drop(self) -> MatchScore:
        """Return the match with the double dropped: the doubler wins the cube as it was before.

        Raises:
            MatchError: nobody has doubled.
        """
        return self._ended(self._doubler(), self.cube.value, "drop", "single")

    # the end of a game

    def win(self, side: int, level: Level = "single") -> MatchScore:
        """Return the match after a game won by `side`: the level times the cube.

        Raises:
            MatchError: the match is over, or a double is unanswered.
        """
        self._check_board(side)
        return self._ended(side, LEVELS[_level(level)] * self.cube.value, "win", level)

    def resign(self, side: int, level: Level = "single") -> MatchScore:
        """Return the match after `side` resigns a game and loses the level times the cube.

        Raises:
            MatchError: the match is over, or a double is unanswered.
        """
        self._check_board(side)
        return self._ended(1 - side, LEVELS[_level(level)] * self.cube.value, "resign", level)

    def enter(self, side: int, points: int) -> MatchScore:
        """Return the match after a game of which only the points are known.

        Raises:
            MatchError: the match is over, the cube was turned, or the points are impossible.
        """
        self._check_board(side)
        if self.cube != NEW_CUBE:
            raise MatchError("cube_turned")
        return self._ended(side, _points(points), "points", None)

    def penalty(self, side: int, points: int) -> MatchScore:
        """Return the match with `points` for the other side because `side` was late.

        Raises:
            MatchError: the match is over, a game has begun, or the points would win the match.
        """
        self._check_board(side)
        if self.cube != NEW_CUBE:
            raise MatchError("penalty_late")
        needs = self.needs
        if needs is not None and _points(points) >= needs[1 - side]:
            raise MatchError("penalty_wins")
        given = list(self.penalties)
        given[1 - side] += _points(points)
        return replace(self, penalties=(given[0], given[1]))

    # the end of the match

    def final(self, score_a: int, score_b: int) -> MatchScore:
        """Return the match with only its final score, which may exceed the length.

        Raises:
            MatchError: not exactly one side has reached the length, or the games contradict it.
        """
        self._check_open()
        for points in (score_a, score_b):
            if not _is_number(points) or points < 0:
                raise MatchError("points_negative")
            if points > MOST_POINTS:
                raise MatchError("points_many", most=MOST_POINTS)
        if self.length is not None:
            if max(score_a, score_b) < self.length:
                raise MatchError("final_nobody", length=self.length)
            if min(score_a, score_b) >= self.length:
                raise MatchError("final_both", length=self.length)
        a, b = self.played_score
        if score_a < a or score_b < b:
            raise MatchError("final_below", a=a, b=b)
        return self._stopped(MatchEnd("final", score=(score_a, score_b)))

    def forfeit(self, side: int, reason: str) -> MatchScore:
        """Return the match forfeited by `side`.

        Raises:
            MatchError: the match is over, or the reason is empty.
        """
        check_side(side)
        self._check_open()
        return self._stopped(MatchEnd("forfeit", side=side, reason=_reason(reason)))

    def no_show(self, reason: str) -> MatchScore:
        """Return the match to which neither side came: both lose it.

        Raises:
            MatchError: the match is over, or the reason is empty.
        """
        self._check_open()
        return self._stopped(MatchEnd("no_show", reason=_reason(reason)))

    def unfinished(self, reason: str) -> MatchScore:
        """Return the match broken off without a winner.

        Raises:
            MatchError: the match is over, or the reason is empty.
        """
        self._check_open()
        return self._stopped(MatchEnd("unfinished", reason=_reason(reason)))

    def time_up(self) -> MatchScore:
        """Return the match stopped by the clock: the side with more points wins; a tie is possible.

        Raises:
            MatchError: the match is over.
        """
        self._check_open()
        return self._stopped(MatchEnd("time"))

    def drawn(self) -> MatchScore:
        """Return the match ended by a draw: games that know one are played singly.

        Raises:
            MatchError: the match is over, or longer than a game.
        """
        self._check_open()
        if self.length != 1:
            raise MatchError("draw_none")
        return self._stopped(MatchEnd("draw"))

    # helpers

    @property
    def _has_the_points(self) -> int | None:
        if self.length is None:
            return None
        a, b = self.played_score
        if max(a, b) < self.length:
            return None
        return int(b > a)

    @property
    def _is_on_the_brink(self) -> bool:
        if self.length is None or self.is_over or not self.with_crawford:
            return False
        low, high = sorted(self.score)
        return low < high == self.length - 1

    @property
    def _had_crawford(self) -> bool:
        return any(game.is_crawford for game in self.games)

    def _refusal(self, side: int) -> MatchError | None:
        if self.is_over:
            return MatchError("match_over")
        if self.cube.doubler is not None:
            return MatchError("answer_due")
        if self.is_crawford:
            return MatchError("crawford")
        if self.cube.owner == 1 - side:
            return MatchError("cube_elsewhere")
        return None

    def _doubler(self) -> int:
        self._check_open()
        if self.cube.doubler is None:
            raise MatchError("no_double")
        return self.cube.doubler

    def _next_owner(self) -> int | None:
        """Whose the cube is when the offer is taken."""
        return self.cube.owner if self.cube.animals else 1 - self._doubler()

    def _check_open(self) -> None:
        if self.is_over:
            raise MatchError("match_over")

    def _check_board(self, side: int) -> None:
        check_side(side)
        self._check_open()
        if self.cube.doubler is not None:
            raise MatchError("answer_due")

    def _ended(self, winner: int, points: int, how: How, level: Level | None) -> MatchScore:
        cube = None if how == "points" else self.cube.value
        owner = None if cube is None else self.cube.owner
        game = MatchGame(winner, points, how, level, cube, self.is_crawford, owner)
        return replace(self, games=(*self.games, game), cube=NEW_CUBE)

    def _stopped(self, end: MatchEnd) -> MatchScore:
        return replace(self, cube=NEW_CUBE, end=end)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_side(side: int) -> None:
    """Raise unless `side` is 0 or 1.

    Raises:
        MatchError: it is neither.
    """
    if not _is_number(side) or side not in (0, 1):
        raise MatchError("side_unknown")


def _level(level: Level) -> Level:
    if level not in LEVELS:
        raise MatchError("level_unknown")
    return level


def _points(points: int) -> int:
    if not _is_number(points) or points < 1:
        raise MatchError("points_few")
    if points > MOST_POINTS:
        raise MatchError("points_many", most=MOST_POINTS)
    return points


def _reason(reason: str) -> str:
    text = reason.strip()
    if not text:
        raise MatchError("reason_missing")
    if len(text) > LONGEST_REASON:
        raise MatchError("reason_long", most=LONGEST_REASON)
    return text
