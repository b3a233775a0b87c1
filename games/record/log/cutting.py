"""Finds the last sound step of a damaged log, to which it can be cut back."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from games.errors import Refused
from games.models import Action, Session
from games.record.log.damage import UNREADABLE, rows_readable
from games.record.log.history import (
    FOLDED,
    History,
    Kind,
    Played,
    Position,
    advance,
    begun,
    cuts_of,
    is_cut,
)
from games.rules.chouette import RULES_VERSION, ChouetteError


class _At(NamedTuple):
    """The table after a row; None where the rules refuse a step that stands there."""

    row: Action
    position: Position | None


def last_sound(session: Session, *, between_games: bool = False) -> int:
    """Return the last row through which a log can be followed, the last one of its step.

    With `between_games`, no game is in progress there. Without a readable set-up it is 0.

    Raises:
        Refused: another version of the rules recorded it, and this one does not follow it.
    """
    rows = rows_readable(session)
    found = list(_followed(session, rows))
    steps = {row.sequence: row.step for row in rows.values()}
    ordered = sorted(steps)
    inside = {at for at, later in pairwise(ordered) if steps[later] <= at}
    for row, position in reversed(found):
        if position is None or row.sequence in inside:
            continue
        if not between_games or position.table.game is None:
            return row.sequence
    return 0


def _followed(session: Session, rows: dict[int, Action]) -> Iterator[_At]:
    """Yield what counts row by row, up to the first that is missing or cannot be read."""
    cuts = cuts_of(rows.values())
    history = History()
    try:
        positions: list[Position | None] = [begun(rows[1].payload)]
        for sequence in range(1, session.length + 1):
            if is_cut(cuts, sequence):
                continue
            row = rows[sequence]
            if row.kind in FOLDED:
                before = len(history.done)
                history.take(row)
                # A step that was played or amended is the last one; others came back, or went.
                same = len(history.done) - 1 if row.kind in (Kind.PLAY, Kind.AMEND) else before
                del positions[1 + min(same, len(history.done)) :]
                for place in range(len(positions) - 1, len(history.done)):
                    positions.append(_after(session, history, place, positions))
            yield _At(row, positions[-1])
    except (ChouetteError, *UNREADABLE):
        return


def _after(
    session: Session, history: History, place: int, positions: Sequence[Position | None]
) -> Position | None:
    """Return the position after a standing step; None if the rules refuse it."""
    step, position = history.done[place], positions[-1]
    line: Sequence[Played] = step.actions
    if step.kind == Kind.AMEND:
        position, line = positions[0], History(history.done[: place + 1]).standing()
    if position is None:
        return None
    try:
        for played in line:
            position, _finished = advance(position, played, as_played=True)
    except ChouetteError as error:
        if session.rules_version != RULES_VERSION:
            raise Refused("rules_changed", game=position.table.played + 1) from error
        return None
    except UNREADABLE:
        return None
    return position
