"""The assistant at Dame: a search of its own, to a depth that makes the level.

It looks at every line to its depth and on while something can be captured, counts pieces and how
far men have come, and leaves out what cannot change the result (alpha-beta). It knows the game as
it stands and nothing else; the same game has the same answer wherever the machine is quick enough
to look at all that a level looks at.

>>> from games.rules.dame import Game
>>> choose_dame(Game.begin(), "strong").path in {(21, 17), (22, 17), (22, 18), (23, 18), (23, 19),
...     (24, 19), (24, 20)}
True
"""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf
from typing import Final

from games.assistant.levels import LevelName
from games.assistant.searching import SearchLevel, Thought
from games.rules.dame.game import REPETITIONS, Game, Huff
from games.rules.dame.generator import Key, captures, quiet_moves
from games.rules.dame.moves import Move, capturing_moves, legal_moves, moved, result
from games.rules.dame.options import Options
from games.rules.dame.position import Position
from games.rules.dame.squares import squares_in

DAME_LEVELS: Final[dict[LevelName, SearchLevel]] = {
    "easy": SearchLevel(1, doubt=60, positions=500),
    "medium": SearchLevel(3, doubt=12, positions=4_000),
    "strong": SearchLevel(9, positions=20_000, seconds=1.2),
}

WON: Final = 100_000
MAN: Final = 100
KING: Final = 310
STEP: Final = 4
"""What a man is worth for each row that it has come forward."""
BACK: Final = 6
"""What a man on its own first row is worth: it keeps the other side from a king."""
QUIET: Final = 12
"""So many plies after its depth a line of captures is followed."""


def choose_dame(game: Game, level: LevelName, seconds: float = inf) -> Move | Huff:
    """Return what the side to move does: remove a piece that missed a capture, or a move.

    The assistant never misses a capture. The level's time is cut to `seconds`.

    Raises:
        ValueError: the game is over.
    """
    if game.turn is None:
        raise ValueError("the game is over")
    how, position, options = DAME_LEVELS[level], game.position, game.options
    huff = _huff(game)
    if huff is not None:
        return huff
    moves = capturing_moves(position, options) or list(legal_moves(position, options))
    if len(moves) == 1:
        return moves[0]
    search = _Search(options, replace(how, seconds=min(how.seconds, seconds)))
    rated = {move: how.misjudges(json.dumps([position.fen, move.path])) for move in sorted(moves)}
    past = {one for one, _squares in game.seen}
    best: dict[Move, int] = dict.fromkeys(rated, 0)
    for depth in range(1, how.depth + 1):
        values: dict[Move, int] = {}
        low = -WON
        # The best one of the last round first: then most of the others are soon left out.
        for move in sorted(rated, key=lambda one: -best[one]):
            after = result(position, move)
            doubt = rated[move]
            if after in past:
                value = 0
            else:
                value = -search.value(after, depth - 1, -WON, -(low - abs(doubt) - 1))
            values[move] = value + doubt
            low = max(low, value - abs(doubt))
        if search.is_spent and depth > 1:
            break
        best = values
        if max(best.values()) > WON // 2:
            break
    return max(rated, key=lambda one: (best[one], tuple(-square for square in one.path)))


def chosen(game: Game, level: LevelName, seconds: float = inf) -> tuple[str, str]:
    """Return the act of the side to move, and its text: a move, or the square of a removal."""
    choice = choose_dame(game, level, seconds)
    if isinstance(choice, Huff):
        return "huff", str(choice.square)
    return "play", choice.text


def claims_draw(game: Game, side: int) -> bool:
    """Tell whether the assistant claims a draw by repetition: unless it stands better."""
    return game.repetitions >= REPETITIONS and accepts_draw(game, side)


def accepts_draw(game: Game, side: int) -> bool:
    """Tell whether the assistant takes a draw: where it stands no better than its opponent."""
    value = _Search(game.options, DAME_LEVELS["medium"]).value(game.position, 3, -WON, WON)
    own = value if game.position.turn == side else -value
    return own <= MAN // 4


def _huff(game: Game) -> Huff | None:
    """Return the best piece to remove: a king before a man, one that has come far before others.

    A piece stays where our own captures would go with it and nothing remains to be moved.
    """
    if not game.huffable or not game.options.huffing:
        return None
    search = _Search(game.options, DAME_LEVELS["medium"])

    def worth(square: int) -> int:
        return search.value(game.position.without(square), 2, -WON, WON)

    return Huff(max(sorted(game.huffable), key=worth))


class _Search(Thought):
    """Values of positions for the side to move, in hundredths of a man."""

    def __init__(self, options: Options, level: SearchLevel) -> None:
        super().__init__(level)
        self.options = options

    def value(self, position: Position, depth: int, low: int, high: int) -> int:
        """Return the value where it is between `low` and `high`, otherwise a bound of it."""
        is_late = self.is_late()
        keys: list[Key] = list(captures(position, self.options))
        if not position.own:
            return -WON - depth
        if not keys:
            if depth <= 0 or is_late:
                return _worth(position)
            keys = [(origin, target, 0) for origin, target in quiet_moves(position)]
            if not keys:
                return -WON - depth
        elif is_late or depth <= -QUIET:
            return _worth(position)
        best = -2 * WON
        # Many pieces first: what is good is mostly there, and then the rest is soon left out.
        for key in sorted(keys, key=lambda one: -one[2].bit_count()) if keys[0][2] else keys:
            found = -self.value(moved(position, *key), depth - 1, -high, -low)
            if found > best:
                best = found
                if best > low:
                    low = best
                    if low >= high:
                        break
        return best


def _worth(position: Position) -> int:
    """Return what the pieces are worth, for the side to move."""
    value = 0
    for side, pieces in enumerate((position.white, position.black)):
        kings = pieces & position.kings
        own = KING * kings.bit_count()
        for square in squares_in(pieces & ~kings):
            row = (square - 1) // 4
            come = row if side else 7 - row
            own += MAN + STEP * come + (BACK if come == 0 else 0)
        value += -own if side else own
    return -value if position.turn else value
