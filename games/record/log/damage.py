"""Reports where a damaged log becomes unreadable, instead of an obscure error.

The program only appends rows; other tools, or a disk, can still damage them.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ObjectDoesNotExist

from games.errors import Damaged, Refused
from games.models import Action, Session
from games.record.log.history import (
    FOLDED,
    Finished,
    History,
    Kind,
    Played,
    Position,
    advance,
    beginning,
    replay,
    rows_after,
)
from games.rules.chouette import RULES_VERSION, ChouetteError

UNREADABLE: Final = (
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    ObjectDoesNotExist,
    StopIteration,
    TypeError,
    ValueError,
)
"""The exceptions that damaged rows cause: missing keys, values of other types, missing rows."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Record:
    """The content of a log: its beginning, the standing actions, the position they lead to, the
    games.
    """

    history: History
    base: Position
    line: list[Played]
    position: Position
    games: list[Finished]


@contextmanager
def log_read(session: Session) -> Iterator[None]:
    """Read a log in the block; the block must not ask for anything the rules could refuse for other
    reasons.

    Raises:
        Damaged: a row cannot be read, or the rules refuse its action.
        Refused: another version of the rules recorded it, and this one does not follow it.
    """
    try:
        yield
    except (ChouetteError, *UNREADABLE) as error:
        found = damage_of(session)
        if found is None:
            raise  # the log is sound: a defect must not look like damage
        if isinstance(error, ChouetteError) and session.rules_version != RULES_VERSION:
            raise Refused("rules_changed", game=found.game) from error
        logger.warning("the log of session %s is damaged", session.public_id, exc_info=True)
        raise found from error


def recorded(session: Session, *, through: int | None = None) -> Record:
    """Fold the whole log, or the log up to an earlier version; two queries.

    Raises:
        As `log_read`.
    """
    with log_read(session):
        history = History.of(rows_after(session, through=through))
        base, line = beginning(session), history.standing()
        return Record(history, base, line, *replay(base, line))


def fold(session: Session, *, through: int | None = None) -> tuple[Position, list[Finished]]:
    """Return the position at the end of a log, and the finished games.

    Raises:
        As `log_read`.
    """
    found = recorded(session, through=through)
    return found.position, found.games


def damage_of(session: Session) -> Damaged | None:
    """Follow a log row by row, and say where it becomes unreadable; None if it is sound."""
    try:
        position = beginning(session)
    except (ChouetteError, *UNREADABLE):
        return Damaged(1, 1)
    history, broken = _followed(session)
    for played in history.standing():
        try:
            position, _finished = advance(position, played, as_played=True)
        except (ChouetteError, *UNREADABLE):
            return Damaged(position.table.played + 1, played.sequence)
    return Damaged(position.table.played + 1, broken) if broken else None


def _followed(session: Session) -> tuple[History, int]:
    """Return the history up to the first row that is missing or unreadable, and that row."""
    sound: list[Action] = []
    history = History()
    for sequence in range(1, session.length + 1):
        try:
            row = session.log.get(sequence=sequence)
            if row.kind in FOLDED:
                history.take(row)
                sound.append(row)
            if row.kind == Kind.AMEND:
                history.standing()
        except (ChouetteError, *UNREADABLE):
            # Read the sound rows again, to undo what part of a damaged row did to the history.
            return History.of(row for row in sound if row.sequence < sequence), sequence
    return history, 0
