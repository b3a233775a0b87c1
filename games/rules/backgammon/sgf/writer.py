"""Writes the Smart Game Format (``GM[6]``): a game tree for each game."""

from __future__ import annotations

from games.rules.backgammon.errors import GameError
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
from games.rules.backgammon.sgf.points import SIDES, TAGS, letter_of
from games.rules.backgammon.sgf.tree import escaped


def write_sgf(record: MatchRecord) -> str:
    """Return a match as text that `read_sgf` and other programs read.

    Automatic doubles are what the cube shows at the root, a match without the Crawford rule has
    none among its rules, and a game that was not finished has no result.

    Raises:
        GameError: a play in the middle of a game was not recorded, for which there is no sign.
    """
    return "\n".join(_tree(record, number) for number in range(len(record.games))) + "\n"


def _tree(record: MatchRecord, number: int) -> str:
    game = record.games[number]
    white, black = record.players
    head = "(;FF[4]GM[6]CA[UTF-8]AP[Chouette]"
    if record.length:
        a, b = game.score
        head += f"MI[length:{record.length}][game:{number + 1}][ws:{a}][bs:{b}]"
        if record.with_crawford:
            head += f"RU[Crawford{':CrawfordGame' if game.is_crawford else ''}]"
    else:
        a, b = game.score
        head += f"MI[game:{number + 1}][ws:{a}][bs:{b}]"
    head += f"PW[{escaped(white)}]PB[{escaped(black)}]"
    known = dict(record.tags)
    head += "".join(f"{name}[{escaped(known[tag])}]" for tag, name in TAGS if known.get(tag))
    if game.cube > 1:
        head += f"CV[{game.cube}]"
    if game.is_finished:
        head += f"RE[{SIDES[game.winner]}+{game.points}{'R' if game.how == 'resign' else ''}]"
    return "\n".join([head, *_nodes(game)]) + ")"


def _nodes(game: GameRecord) -> list[str]:
    moves = [move for move in game.moves if not isinstance(move, Resigned)]
    for move in moves[:-1]:
        if isinstance(move, Rolled) and move.play is None:
            raise GameError("play_lost")
    return [f";{SIDES[move.side]}[{_value(move)}]" for move in moves]


def _value(move: Move) -> str:
    match move:
        case Rolled(side, (first, second), play):
            steps = play.steps if play else ()
            pairs = [letter_of(one.source, side) + letter_of(one.target, side) for one in steps]
            return f"{first}{second}{''.join(pairs)}"
        case Doubled():
            return "double"
        case Took():
            return "take"
        case Dropped():
            return "drop"
    return ""
