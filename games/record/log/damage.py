"""Says where a log cannot be followed any further, instead of an error that nobody understands.

Rows are only ever appended here; other tools, or a disk, can damage them all the same.
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
"""What a damaged row makes of reading it: missing keys, values of another shape, no row at all."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Record:
    """All that a log says: where it began, what stands, where that leads, the finished games."""

    history: History
    base: Position
    line: list[Played]
    position: Position
    games: list[Finished]


@contextmanager
def log_read(session: Session) -> Iterator[None]:
    """Read what is written inside; nothing may be asked there that the rules could refuse anew.

    Raises:
        Damaged: a row cannot be read, or the rules refuse what it says.
        Refused: it was played by another version of the rules, which this one does not follow.
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
    """Fold the whole log, or the log as it was at an earlier version; two queries.

    Raises:
        As `log_read`.
    """
    with log_read(session):
        history = History.of(rows_after(session, through=through))
        base, line = beginning(session), history.standing()
        return Record(history, base, line, *replay(base, line))


def fold(session: Session, *, through: int | None = None) -> tuple[Position, list[Finished]]:
    """Return where a log leads, and the finished games.

    Raises:
        As `log_read`.
    """
    found = recorded(session, through=through)
    return found.position, found.games


def damage_of(session: Session) -> Damaged | None:
    """Follow a log row by row, and say where that ends; None where it can be followed whole."""
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
    """Return the history up to the first row that is missing or cannot be read, and that row."""
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
            # What half a row has done to the history is undone by reading the sound ones again.
            return History.of(row for row in sound if row.sequence < sequence), sequence
    return history, 0
