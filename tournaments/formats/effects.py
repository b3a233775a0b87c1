"""What a step of one match does to others: results that go, players who are called elsewhere.

Pure values: services find them, pages and programs show them, and errors carry them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Touched:
    """Another match as it stood before the step. `match` and `round` are public identifiers.

    `players` are primary keys, the first player's first. `board` is its table. `is_online`: the two
    are playing it on the board online.
    """

    match: str
    round: str
    players: tuple[int | None, int | None]
    state: str
    outcome: str = ""
    winner: int | None = None
    points: tuple[int, int] = (0, 0)
    board: int | None = None
    is_online: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody on a ladder whose place changes; `player` is a primary key."""

    player: int
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class Effect:
    """All that a step does beyond its own match.

    `lost` are the results that go, however deep; `called` are matches that everybody could see as
    to be played, whose players change; `gained` are matches that get a result by it: one that comes
    back because the same two meet again, or a walkover of somebody who has withdrawn. `paired` are
    the later rounds of a Swiss that were drawn with the score that is now wrong, by number, and
    whether they are out; `redrawn` tells that a draw that is not out yet gets other players.
    `moved` are all whose places on a ladder change, if some of them do not play the match itself.
    `may_keep`: the director may let stand what was played. `is_online`: the two of the match itself
    are playing it on the board, and the result that somebody enters counts instead.
    """

    lost: tuple[Touched, ...] = ()
    called: tuple[Touched, ...] = ()
    gained: tuple[Touched, ...] = ()
    paired: tuple[tuple[int, bool], ...] = ()
    redrawn: bool = False
    moved: tuple[Moved, ...] = ()
    may_keep: bool = False
    is_online: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether somebody has to see it before it is done."""
        return self.takes_from_others or bool(self.paired or self.moved) or self.is_online

    @property
    def takes_from_others(self) -> bool:
        """Whether only a director may do it."""
        return bool(self.lost or self.called or self.redrawn)

    @property
    def matches(self) -> Sequence[Touched]:
        """All that must be seen, results that go first."""
        return (*self.lost, *self.called)

    @property
    def digest(self) -> str:
        """A fingerprint of what was shown: 24 hexadecimal digits; blank where nothing is asked."""
        if not self.is_asked:
            return ""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]


NOTHING = Effect()
