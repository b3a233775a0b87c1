"""The input of standings: the entries and the result of every pairing so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

Key = int | str
"""Identifies an entry; all entries of an event use the same type."""
RowKind = Literal["played", "bye", "forfeit", "unfinished"]

WIN: Final = 2
HALF: Final = 1
LOSS: Final = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One pairing of a round, or a bye, where `b` is None.

    `score_a` and `score_b` are match points: 2 for a win, 1 for a half, 0; `points_a` and
    `points_b` are the points won in the backgammon match.
    """

    round: int
    a: Key
    b: Key | None
    score_a: int
    score_b: int = 0
    points_a: int = 0
    points_b: int = 0
    kind: RowKind = "played"


@dataclass(frozen=True, slots=True)
class Played:
    """All entries, whether they have played or not, and all rows, in any order.

    `absent` has the rounds (number, entry) for which an entry was not drawn: before a late entry,
    during a pause, or after a withdrawal. An entry still playing in a round is not absent.
    `levels`: 1 is the strongest, 0 where nothing is known; in a league the place last season.
    """

    entries: tuple[Key, ...]
    rows: tuple[Row, ...]
    absent: frozenset[tuple[int, Key]] = frozenset()
    levels: Mapping[Key, int] = field(default_factory=dict)
    playoffs: tuple[Row, ...] = ()
    """Deciding matches of who was level: they count for nothing but the tie."""
    gone: frozenset[Key] = frozenset()
    """Who has withdrawn: nobody waits for their deciding match."""
    heirs: Mapping[Key, Key] = field(default_factory=dict)
    """Who had the place of somebody first who has taken matches over in a league."""


class Own(NamedTuple):
    """A row from one player's side; a bye has no opponent."""

    round: int
    opponent: Key | None
    score: int
    opponent_score: int
    points: int
    opponent_points: int
    kind: RowKind

    @property
    def is_at_the_board(self) -> bool:
        """Whether the two sat down against each other, even without finishing."""
        return self.opponent is not None and self.kind in ("played", "unfinished")


class ResultSheet:
    """The results by entry, in the order of rounds, with sums of match points.

    Raises:
        ValueError: an entry is named twice or unknown, meets itself or plays twice in a round.
    """

    def __init__(self, played: Played) -> None:
        self.own: dict[Key, list[Own]] = {key: [] for key in played.entries}
        if len(self.own) != len(played.entries):
            raise ValueError("an entry is named twice")
        for row in sorted(played.rows, key=lambda row: row.round):
            self._add(row)
        self.rounds = max((row.round for row in played.rows), default=0)
        self.scores = {key: sum(own.score for own in rows) for key, rows in self.own.items()}
        self.levels = played.levels
        self.playoffs, self.gone = played.playoffs, played.gone
        self.missed: dict[Key, list[int]] = {key: [] for key in self.own}
        for number, key in sorted(played.absent, key=lambda one: one[0]):
            # An entry without any results has neither opponents nor virtual ones.
            if self.own.get(key) and number <= self.rounds:
                self.missed[key].append(number)

    def _add(self, row: Row) -> None:
        if row.a == row.b:
            raise ValueError(f"{row.a!r} meets itself in round {row.round}")
        if (row.b is None) != (row.kind == "bye"):
            raise ValueError("a bye is a row without an opponent, and nothing else is")
        self._add_side(
            row.a,
            Own(row.round, row.b, row.score_a, row.score_b, row.points_a, row.points_b, row.kind),
        )
        if row.b is not None:
            self._add_side(
                row.b,
                Own(
                    row.round, row.a, row.score_b, row.score_a, row.points_b, row.points_a, row.kind
                ),
            )

    def _add_side(self, key: Key, own: Own) -> None:
        if key not in self.own:
            raise ValueError(f"{key!r} is not an entry")
        rows = self.own[key]
        if rows and rows[-1].round == own.round:
            raise ValueError(f"{key!r} plays twice in round {own.round}")
        rows.append(own)

    @cached_property
    def against(self) -> dict[Key, list[tuple[int, int]]]:
        """For Buchholz: each row's opponent's match points, and the entry's own in it, by entry.

        Byes and forfeits count as in FIDE's handbook (C.02, 13.15.2): an opponent's count as
        halves; for one's own the opponent is virtual: with the same score before that round, the
        complementary result in it, and a half in every later one. So do rounds from which an entry
        was absent, after a withdrawal or before a late entry: a half for its opponents, and for the
        entry itself a virtual opponent who won.
        """
        to_others = {
            key: sum(map(_to_others, rows)) + HALF * len(self.missed[key])
            for key, rows in self.own.items()
        }
        return {
            key: self._against(rows, to_others) + self._virtual(key)
            for key, rows in self.own.items()
        }

    def _virtual(self, key: Key) -> list[tuple[int, int]]:
        """Return virtual opponents for missed rounds, in which the entry scored nothing."""
        return [
            (
                sum(own.score for own in self.own[key] if own.round < number)
                + WIN
                + HALF * (self.rounds - number),
                0,
            )
            for number in self.missed[key]
        ]

    def _against(self, rows: list[Own], to_others: dict[Key, int]) -> list[tuple[int, int]]:
        found = []
        before = 0
        for own in rows:
            if own.opponent is not None and own.is_at_the_board:
                score = to_others[own.opponent]
            else:
                score = before + (WIN - own.score) + HALF * (self.rounds - own.round)
            found.append((score, own.score))
            before += own.score
        return found


def _to_others(own: Own) -> int:
    return own.score if own.is_at_the_board else HALF
