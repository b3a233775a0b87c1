"""Takes over what a device has scored without network: in order, each entry once, and checked.

A device sends its entries again until it hears that they were taken; keys make each count once.
Before the first is written, all are played in memory, by the rules of today: what the device shows
must come out. Where somebody else has written meanwhile nothing is written, until a person decides.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.errors import Conflict, Refused, ServiceError
from games.eventlog.keys import require_same
from games.models import Action, Session
from games.models.locks import rows_locked
from games.offline.position import Entry, clock_of, fingerprint
from games.permissions import Actor, Capability, Reader, acting, require
from games.record.log.damage import log_read
from games.record.log.history import (
    History,
    Kind,
    Played,
    Position,
    Step,
    advance,
    beginning,
    replay,
    rows_after,
)
from games.record.log.origins import Sender
from games.record.log.writing import named
from games.record.services.actions import record_action, redo, undo
from games.record.services.newcomers import newcomer_join
from games.rules.chouette import RULES_VERSION, ChouetteError, Join, Table, action_from_json
from games.rules.chouette.renaming import renamed

logger = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 50
"""So many entries are written for one request, which holds up other taps meanwhile."""
MOST_ENTRIES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why it cannot go on by itself.

    `why` is a code: others_wrote, session_ended, session_void, rules_changed, counts_differ, or
    refused, with the error that said so. `theirs` and `mine` are the tables of both branches, with
    the device's own identifiers; `mine` is missing where today's rules do not follow it. `since` is
    the version at which they part.
    """

    why: str
    since: int
    theirs: Table
    mine: Table | None = None
    error: Exception | None = None
    may_append: bool = False


@dataclass(frozen=True, slots=True)
class HandedOver:
    """What became of a device's entries: whose keys are in the log, and whether more are left.

    `names` are the identifiers that players got here whom only the device knew.
    """

    taken: tuple[str, ...]
    left: int
    version: int
    names: Mapping[str, str] = field(default_factory=dict)
    stopped: Stopped | None = None


def session_hand_over(
    *,
    session: Session,
    entries: Sequence[Entry],
    shown: str,
    device: str,
    sender: Actor | Reader,
    origin: Sender | None = None,
    append: bool = False,
    anyhow: bool = False,
) -> HandedOver:
    """Write a device's entries, at most `MOST_AT_ONCE`, and say which of them are in the log.

    `shown` is the fingerprint of the table that the device shows after all of them. With `append`,
    what others have written meanwhile is undone first; it stays in the log. With `anyhow`, points
    may come out otherwise than the device shows them, because the rules have changed.

    Raises:
        NotAllowed: the sender may not score here.
        Refused: there are too many entries, or they do not follow one another.
        Damaged: the log cannot be read.
    """
    require(sender, Capability.SCORE, session.club, session)
    _require_in_order(entries)
    session.refresh_from_db()
    known = _known(session, acting(sender), entries)
    left = entries[len(known.taken) :]
    if not left:
        _ended(session, entries, device)
        return HandedOver(known.taken, 0, session.version, known.names)
    stopped = _tried(session, known, left, shown, append=append, anyhow=anyhow)
    if stopped is not None:
        return HandedOver(known.taken, len(left), session.version, known.names, stopped)
    taken, names = list(known.taken), dict(known.names)
    try:
        _brought_back(session, known.version or left[0].version, sender, origin, left[0].key)
        for entry in left[:MOST_AT_ONCE]:
            names.update(_write(session, entry, names, sender, origin))
            taken.append(entry.key)
    except (ServiceError, ChouetteError) as error:
        session.refresh_from_db()
        again = _known(session, acting(sender), entries)
        if len(again.taken) > len(taken):  # the same device sent them twice at once
            left = entries[len(again.taken) :]
            return HandedOver(again.taken, len(left), session.version, again.names)
        return _halted(session, entries, taken, names, error)
    if len(taken) == len(entries):
        _ended(session, entries, device)
        _check_shown(session, names, shown, anyhow=anyhow)
    return HandedOver(tuple(taken), len(entries) - len(taken), session.version, names)


@dataclass(frozen=True, slots=True)
class _Known:
    """Which entries the log has: a beginning of them, to which version they led, and the names."""

    taken: tuple[str, ...] = ()
    version: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def back(self) -> dict[str, str]:
        """The device's identifiers by those that the players have here."""
        return {here: there for there, here in self.names.items()}


