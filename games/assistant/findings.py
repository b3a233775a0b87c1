"""What the analysis of a match found, as it is kept in a file and given to other programs.

Positions are XGIDs and plays are text, so that a program needs nothing of ours to read it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from games.assistant.analysis import SideReport, side_report
from games.assistant.engine import Chances
from games.assistant.judging import CubeError, Judged, JudgedCube, JudgedPlay
from games.rules.backgammon import (
    MatchRecord,
    Position,
    Roll,
    game_from_xgid,
    legal_plays,
    play_text,
)
from games.rules.codec import from_plain, to_plain

DIGITS: Final = 5
"""Decimals of an equity, and of a chance: more than any engine is worth."""

Act = Literal["play", "hold", "double", "take", "drop"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play that could have been made, as text, and what it is worth for its player.

    `chances` are to win, to win a gammon, a backgammon, to lose a gammon, a backgammon; empty
    where the engine does not say them. A gammon counts among the wins, a backgammon among the
    gammons.
    """

    play: str
    equity: float
    chances: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A play or a cube decision, and what it cost.

    `game` and `move` count from 0. `played` and `best` are plays in the mover's own points, blank
    for a dance and for cubes; `equities` are those of holding, of a double that is taken and of
    one that is dropped, as the doubler sees them, empty for plays. `win` is the doubler's chance,
    `window` where a double is right that is taken, empty if there is none, `chances` all of the
    doubler's as a `Candidate` has them. In a chouette `side` is a seat, and `move` counts the rolls
    before. `candidates` are the best plays, the best first, and the one that was made: they and
    `chances` are empty in analyses that are older than that.
    """

    game: int
    move: int
    side: int
    act: Act
    position: str
    loss: float
    counts: bool
    roll: Roll | None = None
    played: str = ""
    best: str = ""
    luck: float = 0.0
    equities: tuple[float, ...] = ()
    error: CubeError | None = None
    win: float = 0.0
    window: tuple[float, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    chances: tuple[float, ...] = ()

    @property
    def is_wrong(self) -> bool:
        """Whether it is a decision that has cost something."""
        return self.counts and self.loss > 0


@dataclass(frozen=True, slots=True)
class Unread:
    """A game of a file that could not be read: its number from 0, the line and the reason."""

    game: int
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Findings:
    """The whole analysis: which engine judged which match, all accounts and every decision.

    `players` are blank for a board: how its players are called depends on who reads. The accounts
    are two, or in a chouette one for each seat. The games in `unread` are not among `games`.
    `table` is the match equity table by which a match was judged, blank for other games and where
    an older analysis does not name it.
    """

    engine: str
    length: int
    games: int
    players: tuple[str, str]
    sides: tuple[SideReport, ...]
    decisions: tuple[Decision, ...]
    unread: tuple[Unread, ...] = ()
    table: str = ""

    @property
    def has_candidates(self) -> bool:
        """Whether it says what else could have been played: older analyses do not."""
        plays = [one for one in self.decisions if one.played]
        return not plays or any(one.candidates for one in plays)

    @property
    def wrong(self) -> list[Decision]:
        """The decisions that cost something, the worst first."""
        wrong = [one for one in self.decisions if one.is_wrong]
        return sorted(wrong, key=lambda one: -one.loss)

    def dumped(self) -> str:
        """Return it as JSON."""
        return json.dumps(to_plain(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Findings:
        """Read what `dumped` wrote.

        Raises:
            TypeError, ValueError: it is something else.
        """
        found: Findings = from_plain(cls, json.loads(text))
        return found


def findings_of(
    record: MatchRecord,
    engine: str,
    judged: Iterable[Judged],
    bet_luck: Sequence[float] = (0.0, 0.0),
    *,
    table: str = "",
) -> Findings:
    """Return what was found in a match, or at the seats of a chouette with the luck of their bets.

    The names of the players are those of the record.
    """
    found = list(judged)
    if record.unread:  # a game keeps the number that it has in its file
        found = [replace(one, game=record.numbers[one.game] - 1) for one in found]
    return Findings(
        engine=engine,
        length=record.length,
        games=len(record.games),
        players=record.players,
        sides=tuple(
            replace(side_report(one for one in found if one.side == side), bet_luck=luck)
            for side, luck in enumerate(bet_luck)
        ),
        decisions=tuple(_play(one) if isinstance(one, JudgedPlay) else _cube(one) for one in found),
        table=table if record.length else "",
    )


def _play(judged: JudgedPlay) -> Decision:
    before = game_from_xgid(judged.position).position
    legal = {play.result: play_text(play) for play in legal_plays(before, judged.roll)}

    def text(after: Position | None) -> str:
        return "" if after is None else legal[after]

    return Decision(
        judged.game,
        judged.move,
        judged.side,
        "play",
        judged.position,
        round(judged.loss, DIGITS),
        judged.counts,
        judged.roll,
        text(judged.played),
        text(judged.best),
        round(judged.luck, DIGITS),
        candidates=tuple(
            Candidate(
                text(rated.result),
                round(rated.equity, DIGITS),
                _rounded(rated.chances),
            )
            for rated in judged.candidates
        ),
    )


def _rounded(chances: Chances | None) -> tuple[float, ...]:
    if chances is None:
        return ()
    return tuple(
        round(chance, DIGITS)
        for chance in (
            chances.win,
            chances.gammon,
            chances.backgammon,
            chances.gammon_lost,
            chances.backgammon_lost,
        )
    )


def _cube(cube: JudgedCube) -> Decision:
    equities = tuple(round(value, DIGITS) for value in (cube.hold, cube.taken, cube.dropped))
    return Decision(
        cube.game,
        cube.move,
        cube.side,
        cube.act,
        cube.position,
        round(cube.loss, DIGITS),
        cube.counts,
        equities=equities,
        error=cube.error,
        win=round(cube.chances.win, DIGITS),
        chances=_rounded(cube.chances),
        window=tuple(round(value, DIGITS) for value in cube.window or ()),
    )
