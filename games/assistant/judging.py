"""What a single decision costs: a play after its roll, a double or none, the answer to one.

A sequence of decisions, of a match or of a chouette, is judged one by one: each as a `PlayAsked` or
a `CubeAsked`. `side` is the account that it goes to: 0 and 1 in a match; in a chouette any number
for each person, so that plays go to the captain and each cube to its member.

Equities are as engines give them: a single game at the present cube is 1. What counts as a decision
follows what programs agree on, so that figures compare: a play if there is a choice and it matters;
a double unless it is obvious, that is worse by more than a fifth, or equal, or the game is lost
anyway; an answer unless both are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeVar

from games.assistant.engine import Chances, CubeRating, Engine, RatedPlay, Stakes
from games.assistant.worth import cube_window
from games.rules.backgammon.game import Game
from games.rules.backgammon.generator import legal_boards
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import Roll
from games.rules.backgammon.xgid import xgid

Key = TypeVar("Key")
CubeAct = Literal["hold", "double", "take", "drop"]
CubeError = Literal["missed_double", "wrong_double", "wrong_take", "wrong_pass"]

ALIKE: Final = 0.001
"""Cube actions that differ by less are equal."""
ALIKE_PLAYS: Final = 0.0001
"""A roll whose ten best plays differ by less leaves no choice."""
COMPARED: Final = 10
"""How many of the best plays are looked at for that."""
CANDIDATES: Final = 5
"""So many of the best plays are kept, and the one that was made."""
OBVIOUS: Final = 0.2
"""A double that is worse by more tempts nobody."""
LOST: Final = -0.9
"""From here on the game is lost with and without a double."""
UNKNOWN: Final = Chances(0.0)

_ERRORS: Final[Mapping[CubeAct, CubeError]] = {
    "hold": "missed_double",
    "double": "wrong_double",
    "take": "wrong_take",
    "drop": "wrong_pass",
}


@dataclass(frozen=True, slots=True)
class PlayAsked:
    """A roll and what was played. `state` is the game before the roll, its player's turn.

    `game` and `move` are places in the record. `bets` are what the player plays for: one in a
    match; where they play against several cubes, each of them, and equities are weighed by
    `weights`, or by the cubes. Nobody opens with a double: `is_opening` says that this is the
    first roll.
    """

    game: int
    move: int
    side: int
    state: Game
    roll: Roll
    result: Position
    bets: tuple[Stakes, ...]
    is_opening: bool = False
    weights: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CubeAsked:
    """A decision about one cube: `state` is the game before the roll, the doubler's turn.

    `stakes` are the doubler's before the double.
    """

    game: int
    move: int
    side: int
    state: Game
    act: CubeAct
    stakes: Stakes


Asked = PlayAsked | CubeAsked


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A roll and its play. `game` and `move` are places in the record, `position` is an XGID.

    `played` and `best` are positions after the play, the other side on roll; without a choice they
    are equal, for a dance None. `luck` is what the roll is worth above the average roll.
    `candidates` are the best plays, the best first, and last the one that was made if it is not
    among them. Against several bets their equities are over all, and the chances by the first.
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
    candidates: tuple[RatedPlay, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedCube:
    """A cube decision: whether to double, or the answer to a double.

    `position` is an XGID with the doubler on roll; the equities and the `chances`, those of the
    game without a cube, are the doubler's. `window` is from which chance on to which a double
    is right that is to be taken; None where the cube decides nothing.
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
    chances: Chances = UNKNOWN
    window: tuple[float, float] | None = None


Judged = JudgedPlay | JudgedCube


def judged(asked: Asked, engine: Engine) -> Judged:
    """Judge a decision."""
    return _play(asked, engine) if isinstance(asked, PlayAsked) else _cube(asked, engine)


