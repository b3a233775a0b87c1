"""The XGID of eXtreme Gammon: position, cube, turn, dice and score of a game in one line.

``XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:7:10``: 26 places from the upper player's bar by
White's points 1 to 24 to White's bar, capital letters White's; the cube's power of two; its owner
(1 White, -1 Black, 0 in the middle); whose turn; the dice, 00 before the roll, or D, B, R for a
double, beaver, raccoon that waits; both scores; in a match 1 in the Crawford game, in unlimited
play 1 for Jacoby and 2 for beavers, 3 for both; the length, 0 for unlimited play; the cube's limit
as a power of two. A resignation has no place in it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from games.rules.backgammon.board import BAR, POINTS
from games.rules.backgammon.errors import BackgammonError, PositionError
from games.rules.backgammon.game import BLACK, WHITE, Game
from games.rules.backgammon.match_id import score_at
from games.rules.backgammon.match_score import Cube
from games.rules.backgammon.options import UNLIMITED, Options
from games.rules.backgammon.position import Position

NO_LIMIT: Final = 10
"""The limit of 1,024 that programs write where there is none."""

_PATTERN: Final = re.compile(
    r"\s*(?:XGID=)?([-A-Oa-o]{26}):(\d{1,2}):(0|1|-1):(1|-1):([1-6]{2}|00|[DBR])"
    r":(\d{1,4}):(\d{1,4}):([0-3]):(\d{1,4}):(\d{1,2})\s*"
)
_OFFERS: Final = "DBR"


def xgid(game: Game) -> str:
    """Return the XGID of a game. Before the opening it is that of White on roll."""
    white = game.seen_by(WHITE)
    places = [""] * 26
    for point in range(1, BAR + 1):
        own, opp = white.own[point - 1], white.opp[point - 1]
        if own:
            places[point] = chr(ord("A") + own - 1)
        if opp:
            places[BAR - point] = chr(ord("a") + opp - 1)
    cube, score, options = game.score.cube, game.score, game.options
    value, owner = cube.value >> cube.animals, cube.owner
    if cube.animals:  # before the double the cube was in the middle or the doubler's
        owner = None if value == 1 else game.turn
    if cube.doubler is not None:
        dice = _OFFERS[min(cube.animals, 2)]
    else:
        dice = "{}{}".format(*(game.roll or (0, 0)))
    rules = score.is_crawford if score.length else options.jacoby + 2 * (options.animals != 0)
    limit = options.cube_limit.bit_length() - 1 if options.cube_limit else NO_LIMIT
    fields = (
        "".join(place or "-" for place in places),
        value.bit_length() - 1,
        0 if owner is None else _sign(owner),
        _sign(game.turn or WHITE),
        dice,
        *score.shown,
        int(rules),
        score.length or 0,
        limit,
    )
    return "XGID=" + ":".join(map(str, fields))


def game_from_xgid(text: str) -> Game:
    """Return the game that an XGID describes.

    Raises:
        PositionError: it is none, or nothing is being played in it.
    """
    found = _PATTERN.fullmatch(text)
    if not found:
        raise PositionError("xgid_malformed", text=text.strip()[:80])
    places, dice = found[1], found[5]
    cube, owner, turn, white, black, rules, length, limit = (
        int(found[group]) for group in (2, 3, 4, 6, 7, 8, 9, 10)
    )
    try:
        position = _position(places)
        if position.is_over:
            raise PositionError("id_over")
        is_crawford = bool(length and rules)
        score = score_at(length or None, (white, black), is_crawford=is_crawford)
        if score.is_over or score.is_crawford != is_crawford or cube > 15 or (length and rules > 1):
            raise PositionError("xgid_malformed", text=text.strip()[:80])
        options = Options(
            None if limit >= NO_LIMIT or limit == 0 else 1 << limit,
            jacoby=bool(rules & 1) and not length,
            animals=UNLIMITED if rules & 2 and not length else 0,
        )
        value = Cube(1 << cube, None if owner == 0 else _side(owner))
        side = _side(turn)
        game = Game(
            replace(score, cube=value),
            options,
            position if side == WHITE else position.flipped(),
            side,
        )
        return _with_dice(game, dice)
    except BackgammonError as error:
        if isinstance(error, PositionError):
            raise
        raise PositionError("xgid_malformed", text=text.strip()[:80]) from None


def _with_dice(game: Game, dice: str) -> Game:
    if dice in _OFFERS:
        assert game.turn is not None
        game = game.double(game.turn)
        for _ in range(_OFFERS.index(dice)):
            game = game.beaver()
        return game
    return game if dice == "00" else game.rolls(int(dice[0]), int(dice[1]))


def _position(places: str) -> Position:
    """The position of 26 places as White sees it."""
    own, opp = [0] * BAR, [0] * BAR
    for place, letter in enumerate(places):
        if letter.isupper() and place:
            own[place - 1] = ord(letter) - ord("A") + 1
        elif letter.islower() and place <= POINTS:
            opp[BAR - place - 1] = ord(letter) - ord("a") + 1
        elif letter != "-":
            raise PositionError("xgid_malformed", text=places)
    return Position.of(own, opp)


def _sign(side: int) -> int:
    return 1 if side == WHITE else -1


def _side(sign: int) -> int:
    return WHITE if sign == 1 else BLACK
