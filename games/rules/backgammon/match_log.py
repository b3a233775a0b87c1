"""The record of a match: a list of events that is folded into its score.

To undo is to drop the last event. Each is a small tagged row: `{"kind": "double", "side": 0}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

from games.rules.backgammon.match_errors import MatchError
from games.rules.backgammon.match_score import Level, MatchScore

EventKind = Literal[
    "double",
    "take",
    "drop",
    "win",
    "resign",
    "points",
    "penalty",
    "final",
    "forfeit",
    "unfinished",
    "time",
]

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "double": ("side",),
    "take": (),
    "drop": (),
    "win": ("side", "level"),
    "resign": ("side", "level"),
    "points": ("side", "points"),
    "penalty": ("side", "points"),
    "final": ("score",),
    "forfeit": ("side", "reason"),
    "unfinished": ("reason",),
    "time": (),
}
"""What the row of each kind of event holds beside its kind."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; what its kind has no use for is None.

    `side` is who doubles, wins, resigns, is late or forfeits; `level` is single, gammon or
    backgammon; `score` is a final score.
    """

    kind: EventKind
    side: int | None = None
    level: Level | None = None
    points: int | None = None
    score: tuple[int, int] | None = None
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the event as a tagged row."""
        row: dict[str, Any] = {"kind": self.kind}
        for field in FIELDS[self.kind]:
            value = getattr(self, field)
            row[field] = list(value) if isinstance(value, tuple) else value
        return row

    @classmethod
    def from_json(cls, row: object) -> Event:
        """Read a tagged row.

        Raises:
            MatchError: it is not exactly the row of an event.
        """
        if not isinstance(row, dict):
            raise MatchError("event_malformed")
        kind = row.get("kind")
        if not isinstance(kind, str) or set(row) != {"kind", *FIELDS.get(kind, ("?",))}:
            raise MatchError("event_malformed")
        values = {field: _read(field, row[field]) for field in FIELDS[kind]}
        return cls(cast(EventKind, kind), **values)

    def apply(self, score: MatchScore) -> MatchScore:
        """Return the score after this event.

        Raises:
            MatchError: the match does not allow it.
        """
        match self:
            case Event("double", side=int(side)):
                return score.double(side)
            case Event("take"):
                return score.take()
            case Event("drop"):
                return score.drop()
            case Event("win", side=int(side), level=str(level)):
                return score.win(side, level)
            case Event("resign", side=int(side), level=str(level)):
                return score.resign(side, level)
            case Event("points", side=int(side), points=int(points)):
                return score.enter(side, points)
            case Event("penalty", side=int(side), points=int(points)):
                return score.penalty(side, points)
            case Event("final", score=(int(a), int(b))):
                return score.final(a, b)
            case Event("forfeit", side=int(side), reason=str(reason)):
                return score.forfeit(side, reason)
            case Event("unfinished", reason=str(reason)):
                return score.unfinished(reason)
            case Event("time"):
                return score.time_up()
        raise MatchError("event_malformed")


@dataclass(frozen=True, slots=True)
class MatchLog:
    """All that happened in a match to `length` points (None: unlimited), in order."""

    length: int | None
    events: tuple[Event, ...] = ()

    @property
    def score(self) -> MatchScore:
        """Fold the events into the score.

        Raises:
            MatchError: they contradict the rules; a log made by `add` never does.
        """
        score = MatchScore(self.length)
        for event in self.events:
            score = event.apply(score)
        return score

    def add(self, event: Event) -> MatchLog:
        """Return the log with one more event.

        Raises:
            MatchError: the match does not allow it now.
        """
        event.apply(self.score)
        return MatchLog(self.length, (*self.events, event))

    def undo(self) -> MatchLog:
        """Return the log without its last event.

        Raises:
            MatchError: nothing has happened yet.
        """
        if not self.events:
            raise MatchError("nothing_to_undo")
        return MatchLog(self.length, self.events[:-1])

    def to_json(self) -> dict[str, Any]:
        """Return the log as rows that JSON can hold."""
        return {"length": self.length, "events": [event.to_json() for event in self.events]}

    @classmethod
    def from_json(cls, data: object) -> MatchLog:
        """Read what `to_json` wrote, and check it against the rules.

        Raises:
            MatchError: it is not the record of a match, or one against the rules.
        """
        if not isinstance(data, dict) or set(data) != {"length", "events"}:
            raise MatchError("log_malformed")
        if not isinstance(data["events"], list):
            raise MatchError("log_malformed")
        log = cls(data["length"], tuple(Event.from_json(row) for row in data["events"]))
        log.score  # noqa: B018 - folding is the check
        return log


def _read(field: str, value: object) -> Any:
    if field == "score":
        if isinstance(value, list) and len(value) == 2 and all(map(_is_number, value)):
            return tuple(value)
    elif field == "level":
        if value in get_args(Level):
            return value
    elif field == "reason":
        if isinstance(value, str):
            return value
    elif _is_number(value):
        return value
    raise MatchError("event_malformed")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
