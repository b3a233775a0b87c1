"""Folds the log: which steps stand, which are undone, and the resulting position.

The log only grows. A play step or an amendment is pushed on a stack; undo pops steps, redo pushes
them back, and a new step clears the redo list.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.models import Action, Session
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import (
    GameResult,
    HouseRules,
    StartGame,
    Table,
    action_from_json,
    action_to_json,
)

Kind = Action.Kind
FOLDED = (Kind.PLAY, Kind.UNDO, Kind.REDO, Kind.AMEND)
"""The kinds of rows that affect the position; the others are remarks."""
Cuts = Sequence[Sequence[int]]
"""Stretches of a log, each between the last row that counts and the row that cuts: rows of the
kinds above between them count no more, be they readable, damaged or missing.
"""


class PlainRow(NamedTuple):
    """A row of the log without the cost of a model, for reading millions."""

    sequence: int
    kind: str
    payload: Any
    step: int
    version: int
    created_at: datetime = datetime.min
    """Not set where the time is not needed."""


Row = Action | PlainRow


@dataclass(frozen=True, slots=True)
class Started:
    """How the game in progress began: its row, and whether the rules proposed another line."""

    sequence: int
    by_hand: bool
    differs: bool


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a session: the table, and what the record adds."""

    table: Table
    started: Started | None = None

    def to_json(self) -> dict[str, Any]:
        started = self.started
        return {
            "table": self.table.to_json(),
            "started": started and [started.sequence, started.by_hand, started.differs],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Position":
        """Return the position that `to_json` wrote."""
        started = data["started"]
        return cls(Table.from_json(data["table"]), Started(*started) if started else None)


@dataclass(frozen=True, slots=True)
class Played:
    """An action with the row it was written in."""

    sequence: int
    at: datetime
    action: RulesAction
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game, and where it is in the log and in the list of actions."""

    result: GameResult
    first_sequence: int
    last_sequence: int
    by_hand: bool
    differs: bool
    at: datetime
    is_void: bool = False
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """What one request did: actions played, or new actions for a game."""

    kind: str
    sequence: int
    actions: tuple[Played, ...]
    game: int = 0
    replaces: int = 0

    @property
    def is_void(self) -> bool:
        return any(played.is_void for played in self.actions)

    def to_json(self) -> dict[str, Any]:
        """Return its content for pages, without the rows."""
        actions = [action_to_json(played.action) for played in self.actions]
        return {"kind": self.kind, "game": self.game, "actions": actions}


@dataclass(slots=True)
class History:
    """The standing steps and the undone ones, oldest first."""

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "History":
        """Read rows of the log, in their order."""
        history = cls()
        for row in rows:
            history.take(row)
        return history

    def take(self, row: Row) -> None:
        """Apply the next row."""
        match row.kind:
            case Kind.PLAY:
                played = Played(row.sequence, row.created_at, action_from_json(row.payload))
                self._play(row.step, played)
            case Kind.AMEND:
                self._add(amendment(row))
            case Kind.UNDO:
                self.undo(row.payload["steps"])
            case Kind.REDO:
                self.redo(row.payload["steps"])

    def undo(self, steps: int) -> None:
        """Undo steps, the newest first."""
        for _ in range(steps):
            self.undone.append(self.done.pop())

    def redo(self, steps: int) -> None:
        """Redo steps, the last undone first."""
        for _ in range(steps):
            self.done.append(self.undone.pop())

    def standing(self) -> list[Played]:
        """Return the standing actions; amended games have their present actions."""
        line: list[Played] = []
        for step in self.done:
            if step.kind == Kind.PLAY:
                line.extend(step.actions)
            else:
                start = _start_of_game(line, step.game)
                line[start : start + step.replaces] = step.actions
        return line

    def _play(self, step: int, played: Played) -> None:
        if self.done and self.done[-1].sequence == step:
            self.done[-1] = replace(self.done[-1], actions=(*self.done[-1].actions, played))
        else:
            self._add(Step(Kind.PLAY, step, (played,)))

    def _add(self, step: Step) -> None:
        self.done.append(step)
        self.undone.clear()


def amendment(row: Row) -> Step:
    actions = tuple(
        Played(
            row.sequence, row.created_at, action_from_json(action), row.payload.get("void", False)
        )
        for action in row.payload["actions"]
    )
    return Step(Kind.AMEND, row.step, actions, row.payload["game"], row.payload["replaces"])


def _start_of_game(line: Sequence[Played], number: int) -> int:
    starts = (i for i, played in enumerate(line) if isinstance(played.action, StartGame))
    return next(start for count, start in enumerate(starts, 1) if count == number)


def cuts_of(rows: Iterable[Row]) -> list[list[int]]:
    """Return what the rows of a log cut away, as the session's row has it."""
    return [[row.payload["after"], row.sequence] for row in rows if row.kind == Kind.CUT]


def totals_said(rows: Iterable[Row]) -> dict[str, int]:
    """Return everybody's points of an evening by totals, as the log last says them; none of others.

    They are in hundredths, by the identifiers of the log.
    """
    said = [row.payload["totals"] for row in rows if row.kind == Kind.TOTALS]
    return dict(said[-1]) if said else {}


def is_cut(cuts: Cuts, sequence: int) -> bool:
    """Tell whether a row lies where the log was cut."""
    return any(after < sequence < cut for after, cut in cuts)


def rows_standing(rows: QuerySet[Action], cuts: Cuts) -> QuerySet[Action]:
    """Leave out of a session's rows what was cut away."""
    for after, cut in cuts:
        rows = rows.exclude(kind__in=FOLDED, sequence__gt=after, sequence__lt=cut)
    return rows


def rows_after(session: Session, sequence: int = 0, *, through: int | None = None) -> list[Action]:
    """Return the rows that affect the position, in order; one query.

    Rows written after the session's row was read are left out: they belong to a later checkpoint,
    and could undo steps that are missing here.
    """
    there = session.log.filter(kind__in=FOLDED, sequence__gt=sequence, sequence__lte=session.length)
    rows = rows_standing(there, session.cuts)
    if through is not None:
        rows = rows.filter(version__lte=through)
    return list(rows.order_by("sequence"))


def beginning(session: Session) -> Position:
    """Return the position before the first action, from the log's first row."""
    return begun(session.log.get(sequence=1).payload)


def begun(setup: dict[str, Any]) -> Position:
    rules = HouseRules.from_json(setup["rules"])
    return Position(Table.new(setup["players"], rules, dict(setup["stakes"])))


def advance(
    position: Position, played: Played, *, as_played: bool
) -> tuple[Position, Finished | None]:
    """Return the position after an action, and the game it finished.

    With `as_played` the line of a game stays as it was recorded, even if the rules would now
    propose another: amending an earlier game does not change played lines. An answer stays, too,
    that only later versions of the rules forbid.

    Raises:
        RuleError: the rules forbid it.
    """
    action = played.action
    if not isinstance(action, StartGame):
        table = position.table.apply_recorded(action) if as_played else position.table.apply(action)
        started = position.started
    else:
        table = position.table.apply(as_written(action) if as_played else action)
        assert table.game is not None  # it has just begun
        differs = table.game.by_hand and not action.by_hand
        started = Started(played.sequence, action.by_hand, differs)
    if table.played == position.table.played:
        return Position(table, started), None
    assert started is not None  # a finished game has begun
    if played.is_void:
        table = without_points(table)
    assert table.last is not None
    finished = Finished(
        table.last,
        started.sequence,
        played.sequence,
        started.by_hand,
        started.differs,
        played.at,
        played.is_void,
    )
    return Position(table), finished


def without_points(table: Table) -> Table:
    """Return the table without the points of the game just finished.

    The next line stays as the game decided it: a void game was played all the same.
    """
    assert table.last is not None
    points = table.last.points
    return replace(
        table,
        amounts=tuple(
            amount - points.get(player, 0)
            for player, amount in zip(table.players, table.amounts, strict=True)
        ),
        last=replace(table.last, points=dict.fromkeys(points, 0), transfers=()),
    )


def as_written(action: RulesAction) -> RulesAction:
    """Return an action as exports write it: a line as played, marked as by hand if necessary."""
    return replace(action, by_hand=True) if isinstance(action, StartGame) else action


def replay(position: Position, line: Iterable[Played]) -> tuple[Position, list[Finished]]:
    """Play a list of actions; return the resulting position and the games that ended.

    Raises:
        RuleError: the rules forbid one of them.
    """
    games: list[Finished] = []
    start = 0
    for index, played in enumerate(line):
        if isinstance(played.action, StartGame):
            start = index
        position, finished = advance(position, played, as_played=True)
        if finished is not None:
            games.append(replace(finished, start=start, end=index + 1))
    return position, games
