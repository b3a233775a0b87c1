"""The log of a match: a list of events that folds into its score.

Undo drops the last event. Each event is a small tagged row: `{"kind": "double", "side": 0}`.
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
    "no_show",
    "unfinished",
    "time",
    "draw",
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
    "no_show": ("reason",),
    "unfinished": ("reason",),
    "time": (),
    "draw": (),
}
"""The fields of each kind of event, besides its kind."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event; fields that its kind does not use are None.

    `side` is the side that doubles, wins, resigns, is late or forfeits; `level` is single, gammon
    or backgammon; `score` is a final score.
    """

    kind: EventKind
    side: int | None = None
    level: Level | None = None
    points: int | None = None
    score: tuple[int, int] | None = None
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {"kind": self.kind}
        for field in FIELDS[self.kind]:
            value = getattr(self, field)
            row[field] = list(value) if isinstance(value, tuple) else value
        return row

    @classmethod
    def from_json(cls, row: object) -> Event:
        """Read a tagged row.

        Raises:
            MatchError: the row has missing or unknown fields, or another shape.
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
            case Event("no_show", reason=str(reason)):
                return score.no_show(reason)
            case Event("unfinished", reason=str(reason)):
                return score.unfinished(reason)
            case Event("time"):
                return score.time_up()
            case Event("draw"):
                return score.drawn()
        raise MatchError("event_malformed")


@dataclass(frozen=True, slots=True)
class MatchLog:
    """The events of a match to `length` points (None: unlimited), in order."""

    length: int | None
    events: tuple[Event, ...] = ()

    @property
    def score(self) -> MatchScore:
        """Fold the events into the score.

        Raises:
            MatchError: an event breaks the rules; never for a log that `add` made.
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
            MatchError: the log is empty.
        """
        if not self.events:
            raise MatchError("nothing_to_undo")
        return MatchLog(self.length, self.events[:-1])

    def to_json(self) -> dict[str, Any]:
        """Return the log as JSON data."""
        return {"length": self.length, "events": [event.to_json() for event in self.events]}

    @classmethod
    def from_json(cls, data: object) -> MatchLog:
        """Read what `to_json` wrote, and check it against the rules.

        Raises:
            MatchError: the data are no match log, or an event breaks the rules.
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
