"""The position on the session's row, so that neither pages nor actions have to fold the log."""

from threading import Lock
from typing import Any, Final

from games.errors import Damaged, Refused
from games.models import Session
from games.record.log.damage import UNREADABLE, fold
from games.record.log.history import Position, Step
from games.record.values import Pending
from games.rules.chouette import RULES_VERSION, ChouetteError, action_from_json
from games.rules.codec import to_plain

EARLIER: Final = 2
"""The checkpoints of earlier games that one remembers: every tap reads them with the session."""


def snapshot_of(position: Position, undo: Step | None, redo: Step | None) -> dict[str, Any]:
    """Return the JSON for the session's row."""
    return {
        "rules_version": RULES_VERSION,
        **position.to_json(),
        "undo": undo and undo.to_json(),
        "redo": redo and redo.to_json(),
    }


def checkpoint_of(
    position: Position, sequence: int, before: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the position before the log's rows after `sequence`.

    It remembers some of the checkpoints `before` it, so that undo may go beyond one game.
    """
    found = {"rules_version": RULES_VERSION, "sequence": sequence, **position.to_json()}
    if before is not None:
        found["earlier"] = [_alone(one) for one in checkpoints(before)[:EARLIER]]
    return found


def checkpoints(latest: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return a checkpoint and those it remembers, the latest first; each remembers the rest."""
    if latest is None:
        return []
    earlier = latest.get("earlier", [])
    return [latest, *(one | {"earlier": earlier[at:]} for at, one in enumerate(earlier, 1))]


def _alone(checkpoint: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in checkpoint.items() if name != "earlier"}


def pending(session: Session, which: str) -> Pending | None:
    """Return the step that "undo" or "redo" would concern, without a query."""
    data = session.snapshot.get(which)
    if not data:
        return None
    actions = tuple(action_from_json(one) for one in data["actions"])
    return Pending(data["kind"], data["game"], actions)


class _Read:
    """A cache of the latest position of each session, with the snapshot that it was read from.

    A snapshot is never changed, only replaced. That of another row is compared, which takes a
    fortieth of the time that reading it does.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[int, tuple[dict[str, Any], Position]] = {}
        self._order = Lock()

    def find(self, session: int, snapshot: dict[str, Any]) -> Position | None:
        before, position = self._found.get(session, (None, None))
        if before is snapshot:
            return position
        if position is None or before != snapshot:
            return None
        return self.keep(session, snapshot, position)

    def keep(self, session: int, snapshot: dict[str, Any], position: Position) -> Position:
        with self._order:
            self._found.pop(session, None)
            while len(self._found) >= self._most:
                del self._found[next(iter(self._found))]
            self._found[session] = snapshot, position
        return position


_read: Final = _Read(most=64)


def position_known(session: Session, position: Position) -> None:
    """Cache the position of a snapshot just written."""
    _read.keep(session.pk, session.snapshot, position)


def position_of(session: Session) -> Position:
    """Return a session's position from its row; all readers share one parse of a snapshot.

    A snapshot of another version of the rules is ignored: the log is folded again.

    Raises:
        Damaged: neither the snapshot nor the log can be read.
        Refused: this version of the rules gives another result for a finished game, or forbids it.
    """
    snapshot = session.snapshot
    if snapshot.get("rules_version") == RULES_VERSION:
        known = _read.find(session.pk, snapshot)
        if known is not None:
            return known
        try:
            return _read.keep(session.pk, snapshot, Position.from_json(snapshot))
        except (ChouetteError, *UNREADABLE):
            pass  # it is derived: the log has the same information
    recorded = list(session.games.order_by("number").values_list("result", flat=True))
    try:
        position, games = fold(session)
    except Damaged as error:
        if snapshot.get("rules_version") in (None, RULES_VERSION):
            raise
        raise Refused("rules_changed", game=len(recorded) + 1) from error
    counted = [to_plain(finished.result) for finished in games]
    for number, (before, now) in enumerate(zip(recorded, counted, strict=False), 1):
        if before["points"] != now["points"]:
            raise Refused("rules_changed", game=number)
    return position