def _require_in_order(entries: Sequence[Entry]) -> None:
    if len(entries) > MOST_ENTRIES:
        raise Refused("handed_too_many", limit=MOST_ENTRIES)
    versions = [entry.version for entry in entries]
    keys = {entry.key for entry in entries}
    first = versions[0] if versions else 0
    if versions != list(range(first, first + len(entries))) or len(keys) != len(entries):
        raise Refused("handed_out_of_order")


def _known(session: Session, sender: Actor, entries: Sequence[Entry]) -> _Known:
    """Return which entries are in the log, by their keys; an entry that is not has no later ones.

    Raises:
        KeyReused: a key stands for something else there.
    """
    rows: dict[str, Action] = {}
    keys = [entry.key for entry in entries]
    for at in range(0, len(keys), 500):
        found = session.log.filter(**named(sender), key__in=keys[at : at + 500])
        rows.update((row.key, row) for row in found)
    taken: list[str] = []
    names: dict[str, str] = {}
    version = None
    for entry in entries:
        row = rows.get(entry.key)
        if row is None:
            break
        require_same(row.kind == entry.do)
        for there in entry.newcomers:
            joined = action_from_json(row.payload)
            assert isinstance(joined, Join)  # that is what a newcomer does
            names[there] = joined.player
        taken.append(entry.key)
        version = row.version
    return _Known(tuple(taken), version, names)


def _tried(
    session: Session,
    known: _Known,
    left: Sequence[Entry],
    shown: str,
    *,
    append: bool,
    anyhow: bool,
) -> Stopped | None:
    """Play what is left in memory, where the device left off; return why it must not be written."""
    since = left[0].version if known.version is None else known.version
    theirs = _device_s(_now(session), known.back)
    try:
        mine = _played(session, since, known.back, left)
    except (ChouetteError, Refused) as error:
        if not session.is_open:
            return Stopped(f"session_{session.status}", since, theirs)
        return Stopped("refused", since, theirs, error=error)
    if not session.is_open:
        return Stopped(f"session_{session.status}", since, theirs, mine)
    if session.version != since and not append:
        return Stopped("others_wrote", since, theirs, mine, may_append=True)
    if fingerprint(mine) == shown or anyhow:
        return None
    if any(entry.rules_version != RULES_VERSION for entry in left):
        return Stopped("rules_changed", since, theirs, mine)
    logger.error(
        "session %s: a device shows another table than its entries give", session.public_id
    )
    return Stopped("counts_differ", since, theirs, mine)


def _played(
    session: Session, since: int, back: Mapping[str, str], entries: Sequence[Entry]
) -> Table:
    """Return the table after a device's entries, as recording them at `since` would lead to it."""
    with log_read(session):
        history = History.of(_renamed_rows(rows_after(session, through=since), back))
        base = beginning(session)
        position, _games = replay(base, history.standing())
    stale = False
    for number, entry in enumerate(entries, 1):
        if entry.do in (Kind.UNDO, Kind.REDO):
            steps = entry.steps or 1
            pile = history.done if entry.do == Kind.UNDO else history.undone
            if not 1 <= steps <= len(pile):
                raise Refused(f"not_so_much_to_{entry.do}", steps=len(pile))
            (history.undo if entry.do == Kind.UNDO else history.redo)(steps)
            stale = True
            continue
        if entry.do != Kind.PLAY:
            raise Refused("handed_unknown")
        if stale:
            position, _games = replay(base, history.standing())
            stale = False
        position = _step(position, history, entry, session.length + number)
    if stale:
        position, _games = replay(base, history.standing())
    return position.table


def _step(position: Position, history: History, entry: Entry, sequence: int) -> Position:
    at = timezone.now()
    line = tuple(Played(sequence, at, action) for action in entry.actions)
    for played in line:
        position, _finished = advance(position, played, as_played=False)
    history.done.append(Step(Kind.PLAY, sequence, line))
    history.undone.clear()
    return position


def _brought_back(
    session: Session, since: int, sender: Actor | Reader, origin: Sender | None, key: str
) -> None:
    """Undo what others have written after a version, and play again what they had undone."""
    if session.version == since:
        return
    with log_read(session):
        then = History.of(rows_after(session, through=since)).done
        now = History.of(rows_after(session)).done
    same = 0
    while same < min(len(then), len(now)) and then[same] == now[same]:
        same += 1
    if steps := len(now) - same:
        undo(
            session=session,
            version=session.version,
            key=_key(key, "back", session.version),
            sender=sender,
            steps=steps,
            origin=origin,
        )
    for step in then[same:]:
        record_action(
            session=session,
            actions=[played.action for played in step.actions],
            version=session.version,
            key=_key(key, "again", session.version),
            sender=sender,
            origin=origin,
        )


