"""Games on squares as other programs write them: read from a text, and followed to the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.rules.chess import Game as ChessGame
from games.rules.chess.pgn import read_pgn_games
from games.rules.coded import CodedError
from games.rules.dame import Game as DameGame
from games.rules.dame import Huff
from games.rules.dame.pdn import read_pdn_games
from games.rules.online.types import game_type


@dataclass(frozen=True, slots=True)
class Recorded:
    """How it began, what was done as at a board, the result as the text says it, and its tags.

    `first` and `last` are values of the game's rules; `result` is 1-0, 0-1, 1/2-1/2 or *. `said`
    is what the log of a board would keep of each act, and `position` the last one as text. Of a
    game that is too long nothing is followed: then `last` is None.
    """

    first: Any
    acts: Sequence[tuple[str, Mapping[str, Any]]]
    result: str
    tags: Mapping[str, str]
    said: Sequence[Mapping[str, Any]] = ()
    last: Any = None
    position: str = ""


def recorded(name: str, text: str, most: int) -> list[Recorded | CodedError]:
    """Return the games of a text, in place of one that cannot be read what is wrong with it.

    A game of more than `most` acts is not followed.

    Raises:
        CodedError: no game can be read; it says the `line`.
    """
    return [
        _followed(name, one) if isinstance(one, Recorded) and len(one.acts) <= most else one
        for one in READERS[name](text)
    ]


def _followed(name: str, recorded: Recorded) -> Recorded:
    rules, game, said = game_type(name), recorded.first, []
    for do, given in recorded.acts:
        side = rules.actor(game)
        assert side is not None  # the record was held against the rules
        game, kept = rules.act(game, side, do, given)
        said.append(dict(kept))
    # A copy has nothing of what was found out on the way, which takes more room than the game.
    return replace(recorded, said=said, last=replace(game), position=rules.position(game))


def _chess(text: str) -> list[Recorded | CodedError]:
    return [
        record
        if isinstance(record, CodedError)
        else Recorded(
            ChessGame(record.game.start),
            [("play", {"text": move}) for move in record.game.moves],
            record.result,
            dict(record.tags),
        )
        for record in read_pgn_games(text)
    ]


def _dame(text: str) -> list[Recorded | CodedError]:
    return [
        record
        if isinstance(record, CodedError)
        else Recorded(
            DameGame.begin(record.start, record.options),
            [
                ("huff", {"square": step.square})
                if isinstance(step, Huff)
                else ("play", {"text": str(step)})
                for step in record.steps
            ],
            record.result,
            dict(record.tags),
        )
        for record in read_pdn_games(text)
    ]


READERS: Final[Mapping[str, Callable[[str], list[Recorded | CodedError]]]] = {
    "chess": _chess,
    "dame": _dame,
}
"""The readers of the games on squares by their names."""
