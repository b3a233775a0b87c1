"""The Match ID of GNU Backgammon: score, cube and dice of a game in 12 characters.

Source: "A technical description of the Match ID" in its manual, and for the bit of Jacoby's rule,
which that leaves out, what the program writes. White is player 0.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import replace
from typing import Final

from games.rules.backgammon.errors import BackgammonError, PositionError
from games.rules.backgammon.game import WHITE, Game, Resignation
from games.rules.backgammon.match_score import LEVELS, Cube, MatchGame, MatchScore
from games.rules.backgammon.options import Options
from games.rules.backgammon.position import Position

LENGTH: Final = 12

_FIELDS: Final = {
    "cube": 4,
    "owner": 2,
    "turn": 1,
    "crawford": 1,
    "state": 3,
    "decider": 1,
    "doubled": 1,
    "resigned": 2,
    "first": 3,
    "second": 3,
    "length": 15,
    "white": 15,
    "black": 15,
    "no_jacoby": 1,
}
"""How many bits each field has, from the lowest."""

_CENTRED: Final = 3
_OPENING, _PLAYING = 0, 1
_ENDS: Final = {"win": 2, "points": 2, "resign": 3, "drop": 4}


def match_id(game: Game) -> str:
    """Return the Match ID of a game; with the Position ID of `game.position` it says all."""
    score, cube = game.score, game.score.cube
    first, second = game.roll or (0, 0)
    actor = game.actor
    turn = WHITE if game.turn is None else game.turn
    state = _OPENING if game.phase == "opening" else _PLAYING
    values = {
        "cube": cube.value.bit_length() - 1,
        "owner": _CENTRED if cube.owner is None else cube.owner,
        "turn": turn,
        "crawford": score.is_crawford if game.result is None else game.result.is_crawford,
        "state": state if game.result is None else _ENDS[game.result.how],
        "decider": turn if actor is None else actor,
        "doubled": cube.doubler is not None,
        "resigned": LEVELS[game.offer.level] if game.offer else 0,
        "first": first,
        "second": second,
        "length": score.length or 0,
        "white": score.shown[0],
        "black": score.shown[1],
        "no_jacoby": not game.options.jacoby,
    }
    return _text(values)


def game_from_ids(position: str, match: str) -> Game:
    """Return the game that a Position ID and a Match ID describe.

    Raises:
        PositionError: one of them is none, or the game is not being played.
    """
    on_board = Position.from_id(position)
    values = _values(match)
    if values["state"] not in (_OPENING, _PLAYING) or on_board.is_over:
        raise PositionError("id_over")
    try:
        return _game(on_board, values)
    except BackgammonError:
        raise PositionError("match_id_malformed", text=match) from None


def score_at(length: int | None, score: tuple[int, int], *, is_crawford: bool) -> MatchScore:
    """Return a match at this score, before this game.

    Points from before are kept as penalties are. Where a side is a point away and this is not the
    Crawford game, that has been played.

    Raises:
        MatchError: there is no such length.
    """
    at = MatchScore(length, penalties=score)
    if not at.is_crawford or is_crawford:
        return at
    leader = int(score[1] > score[0])
    before = MatchGame(leader, score[leader], "points", is_crawford=True)
    rest = (score[0], 0) if leader else (0, score[1])
    return MatchScore(length, (before,), penalties=rest)


def _game(position: Position, values: dict[str, int]) -> Game:
    white, black, length = values["white"], values["black"], values["length"]
    score = score_at(length or None, (white, black), is_crawford=bool(values["crawford"]))
    roll = (values["first"], values["second"])
    turn, decider = values["turn"], values["decider"]
    owner = None if values["owner"] == _CENTRED else values["owner"]
    cube = Cube(1 << values["cube"], owner)
    if values["doubled"]:
        animals = 0 if decider != turn else 1
        cube = Cube(cube.value, owner, 1 - decider, animals)
    is_wrong = (
        score.is_over
        or values["owner"] not in (0, 1, _CENTRED)
        or score.is_crawford != bool(values["crawford"])
        or (any(roll) and (0 in roll or max(roll) > 6))
        or (values["resigned"] and values["doubled"])
    )
    if is_wrong:
        raise PositionError("match_id_malformed", text="")
    options = Options(cube_limit=None, jacoby=not values["no_jacoby"])
    with_cube = replace(score, cube=cube)
    if values["state"] == _OPENING:
        return Game(with_cube, options, position)
    game = Game(with_cube, options, position, turn)
    if any(roll):
        game = game.rolls(*roll)
    if values["resigned"]:
        level = next(one for one, times in LEVELS.items() if times == values["resigned"])
        return replace(game, offer=Resignation(1 - decider, level))
    return game


def _text(values: dict[str, int]) -> str:
    bits = length = 0
    for name, size in _FIELDS.items():
        bits |= (values[name] & (1 << size) - 1) << length
        length += size
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


def _values(text: str) -> dict[str, int]:
    if len(text) != LENGTH:
        raise PositionError("match_id_length", length=LENGTH)
    try:
        bits = int.from_bytes(base64.b64decode(text, validate=True), "little")
    except (binascii.Error, ValueError):
        raise PositionError("match_id_malformed", text=text) from None
    values = {}
    for name, size in _FIELDS.items():
        values[name] = bits & (1 << size) - 1
        bits >>= size
    if bits or _text(values) != text:
        raise PositionError("match_id_malformed", text=text)
    return values
