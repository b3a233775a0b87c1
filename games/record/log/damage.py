"""Reports where a damaged log becomes unreadable, instead of an obscure error.

The program only appends rows; other tools, or a disk, can still damage them.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
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
    cuts_of,
    is_cut,
    replay,
    rows_after,
)
from games.rules.chouette import RULES_VERSION, ChouetteError, RuleError, StartGame

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
    """Follow a log row by row, and return where that ends; None if it can be followed whole."""
    return _sound(session)[1]


def games_before_damage(session: Session) -> list[list[Played]]:
    """Return the actions of each finished game that the log shows; all if it is sound."""
    line, found = _sound(session)
    games: list[list[Played]] = []
    for played in line:
        if isinstance(played.action, StartGame):
            games.append([])
        if games:
            games[-1].append(played)
    return games if found is None else games[: found.game - 1]


def _sound(session: Session) -> tuple[list[Played], Damaged | None]:
    """Return the actions that stand and can be followed, and where that ends."""
    try:
        position = beginning(session)
    except (ChouetteError, *UNREADABLE):
        return [], Damaged(1, 1)
    history, broken = _followed(session)
    line = history.standing()
    for at, played in enumerate(line):
        try:
            position, _finished = advance(position, played, as_played=True)
        except (ChouetteError, *UNREADABLE) as error:
            by_rules = isinstance(error, RuleError)
            game = position.table.played + 1
            return line[:at], Damaged(game, played.sequence, by_rules=by_rules)
    return line, Damaged(position.table.played + 1, broken) if broken else None


def sound_line(start: Position, rows: Iterable[Action]) -> list[Played]:
    """Return the actions that stand and can be followed, of rows that are not written yet.

    What was cut away is not among the rows any more.
    """
    sound: list[Action] = []
    history = History()
    for row in rows:
        try:
            history.take(row)
            if row.kind == Kind.AMEND:
                history.standing()
        except (ChouetteError, *UNREADABLE):
            history = History.of(sound)
            break
        sound.append(row)
    line = history.standing()
    for at, played in enumerate(line):
        try:
            start, _finished = advance(start, played, as_played=True)
        except (ChouetteError, *UNREADABLE):
            return line[:at]
    return line


def damage_noted(session: Session) -> Damaged | None:
    """Return the damage of a session that a check has closed, without a query for all others."""
    return damage_of(session) if session.is_damaged else None


def _followed(session: Session) -> tuple[History, int]:
    """Return the history up to the first row that is missing or unreadable, and that row."""
    sound: list[Action] = []
    history = History()
    rows = rows_readable(session)
    # Of the log itself: the copy on the session's row may be wrong.
    cuts = cuts_of(rows.values())
    for sequence in range(1, session.length + 1):
        if is_cut(cuts, sequence):
            continue
        try:
            row = rows[sequence]
            if row.kind in FOLDED:
                history.take(row)
                sound.append(row)
            if row.kind == Kind.AMEND:
                history.standing()
        except (ChouetteError, *UNREADABLE):
            # Read the sound rows again, to undo what part of a damaged row did to the history.
            return History.of(row for row in sound if row.sequence < sequence), sequence
    return history, 0


def rows_readable(session: Session) -> dict[int, Action]:
    """Return the log's rows by number, without those that are missing or cannot be read."""
    rows = session.log.filter(sequence__lte=session.length)
    try:
        return {row.sequence: row for row in rows}
    except UNREADABLE:
        found = {}
        for sequence in rows.order_by("sequence").values_list("sequence", flat=True):
            with suppress(*UNREADABLE):
                found[sequence] = session.log.get(sequence=sequence)
        return found
