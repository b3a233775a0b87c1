"""The evening on a device: where it began, the entries since, and the table they lead to.

A device keeps two things: a *base*, which never changes, and a growing list of *entries*, one for
each tap. Both are JSON. The position follows from them, and is made anew whenever it is needed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from games.record.values import StepKind
from games.rules.chouette import (
    RULES_VERSION,
    Action,
    StartGame,
    Table,
    action_from_json,
    action_to_json,
)

Json = dict[str, Any]

PLAY: Final = "play"
UNDO: Final = "undo"
REDO: Final = "redo"
END: Final = "end"
REOPEN: Final = "reopen"


class OutOfStep(ValueError):
    """Entries that cannot follow what is there: nothing to undo, or an action the rules forbid."""


@dataclass(frozen=True, slots=True)
class Base:
    """Where the device took over.

    `start` is the table before `steps`, which stood then and may be undone, `undone` what could be
    put back. `before` are those who had been at the table when the game at `start` began. `scorer`
    is who taps. `others` may join. `stake` is what a point is worth, if anybody said so. `alone`:
    no server has this evening, so the device may end it.
    """

    public_id: str
    day: str
    club: str
    date: str
    version: int
    start: Table
    names: Mapping[str, str]
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    before: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()
    scorer: str = ""
    stake: tuple[str, str] | None = None
    alone: bool = False
    rules_version: int = RULES_VERSION

    def to_json(self) -> Json:
        return {
            "public_id": self.public_id,
            "day": self.day,
            "club": self.club,
            "date": self.date,
            "version": self.version,
            "start": self.start.to_json(),
            "names": dict(self.names),
            "steps": [step.to_json() for step in self.steps],
            "undone": [step.to_json() for step in self.undone],
            "before": sorted(self.before),
            "others": list(self.others),
            "scorer": self.scorer,
            "stake": list(self.stake) if self.stake else None,
            "alone": self.alone,
            "rules_version": self.rules_version,
        }

    @classmethod
    def from_json(cls, data: Json) -> Base:
        """Read what `to_json` wrote.

        Raises:
            ChouetteError: it is not a table, or has actions that are not known here.
        """
        return cls(
            **{
                **data,
                "start": Table.from_json(data["start"]),
                "steps": tuple(map(Step.from_json, data["steps"])),
                "undone": tuple(map(Step.from_json, data["undone"])),
                "before": frozenset(data["before"]),
                "others": tuple(data["others"]),
                "stake": tuple(data["stake"]) if data["stake"] else None,
            }
        )


@dataclass(frozen=True, slots=True)
class Step:
    """Actions that were one tap, and are undone together.

    `at` is the time of day; `rolled`: a device without network rolled these dice.
    """

    actions: tuple[Action, ...]
    by: str = ""
    at: str = ""
    rolled: bool = False

    def to_json(self) -> Json:
        return {
            "actions": list(map(action_to_json, self.actions)),
            "by": self.by,
            "at": self.at,
            "rolled": self.rolled,
        }

    @classmethod
    def from_json(cls, data: Json) -> Step:
        """Read what `to_json` wrote; what devices have kept for longer does not say who rolled."""
        actions = tuple(map(action_from_json, data["actions"]))
        return cls(actions, data["by"], data["at"], data.get("rolled", False))


@dataclass(frozen=True, slots=True)
class Entry:
    """One tap, as the device keeps it and hands it over.

    `do` is play, undo, redo, end or reopen; `version` the one it was made at, so that it leads to
    the next. `at` is the device's clock, local, in ISO 8601. `newcomers` names players whom only
    this device knows, by identifiers of its own. `rolled`: the device rolled these dice.
    """

    key: str
    version: int
    do: str
    at: str = ""
    actions: tuple[Action, ...] = ()
    steps: int = 0
    newcomers: Mapping[str, str] = field(default_factory=dict)
    rolled: bool = False
    rules_version: int = RULES_VERSION

    def to_json(self) -> Json:
        return {
            "key": self.key,
            "version": self.version,
            "do": self.do,
            "at": self.at,
            "actions": list(map(action_to_json, self.actions)),
            "steps": self.steps,
            "newcomers": dict(self.newcomers),
            "rolled": self.rolled,
            "rules_version": self.rules_version,
        }

    @classmethod
    def from_json(cls, data: Json) -> Entry:
        return cls(**{**data, "actions": tuple(map(action_from_json, data["actions"]))})


@dataclass(frozen=True, slots=True)
class Position:
    """The evening now. `tables` has the table after each step of `done`.

    `latest` is what the last entry did, and `about` the steps that it played, undid or put back,
    the newest first.
    """

    base: Base
    version: int
    done: tuple[Step, ...]
    undone: tuple[Step, ...]
    tables: tuple[Table, ...]
    names: Mapping[str, str]
    is_open: bool = True
    latest: StepKind = StepKind.PLAY
    latest_at: str = ""
    about: tuple[Step, ...] = ()

    @property
    def table(self) -> Table:
        return self.tables[-1] if self.tables else self.base.start

    @property
    def game_began(self) -> int:
        """How many of the steps lie before the one that started the latest game."""
        for place in range(len(self.done), 0, -1):
            if any(isinstance(one, StartGame) for one in self.done[place - 1].actions):
                return place - 1
        return 0

    @property
    def before(self) -> frozenset[str]:
        """Who had been at the table when the latest game began; nobody if the base knows none."""
        if not any(isinstance(one, StartGame) for step in self.done for one in step.actions):
            return self.base.before
        began = self.game_began
        return frozenset((self.tables[began - 1] if began else self.base.start).players)


def begun(base: Base) -> Position:
    """Return the position where the device took over.

    Raises:
        RuleError: the base's own steps are not legal, which no server sends.
    """
    tables = []
    table = base.start
    for step in base.steps:
        table = _played(table, step.actions)
        tables.append(table)
    return Position(
        base,
        base.version,
        base.steps,
        base.undone,
        tuple(tables),
        base.names,
        latest_at=base.steps[-1].at if base.steps else "",
        about=base.steps[-1:],
    )


def apply(position: Position, entry: Entry) -> Position:
    """Return the position after an entry; the one before never changes.

    Raises:
        RuleError: the rules forbid one of its actions.
        OutOfStep: it was made at another version, or there is nothing to undo or to put back.
    """
    if entry.version != position.version:
        raise OutOfStep(f"version {entry.version}, and not {position.version}")
    now = replace(position, version=position.version + 1, latest_at=clock_of(entry.at))
    match entry.do:
        case "play":
            return _play(now, entry)
        case "undo":
            return _undo(now, entry.steps)
        case "redo":
            return _redo(now)
        case "end" if position.is_open and position.table.game is None:
            return replace(now, is_open=False, latest=StepKind.END, about=())
        case "reopen" if not position.is_open:
            return replace(now, is_open=True, latest=StepKind.REOPEN, about=())
    raise OutOfStep(entry.do)


def folded(base: Base, entries: Iterable[Entry]) -> Position:
    """Return the position after all entries, in their order.

    Raises:
        RuleError, OutOfStep: see `apply`.
    """
    position = begun(base)
    for entry in entries:
        position = apply(position, entry)
    return position


def fingerprint(table: Table) -> str:
    """Return a short text that is equal for equal tables, whichever machine made them.

    Whether a line was set by hand is left out: a log that was folded again says so of each.
    """
    data = table.to_json()
    for part in (data["game"], data["last"]):
        if part is not None:
            del part["by_hand"]
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def clock_of(at: str) -> str:
    """Return the time of day of a local date and time in ISO 8601: "21:04"."""
    return at[11:16]


def _play(now: Position, entry: Entry) -> Position:
    step = Step(entry.actions, now.base.scorer, clock_of(entry.at), entry.rolled)
    table = _played(now.table, step.actions)
    return replace(
        now,
        done=(*now.done, step),
        undone=(),
        tables=(*now.tables, table),
        names={**now.names, **entry.newcomers},
        latest=StepKind.PLAY,
        about=(step,),
    )


def _undo(now: Position, steps: int) -> Position:
    if not 1 <= steps <= len(now.done):
        raise OutOfStep(f"{steps} steps back of {len(now.done)}")
    kept, back = now.done[:-steps], now.done[-steps:]
    return replace(
        now,
        done=kept,
        undone=(*now.undone, *reversed(back)),
        tables=now.tables[:-steps],
        latest=StepKind.UNDO,
        about=tuple(reversed(back)),
    )


def _redo(now: Position) -> Position:
    if not now.undone:
        raise OutOfStep("nothing to put back")
    *rest, step = now.undone
    return replace(
        now,
        done=(*now.done, step),
        undone=tuple(rest),
        tables=(*now.tables, _played(now.table, step.actions)),
        latest=StepKind.REDO,
        about=(step,),
    )


def _played(table: Table, actions: Iterable[Action]) -> Table:
    for action in actions:
        table = table.apply(action)
    return table
