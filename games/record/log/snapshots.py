"""The position on the session's row, so that neither a page nor the next action folds the log."""

from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from games.errors import Damaged, Refused
from games.models import Session
from games.record.log.damage import UNREADABLE, fold
from games.record.log.history import Position, Step
from games.rules.chouette import RULES_VERSION, ChouetteError, action_from_json
from games.rules.chouette import Action as RulesAction
from games.rules.chouette.codec import to_plain


@dataclass(frozen=True, slots=True)
class Pending:
    """The step that the next undo, or redo, is about; an amendment names its game."""

    kind: str
    game: int
    actions: tuple[RulesAction, ...]


def snapshot_of(position: Position, undo: Step | None, redo: Step | None) -> dict[str, Any]:
    """Return what is kept on the session's row."""
    return {
        "rules_version": RULES_VERSION,
        **position.to_json(),
        "undo": undo and undo.to_json(),
        "redo": redo and redo.to_json(),
    }


def checkpoint_of(position: Position, sequence: int) -> dict[str, Any]:
    """Return the position that the log's rows after `sequence` start from."""
    return {"rules_version": RULES_VERSION, "sequence": sequence, **position.to_json()}


def pending(session: Session, which: str) -> Pending | None:
    """Return the step that "undo" or "redo" would be about, without a query."""
    data = session.snapshot.get(which)
    if not data:
        return None
    actions = tuple(action_from_json(one) for one in data["actions"])
    return Pending(data["kind"], data["game"], actions)


class _Read:
    """Positions by the very snapshots that they were read from; of many, the latest are kept.

    A snapshot is never changed, only replaced. It is kept with its position, so that no other one
    takes its place in memory.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[int, tuple[dict[str, Any], Position]] = {}
        self._order = Lock()

    def find(self, snapshot: dict[str, Any]) -> Position | None:
        found = self._found.get(id(snapshot))
        return found[1] if found is not None and found[0] is snapshot else None

    def keep(self, snapshot: dict[str, Any], position: Position) -> Position:
        with self._order:
            self._found.pop(id(snapshot), None)
            while len(self._found) >= self._most:
                del self._found[next(iter(self._found))]
            self._found[id(snapshot)] = snapshot, position
        return position


_read: Final = _Read(most=64)


def position_known(snapshot: dict[str, Any], position: Position) -> None:
    """Remember what a snapshot that was just written says."""
    _read.keep(snapshot, position)


def position_shared(session: Session, other: Session) -> None:
    """Let a row take the position that was read from another row of the session, if it says so."""
    known = _read.find(other.snapshot)
    if known is not None and other.snapshot == session.snapshot:
        _read.keep(session.snapshot, known)


def position_of(session: Session) -> Position:
    """Return where a session stands, from its row; a snapshot is read once.

    A snapshot of another version of the rules is not believed: the log is folded again.

    Raises:
        Damaged: neither the snapshot nor the log can be read.
        Refused: this version of the rules counts a finished game otherwise, or does not allow it.
    """
    snapshot = session.snapshot
    if snapshot.get("rules_version") == RULES_VERSION:
        known = _read.find(snapshot)
        if known is not None:
            return known
        try:
            return _read.keep(snapshot, Position.from_json(snapshot))
        except (ChouetteError, *UNREADABLE):
            pass  # it is derived: the log says the same
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