def _play(asked: PlayAsked, engine: Engine) -> JudgedPlay:
    position, roll = asked.state.position, asked.roll
    where = asked.game, asked.move, asked.side, xgid(replace(asked.state, roll=roll)), roll
    luck = _luck(asked, engine)
    if not legal_boards(position.code, *roll):
        return JudgedPlay(*where, None, None, 0.0, counts=False, luck=luck)
    chances: dict[Position, Chances | None] = {}

    def ask(stakes: Stakes) -> dict[Position, float]:
        rated = engine.rate_plays(position, roll, stakes)
        for one in rated:
            chances.setdefault(one.result, one.chances)
        return {one.result: one.equity for one in rated}

    equities = _weighed(asked, ask)
    plays = sorted(equities.items(), key=lambda one: -one[1])
    (best, most), (_last, tenth) = plays[0], plays[:COMPARED][-1]
    return JudgedPlay(
        *where,
        asked.result,
        best,
        most - equities[asked.result],
        counts=most - tenth >= ALIKE_PLAYS,
        luck=luck,
        candidates=tuple(
            RatedPlay(result, value, chances[result])
            for result, value in _shown(plays, asked.result)
        ),
    )


def _shown(plays: Sequence[tuple[Position, float]], made: Position) -> list[tuple[Position, float]]:
    """Return the best plays, and the one that was made."""
    best = [*plays[:CANDIDATES]]
    return best + [one for one in plays[CANDIDATES:] if one[0] == made]


def _luck(asked: PlayAsked, engine: Engine) -> float:
    """Return what a roll is worth above the average."""
    rolls = _weighed(asked, lambda stakes: engine.rate_rolls(asked.state.position, stakes))
    return above_average(rolls, asked.roll, is_opening=asked.is_opening)


def above_average(rolls: Mapping[Roll, float], roll: Roll, *, is_opening: bool) -> float:
    """Return what a roll is worth above the average of all; an opening has no equal dice."""
    weights = {(high, low): 2 if high != low else 0 if is_opening else 1 for high, low in rolls}
    average = sum(weights[one] * rolls[one] for one in rolls) / sum(weights.values())
    return rolls[max(roll), min(roll)] - average


def _weighed(asked: PlayAsked, ask: Callable[[Stakes], Mapping[Key, float]]) -> Mapping[Key, float]:
    """Return the equities over all bets, a higher one counting for more."""
    bets = asked.bets
    if len(bets) == 1:
        return ask(bets[0])
    weights = asked.weights or tuple(one.cube for one in bets)
    whole = sum(weights)
    answers = [(weight / whole, ask(one)) for weight, one in zip(weights, bets, strict=True)]
    return {key: sum(part * answer[key] for part, answer in answers) for key in answers[0][1]}


def _cube(asked: CubeAsked, engine: Engine) -> JudgedCube:
    rating = engine.rate_cube(asked.state.position, asked.stakes)
    match asked.act:
        case "hold":
            loss = rating.best - rating.hold
        case "double":
            loss = rating.best - rating.doubled
        case "take":
            loss = rating.taken - rating.doubled
        case "drop":
            loss = rating.dropped - rating.doubled
    if asked.act in ("hold", "double"):
        counts = loss >= ALIKE or not _is_obvious(rating)
    else:
        counts = abs(rating.taken - rating.dropped) >= ALIKE
    return JudgedCube(
        asked.game,
        asked.move,
        asked.side,
        xgid(asked.state),
        asked.act,
        rating.hold,
        rating.taken,
        rating.dropped,
        loss,
        counts,
        _ERRORS[asked.act] if counts and loss > 0 else None,
        rating.chances,
        cube_window(rating.chances, asked.stakes, engine.match_chance),
    )


def _is_obvious(rating: CubeRating) -> bool:
    hold = rating.hold
    return (
        abs(hold - rating.doubled) < ALIKE
        or hold - rating.taken > OBVIOUS
        or hold - rating.dropped > OBVIOUS
        or max(hold, rating.taken) < LOST
    )
