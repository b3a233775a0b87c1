"""The engine of Open Sage, where it is installed: neural networks that look several rolls ahead.

`bgsage` has wheels for Linux and Windows on x86-64 and for macOS. It believes any board it is
given, so it gets positions of ours only, and its plays count only if they are among ours. It is
loaded when it is first asked: that takes a quarter of a second and 100 MB, which no start should
pay.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from platform import machine
from typing import Any, Final

from games.assistant.engine import Chances, CubeRating, Holder, RatedPlay, Stakes
from games.rules.backgammon.board import BAR, POINTS
from games.rules.backgammon.plays import results
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import Roll

_OWNERS: Final[dict[Holder, str]] = {"nobody": "centered", "self": "player", "other": "opponent"}


TABLE: Final = "Kazaross-XG2"
"""Its match equity table: it does not name it, a test holds its numbers against the published."""
THREADS: Final = 2
"""It would take every core of a server that has other things to do."""


def is_installed() -> bool:
    """Whether it is here and runs on this processor; nothing is loaded for this answer."""
    return find_spec("bgsage") is not None and _runs_here()


@cache
def _analyzer(plies: int) -> Any:
    """Load it.

    Raises:
        ImportError: it is not installed, or does not run on this computer.
    """
    if not _runs_here():
        raise ImportError("bgsage needs a processor with AVX2")
    from bgsage import BgBotAnalyzer

    return BgBotAnalyzer(eval_level=f"{plies}ply", parallel_threads=THREADS)


class SageEngine:
    """Open Sage at so many plies: 1 is its networks alone, each further one looks a roll ahead.

    One ply is not enough for the cube: with an owned one it may hold where two plies double. So
    cubes are rated at two plies at least.
    """

    def __init__(self, plies: int) -> None:
        """Load it.

        Raises:
            ImportError: it is not installed, or does not run on this computer.
        """
        self.name: Final = f"bgsage, {plies}-ply"
        self.table: Final = TABLE
        self._plays = _analyzer(plies)
        self._cubes = _analyzer(max(plies, 2))
        self._last: tuple[tuple[Position, Stakes], Any] | None = None

    def rate_plays(self, position: Position, roll: Roll, stakes: Stakes) -> tuple[RatedPlay, ...]:
        """Return every legal play of a roll, the best first."""
        legal = {_board(one.flipped()): one for one in results(position, roll)}
        if not legal:
            return ()
        found = self._plays.checker_play(list(_board(position)), *roll, **_terms(stakes))
        return tuple(
            RatedPlay(legal[board], move.equity, Chances(*move.probs.to_list()))
            for move in found.moves
            if (board := tuple(move.board)) in legal
        )

    def rate_cube(self, position: Position, stakes: Stakes) -> CubeRating:
        """Rate the cube of the side on roll."""
        found = self._before_rolling(position, stakes)
        return CubeRating(
            found.equity_nd, found.equity_dt, found.equity_dp, Chances(*found.probs.to_list())
        )

    def rate_rolls(self, position: Position, stakes: Stakes) -> dict[Roll, float]:
        """Return what each roll is worth, one ply less deep than the cube."""
        rolls = self._before_rolling(position, stakes).details["nd"]
        return {
            (max(roll["die1"], roll["die2"]), min(roll["die1"], roll["die2"])): roll[
                "cubeful_equity"
            ]
            for roll in rolls
        }

    @staticmethod
    def match_chance(own: int, other: int, *, is_post_crawford: bool = False) -> float:
        """Return the chance to win a match by its table."""
        found: float = import_module("bgbot_cpp").get_met(own, other, is_post_crawford)
        return found

    def _before_rolling(self, position: Position, stakes: Stakes) -> Any:
        """Ask for the cube and all rolls; the last answer is kept, for who asks for both."""
        last = self._last
        if last is None or last[0] != (position, stakes):
            found = self._cubes.cube_action(
                list(_board(position)), **_terms(stakes), incl_2ply_details=True
            )
            last = self._last = (position, stakes), found
        return last[1]


def _runs_here() -> bool:
    """Whether this processor knows the instructions that the wheels were built with.

    They do not ask: on an older one, and some small ones, the whole process would end.
    """
    if machine() not in ("x86_64", "AMD64"):
        return True
    try:
        knows = import_module("numpy._core._multiarray_umath").__cpu_features__
    except (ImportError, AttributeError):
        return True
    return bool(knows.get("AVX2") and knows.get("FMA3"))


def _board(position: Position) -> tuple[int, ...]:
    """Return 26 numbers as the engine has them: the other's bar, points 1 to 24 of the side on
    roll with the other's checkers below zero, the own bar.
    """
    own, opp = position.own, position.opp
    points = (own[place] - opp[POINTS - 1 - place] for place in range(POINTS))
    return opp[BAR - 1], *points, own[BAR - 1]


def _terms(stakes: Stakes) -> dict[str, Any]:
    own, other = stakes.needs or (0, 0)
    return {
        "cube_value": stakes.cube,
        "cube_owner": _OWNERS[stakes.holder],
        "away1": own,
        "away2": other,
        "is_crawford": stakes.is_crawford,
        "jacoby": stakes.jacoby,
        "beaver": stakes.beavers,
    }
