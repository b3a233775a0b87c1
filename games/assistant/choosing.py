"""What the assistant does next in a game, whatever the game waits for.

It is given the game as it stands and nothing else: no dice to come, no seed, no clock. The same
game always has the same answer; where a level is not sure of a play, its doubts come from a digest
of the game itself.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from statistics import NormalDist
from typing import Final, Literal

from games.assistant.engine import Chances, CubeRating, RatedPlay, Stakes
from games.assistant.levels import CUBE_PLIES, LEVELS, Level, LevelName, engine_of
from games.assistant.own import chances_of
from games.assistant.worth import cubeless, drawn, points_of
from games.rules.backgammon.game import Game
from games.rules.backgammon.match_score import LEVELS as MULTIPLES
from games.rules.backgammon.match_score import Level as LostAs
from games.rules.backgammon.match_score import MatchScore
from games.rules.backgammon.plays import Play, play_of, results
from games.rules.backgammon.position import Position

Act = Literal["roll", "double", "play", "take", "drop", "beaver", "accept", "refuse", "resign"]

NEARLY: Final = 0.005
"""What a resignation may be short of the rest of the game: engines are never quite certain."""
HOPELESS: Final = 0.002
"""A chance that nobody waits for: who has no better one gives up."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a side does: its act, and for a play which one, as `legal_plays` orders its steps.

    `beaver` redoubles on the spot: a beaver, a raccoon or one more. `accept` and `refuse`
    answer a resignation; `resign` offers one, of a level.
    """

    act: Act
    play: Play | None = None
    lost: LostAs | None = None


def choose(game: Game, level: LevelName, *, may_resign: bool = False) -> Choice:
    """Return what the side that is to act does now.

    With `may_resign` it gives up a game that cannot be saved, as soon as it is certain what is
    lost. It cannot know whether it was refused before, so who asks says whether it may.

    Raises:
        ValueError: nobody is to act: the game is over, or both roll for the opening.
        KeyError: there is no such level.
    """
    how = LEVELS[level]
    match game.phase:
        case "roll":
            lost = _lost(game) if may_resign else None
            if lost is not None:
                return Choice("resign", lost=lost)
            return Choice("double" if _doubles(game) else "roll")
        case "play":
            return Choice("play", _play(game, how))
        case "answer":
            return Choice(_answer(game))
        case "resignation":
            return Choice("accept" if _accepts(game) else "refuse")
    raise ValueError(f"nobody is to act in the {game.phase} of a game")


def get_ready(level: LevelName) -> None:
    """Load what a level plays with: its first play is then as fast as any other."""
    choose(Game(MatchScore(1)).open(3, 1), level)


def accepts_draw(game: Game, side: int) -> bool:
    """Return whether `side` accepts that the game ends as a draw: only when it is behind.

    In a match the next game follows at the same score; that is what it is compared with.

    Raises:
        ValueError: nothing is being played, or an answer is due.
    """
    return _equity(game, side) < drawn(Stakes.of(game, side))


# plays


def _play(game: Game, how: Level) -> Play:
    assert game.roll is not None
    found = results(game.position, game.roll)
    if len(found) > 1:
        stakes = Stakes.of(game, _actor(game))
        rated = engine_of(how.plies).rate_plays(game.position, game.roll, stakes)
        found = [_one_of(rated, how, _digest(game))]
    return play_of(game.position, game.roll, found[0])


def _one_of(rated: tuple[RatedPlay, ...], how: Level, digest: bytes) -> Position:
    """Return the best play, as a level sees it."""
    best = rated[0].equity
    near = [one for one in rated if one.equity >= best - how.tolerance] if how.tolerance else rated

    def judged(play: RatedPlay) -> float:
        doubt = _number(digest, play.result)
        return doubt if how.tolerance else play.equity + how.doubt * NormalDist().inv_cdf(doubt)

    return max(near, key=judged).result


def _digest(game: Game) -> bytes:
    return sha256(json.dumps(game.to_json(), sort_keys=True).encode()).digest()


def _number(digest: bytes, result: Position) -> float:
    """Return a number between 0 and 1, both excluded, that looks random and is not."""
    drawn = sha256(digest + result.id.encode()).digest()
    return (int.from_bytes(drawn[:4]) + 0.5) / 2**32


# the cube


def _doubles(game: Game) -> bool:
    side = _actor(game)
    if game.cube_problem(side) is not None or game.score.is_dead_for(side):
        return False
    return _cube(game, Stakes.of(game, side)).is_double


def _answer(game: Game) -> Act:
    """Answer a double: drop what costs more than it did before, redouble when ahead."""
    assert game.turn is not None
    if game.score.cube.animals:
        # The side on roll is rated at the cube that is offered; to drop it is half as much.
        held = _cube(game, Stakes.of(game.take(), game.turn)).hold
        equity = held if _actor(game) == game.turn else -held
        is_take = equity >= -0.5
    else:
        rating = _cube(game, replace(Stakes.of(game, game.turn), beavers=False))
        equity, is_take = -rating.taken, rating.is_take
    if equity > 0 and game.is_money and game.may_beaver:
        return "beaver"
    return "take" if is_take else "drop"


def _cube(game: Game, stakes: Stakes) -> CubeRating:
    """Rate the cube of the side on roll."""
    return engine_of(CUBE_PLIES).rate_cube(game.position, stakes)


# the end of a game without its last rolls


def _accepts(game: Game) -> bool:
    """Accept what is at least what the rest of the game is worth without another double."""
    assert game.offer is not None
    side = _actor(game)
    stakes = Stakes.of(game, side)
    level = game.offer.level if game.gammons_count else "single"
    offered = points_of(stakes)(stakes.cube * MULTIPLES[level])
    return offered >= cubeless(_chances(game, side), stakes) - NEARLY


def _lost(game: Game) -> LostAs | None:
    """Return as what the side on roll has lost; None while anything about it is open.

    Only once the sides have passed each other: before that a shot may come.
    """
    if game.position.has_contact:
        return None
    side = _actor(game)
    chances = _chances(game, side)
    if chances.win > HOPELESS:
        return None
    lost = _certain(chances) if game.gammons_count else "single"
    if game.options.early_resignation and (lost != "single" or not game.seen_by(side).off[0]):
        return None  # it would cost more than the game
    return lost


def _certain(chances: Chances) -> LostAs | None:
    """Return as what a lost game ends; None if it may be more or less."""
    levels: tuple[tuple[LostAs, float], ...] = (
        ("backgammon", chances.backgammon_lost),
        ("gammon", chances.gammon_lost),
        ("single", 1.0),
    )
    for level, chance in levels:
        if chance >= 1 - HOPELESS:
            return level
        if chance > HOPELESS:
            return None
    return None


def _chances(game: Game, side: int) -> Chances:
    """Return the chances of a side, after the best play if dice lie on the board."""
    assert game.turn is not None
    mover, position = game.turn, game.position
    if game.roll is not None:
        position = _best(game).result
        mover = 1 - mover
    if position.is_over:
        chances = chances_of(position)
    else:
        engine = engine_of(CUBE_PLIES)
        chances = engine.rate_cube(position, Stakes.of(game, mover)).chances
    return chances if mover == side else chances.flipped()


def _equity(game: Game, side: int) -> float:
    if game.turn is None or game.phase not in ("roll", "play"):
        raise ValueError(f"no draw is offered in the {game.phase} of a game")
    if game.roll is not None:
        equity = _best(game).equity
    else:
        rating = _cube(game, Stakes.of(game, game.turn))
        equity = rating.hold if game.cube_problem(game.turn) else rating.best
    return equity if game.turn == side else -equity


def _best(game: Game) -> RatedPlay:
    assert game.turn is not None
    assert game.roll is not None
    stakes = Stakes.of(game, game.turn)
    return engine_of(CUBE_PLIES).rate_plays(game.position, game.roll, stakes)[0]


def _actor(game: Game) -> int:
    assert game.actor is not None
    return game.actor
