"""The score of a match to n points, game by game, with the Crawford rule and the cube.

A score is a value; every action on it returns a new one or raises `MatchError`. Sides are 0 and 1.
A game begins by itself when the one before has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from games.rules.backgammon.match_errors import MatchError

Level = Literal["single", "gammon", "backgammon"]
How = Literal["win", "resign", "drop", "points"]
EndKind = Literal["final", "forfeit", "unfinished", "time"]

LEVELS: Final[Mapping[Level, int]] = {"single": 1, "gammon": 2, "backgammon": 3}
"""How many times the cube a game counts."""

LONGEST: Final = 64
"""Nobody plays longer matches; a longer one is a slip of the finger."""
MOST_POINTS: Final = 999
"""So many points in one entry are a slip of the finger too."""
LONGEST_REASON: Final = 200


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube of the game being played: in the middle, or somebody's.

    `doubler` has offered twice the value, and the other side has not answered yet.
    """

    value: int = 1
    owner: int | None = None
    doubler: int | None = None


NEW_CUBE: Final = Cube()


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game that has ended: who won how many points, and how as far as that was entered.

    Without the cube story (`how` is "points") `level` and `cube` are not known.
    """

    winner: int
    points: int
    how: How
    level: Level | None = None
    cube: int | None = None
    is_crawford: bool = False


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """An end that was declared, not played out: a bare final score, a forfeit, a stop.

    `side` is who forfeits; `score` is that of a bare final score.
    """

    kind: EndKind
    side: int | None = None
    score: tuple[int, int] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match as it stands: `length` in points, None for unlimited play, where most points win.

    `penalties` are points each side has been given for the other's lateness.
    """

    length: int | None
    games: tuple[MatchGame, ...] = ()
    cube: Cube = NEW_CUBE
    penalties: tuple[int, int] = (0, 0)
    end: MatchEnd | None = None

    def __post_init__(self) -> None:
        """Refuse a length nobody plays.

        Raises:
            MatchError: the length is not 1 to 64 or None.
        """
        if self.length is not None and not (
            _is_number(self.length) and 1 <= self.length <= LONGEST
        ):
            raise MatchError("length_invalid", most=LONGEST)

    # how it stands

    @property
    def score(self) -> tuple[int, int]:
        """Both sides' points as they were won, even beyond the length."""
        if self.end is not None and self.end.score is not None:
            return self.end.score
        return self.played_score

    @property
    def played_score(self) -> tuple[int, int]:
        """The points of the games entered, and the penalties."""
        points = list(self.penalties)
        for game in self.games:
            points[game.winner] += game.points
        return points[0], points[1]

    @property
    def shown(self) -> tuple[int, int]:
        """The score as it is written down: nobody has more points than the match is long."""
        if self.length is None:
            return self.score
        return min(self.score[0], self.length), min(self.score[1], self.length)

    @property
    def needs(self) -> tuple[int, int] | None:
        """How many points each side still needs; None in unlimited play."""
        if self.length is None:
            return None
        return self.length - self.shown[0], self.length - self.shown[1]

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.end is not None or self._has_the_points is not None

    @property
    def winner(self) -> int | None:
        """The winning side; None while nobody has won, in a tie, and in an unfinished match."""
        if self.end is None:
            return self._has_the_points
        if self.end.kind == "unfinished":
            return None
        if self.end.side is not None:
            return 1 - self.end.side
        a, b = self.score
        return None if a == b else int(b > a)

    @property
    def is_crawford(self) -> bool:
        """Whether the game being played is the Crawford game: there is no doubling in it.

        It is the first game after one side, and not the other, came within a point of winning.
        """
        return self._is_on_the_brink and not self._had_crawford

    @property
    def is_post_crawford(self) -> bool:
        """Whether the Crawford game is over and the match is not."""
        return self._had_crawford and not self.is_over

    @property
    def is_dead(self) -> bool:
        """Whether doubling can bring nobody anything: whoever may needs one single game at most.

        Such doubles are allowed all the same. In the Crawford game nobody may.
        """
        return all(self.is_dead_for(side) for side in (0, 1) if self._refusal(side) is None)

    def is_dead_for(self, side: int) -> bool:
        """Whether a single game at the present cube already wins the match for `side`."""
        return self.needs is not None and self.cube.value >= self.needs[side]

    def may_double(self, side: int) -> bool:
        """Whether `side` may double now."""
        return self._refusal(side) is None

    # the cube

    def double(self, side: int) -> MatchScore:
        """Return the match with the cube offered by `side` at twice its value.

        Raises:
            MatchError: over, the Crawford game, the other's cube, or an answer is due.
        """
        check_side(side)
        refusal = self._refusal(side)
        if refusal is not None:
            raise refusal
        return replace(self, cube=replace(self.cube, doubler=side))

    def take(self) -> MatchScore:
        """Return the match with the double taken: the taker owns the cube.

        Raises:
            MatchError: nobody has doubled.
        """
        return replace(self, cube=Cube(self.cube.value * 2, owner=1 - self._doubler()))

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
            MatchError: the match is over, or a double is not answered.
        """
        self._check_board(side)
        return self._ended(side, LEVELS[_level(level)] * self.cube.value, "win", level)

    def resign(self, side: int, level: Level = "single") -> MatchScore:
        """Return the match after `side` gave up a game, losing the level times the cube.

        Raises:
            MatchError: the match is over, or a double is not answered.
        """
        self._check_board(side)
        return self._ended(1 - side, LEVELS[_level(level)] * self.cube.value, "resign", level)

    def enter(self, side: int, points: int) -> MatchScore:
        """Return the match after a game of which only the points are known.

        Raises:
            MatchError: the match is over, the cube was turned, or the points cannot be right.
        """
        self._check_board(side)
        if self.cube != NEW_CUBE:
            raise MatchError("cube_turned")
        return self._ended(side, _points(points), "points", None)

    def penalty(self, side: int, points: int) -> MatchScore:
        """Return the match with `points` for the other side because `side` was late.

        Raises:
            MatchError: the match is over or a game is on, or the points would win the match.
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
        """Return the match with nothing but its final score, which may pass the length.

        Raises:
            MatchError: not exactly one side has reached the length, or the games say otherwise.
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
        """Return the match lost by `side` without being played out.

        Raises:
            MatchError: the match is over, or there is no reason.
        """
        check_side(side)
        self._check_open()
        return self._stopped(MatchEnd("forfeit", side=side, reason=_reason(reason)))

    def unfinished(self, reason: str) -> MatchScore:
        """Return the match broken off, with no winner.

        Raises:
            MatchError: the match is over, or there is no reason.
        """
        self._check_open()
        return self._stopped(MatchEnd("unfinished", reason=_reason(reason)))

    def time_up(self) -> MatchScore:
        """Return the match stopped by the clock: who has more points wins; it may be a tie.

        Raises:
            MatchError: the match is over.
        """
        self._check_open()
        return self._stopped(MatchEnd("time"))

    # within

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
        if self.length is None or self.is_over:
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
        game = MatchGame(winner, points, how, level, cube, self.is_crawford)
        return replace(self, games=(*self.games, game), cube=NEW_CUBE)

    def _stopped(self, end: MatchEnd) -> MatchScore:
        return replace(self, cube=NEW_CUBE, end=end)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_side(side: int) -> None:
    """Refuse what is no side.

    Raises:
        MatchError: it is neither 0 nor 1.
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