def _key(key: str, what: str, version: int) -> str:
    return f"{key[:32]}-{what}-{version}"


def _write(
    session: Session,
    entry: Entry,
    names: Mapping[str, str],
    sender: Actor | Reader,
    origin: Sender | None,
) -> dict[str, str]:
    """Write one entry in a transaction of its own; return the identifier of who is new by it."""
    given: Any = {
        "session": session,
        "version": session.version,
        "key": entry.key,
        "sender": sender,
        "origin": origin,
    }
    if entry.do == Kind.UNDO:
        undo(steps=entry.steps, **given)
    elif entry.do == Kind.REDO:
        redo(steps=entry.steps or 1, **given)
    elif entry.newcomers:
        [(there, name)] = entry.newcomers.items()
        [action] = entry.actions
        assert isinstance(action, Join)  # `_played` has seen it
        done = newcomer_join(name=name, stake=action.stake, **given)
        [joined] = done.actions
        assert isinstance(joined, Join)
        return {there: joined.player}
    else:
        record_action(actions=[renamed(one, names) for one in entry.actions], **given)
    return {}


def _halted(
    session: Session,
    entries: Sequence[Entry],
    taken: Sequence[str],
    names: Mapping[str, str],
    error: Exception,
) -> HandedOver:
    """Answer where an entry was refused after others had been taken."""
    back = {here: there for there, here in names.items()}
    theirs = _device_s(_now(session), back)
    why = "refused"
    if not session.is_open:
        why = f"session_{session.status}"
    elif isinstance(error, Conflict):
        why = "others_wrote"
    left = len(entries) - len(taken)
    since = entries[len(taken)].version
    stopped = Stopped(why, since, theirs, error=error, may_append=why == "others_wrote")
    return HandedOver(tuple(taken), left, session.version, names, stopped)


def _ended(session: Session, entries: Sequence[Entry], device: str) -> None:
    """Note what a device has handed over, and that it keeps the score no more."""
    with transaction.atomic():
        locked = rows_locked(Session.objects).get(pk=session.pk)
        if locked.keeper is not None and locked.keeper["device"] == device:
            locked.keeper = None
        told = {
            "device": device,
            "from": entries[0].version if entries else locked.version,
            "entries": len(entries),
            "clock": [entries[0].at, entries[-1].at] if entries else [],
            "rolled": [entry.key for entry in entries if entry.rolled],
            "minutes": _minutes(session, entries),
        }
        if entries and told not in locked.handed_over:
            locked.handed_over = [*locked.handed_over, told]
        locked.save(update_fields=["keeper", "handed_over"])
    session.refresh_from_db(fields=["keeper", "handed_over"])


def _minutes(session: Session, entries: Sequence[Entry]) -> dict[str, str]:
    """Return when each was tapped by the device's clock: by the version it has here."""
    said = {entry.key: clock_of(entry.at) for entry in entries if clock_of(entry.at)}
    rows = session.log.exclude(key="").values_list("key", "version").iterator()
    return {str(version): said[key] for key, version in rows if key in said}


def _check_shown(session: Session, names: Mapping[str, str], shown: str, *, anyhow: bool) -> None:
    back = {here: there for there, here in names.items()}
    if fingerprint(_device_s(_now(session), back)) != shown and not anyhow:
        logger.error("session %s: it was handed over and counts otherwise", session.public_id)


def _now(session: Session) -> Table:
    with log_read(session):
        base = beginning(session)
        position, _games = replay(base, History.of(rows_after(session)).standing())
    return position.table


def _renamed_rows(rows: Sequence[Action], names: Mapping[str, str]) -> list[Action]:
    """Return rows with players called as the device calls them."""
    for row in rows if names else ():
        row.payload = _replaced(row.payload, names)
    return list(rows)


def _device_s(table: Table, names: Mapping[str, str]) -> Table:
    """Return a table with players called as the device calls them."""
    return Table.from_json(_replaced(table.to_json(), names)) if names else table


def _replaced(data: Any, names: Mapping[str, str]) -> Any:
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, Mapping):
        return {names.get(key, key): _replaced(value, names) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_replaced(value, names) for value in data]
    return data
