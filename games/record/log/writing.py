"""Appends one step to a session's log: by version, once for each key, all of it or nothing.

On PostgreSQL the lock on the session's row makes writers wait for each other, on SQLite the
transaction itself does. Neither is relied upon: the session's row is changed only where it still
has the version and the length that were read, and the log's unique constraints hold besides.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.errors import Conflict, KeyReused, Refused, ServiceError, StaleVersion
from games.fast.queries import Prepared
from games.fast.rows import row_change, rows_write
from games.models import Action, Origin, Pass, Session, User
from games.models.locks import rows_locked
from games.permissions import Actor
from games.record.log.damage import damage_of, fold
from games.record.log.history import Kind, Played, Position
from games.record.log.open_question import Over, question_followed
from games.record.log.snapshots import position_known, position_of, position_shared
from games.record.log.turns import one_at_a_time
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import ChouetteError, GameResult, Table, action_from_json
from games.signals import session_changed, table_beat, table_tell

LONGEST_KEY = 64
SEEN: Final = (
    "status",
    "version",
    "beat",
    "length",
    "snapshot",
    "checkpoint",
    "question",
    "questions",
)
"""What a page tells of a session's row, and a step or a word at the table may change."""

_held: ContextVar[dict[int, tuple[Session, int, bool]] | None] = ContextVar("held", default=None)


@dataclass(frozen=True, slots=True)
class Sender:
    """Where a request came from; kept apart from the log, for 30 days."""

    address: str | None
    device: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer to a step: the version and the table after it, and what it did.

    `replayed` tells that the same request had been written before: this is its first answer.
    """

    version: int
    table: Table
    actions: tuple[RulesAction, ...] = ()
    results: tuple[GameResult, ...] = ()
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asks for: `content` is what must be the same when its key comes again.

    Without a `version` the step is a remark beside the game: it changes no version and waits for
    nobody.
    """

    session: Session
    sender: Actor
    kind: str
    content: Any
    version: int | None
    key: str
    origin: Sender | None = None
    over: int | None = None
    """The number of the open question whose answers the sender agrees to lose."""

    @property
    def digest(self) -> str:
        """A fingerprint of kind and content."""
        text = json.dumps([self.kind, self.content], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class Change:
    """What a step makes of a session: rows for the log, columns of the session's row."""

    payloads: Sequence[Any]
    position: Position
    actions: tuple[RulesAction, ...] = ()
    results: tuple[GameResult, ...] = ()
    columns: dict[str, Any] = field(default_factory=dict)
    results_changed: bool = False
    aside: int | None = None
    """What answers keep that the step is written over, where it is not the step's number."""
    back: int | None = None
    """What those answers keep that the step gives back."""


Make = Callable[[Session], Change]


_locked: Final = Prepared(
    lambda session: rows_locked(Session.objects).filter(pk=session).order_by()
)


def append(request: Request, make: Make) -> Recorded:
    """Write one step. `make` is given the session's row, locked, and does the rest of the writing.

    Raises:
        StaleVersion: the sender saw an older version; nothing was written.
        KeyReused: his key came with other content before; nothing was written.
        ServiceError, RuleError: whatever `make` raises; nothing was written.
    """
    _check_key(request)
    try:
        with one_at_a_time():
            return _append(request, make)
    except IntegrityError:
        # Another writer was between our reading and our writing: answer as if we had come later.
        with transaction.atomic():
            session = Session.objects.get(pk=request.session.pk)
            answer = _first_answer(request, session)
            if answer is not None:
                return answer
            if request.version in (None, session.version):
                raise  # it was not another writer: a defect must not look like one
            raise StaleVersion(session.version) from None


def _append(request: Request, make: Make) -> Recorded:
    (session,) = _locked(request.session.pk)
    position_shared(session, request.session)
    if request.version != session.version:
        # What was written before with this key has raised the version. Should the key have come
        # with something else, the log's constraint refuses it below.
        answer = _first_answer(request, session)
        if answer is not None:
            return answer
        if request.version is not None:
            raise StaleVersion(session.version)
    try:
        change = make(session)
    except (ServiceError, ChouetteError):
        _first_answer(request, session)  # that the key was used for something else comes first
        raise
    version = session.version + (request.version is not None)
    rows = log_rows(session, request, change.payloads, version)
    rows_write(rows)
    aside = session.length + 1 if change.aside is None else change.aside
    over = Over(request.sender, request.over, aside, change.back)
    columns = {
        "version": version,
        "length": session.length + len(rows),
        "changed_at": timezone.now(),
        **change.columns,
        **question_followed(session, request.kind, change.position.table, over),
    }
    where = {"id": session.pk, "version": session.version, "length": session.length}
    if not row_change(Session, where=where, values=columns, counted_up=("beat",)):
        raise IntegrityError("the session's row has changed since it was read")
    if request.origin is not None:
        address, device = request.origin.address, request.origin.device[:200]
        rows_write([Origin(action=rows[0], address=address, device=device)])
    announce(session, version, change.results_changed, kind=request.kind)
    # As read under the lock, and as written: a row read before it may have been older.
    kept = {name: getattr(session, name) for name in SEEN}
    for name, value in {**kept, "beat": session.beat + 1, **columns}.items():
        setattr(request.session, name, value)
    position_known(request.session.snapshot, change.position)
    return Recorded(version, change.position.table, change.actions, change.results)


def log_rows(
    session: Session, request: Request, payloads: Sequence[Any], version: int
) -> list[Action]:
    """Return the rows of one step; the key stands on the first."""
    first = session.length + 1
    return [
        Action(
            session=session,
            sequence=sequence,
            kind=request.kind,
            payload=payload,
            step=first,
            version=version,
            key=request.key if sequence == first else "",
            digest=request.digest if sequence == first else "",
            **named(request.sender),
        )
        for sequence, payload in enumerate(payloads, first)
    ]


def named(actor: Actor) -> dict[str, User | Pass]:
    """Return the column that names who sent a row."""
    return {"sent_by": actor} if isinstance(actor, Pass) else {"sender": actor}


def announce(session: Session, version: int, results_changed: bool, *, kind: str = "") -> None:
    """Tell the others once the transaction has been committed.

    `kind` is that of a step of the log, which has raised the session's beat already.
    What is written is written: a listener that fails is logged and spoils nobody's answer.
    """
    held = _held.get()
    if held is not None:
        before = held.get(session.club_id)
        results_changed = results_changed or (before is not None and before[2])
        held[session.club_id] = session, version, results_changed
        return
    if kind:
        table_tell(session)
    else:
        table_beat(session)
    transaction.on_commit(
        partial(
            session_changed.send_robust,
            sender=Session,
            session_id=session.pk,
            public_id=session.public_id,
            club_id=session.club_id,
            version=version,
            results_changed=results_changed,
            kind=kind,
        )
    )


@contextmanager
def announced_together() -> Iterator[None]:
    """Tell the others once for each club of all that is written inside, not once a session.

    For sessions that come in by the hundred and that nobody watches yet.
    """
    held: dict[int, tuple[Session, int, bool]] = {}
    token = _held.set(held)
    try:
        yield
    finally:
        _held.reset(token)
    for session, version, results_changed in held.values():
        announce(session, version, results_changed)


def require_open(session: Session) -> None:
    """Let a running session pass.

    Raises:
        Conflict: it has ended, or is void.
        Damaged: a check could not follow its log.
    """
    if not session.is_open:
        raise Conflict(f"session_{session.status}")
    require_sound(session)


def require_sound(session: Session) -> None:
    """Let a session pass whose log no check has found damaged, or whose log is sound again.

    Raises:
        Damaged: its log still cannot be followed.
    """
    found = damage_of(session) if session.is_damaged else None
    if found is not None:
        raise found


def now_played(session: Session, actions: Sequence[RulesAction]) -> list[Played]:
    """Return the actions with the rows they are about to be written in."""
    at = timezone.now()
    return [
        Played(sequence, at, action) for sequence, action in enumerate(actions, session.length + 1)
    ]


def _check_key(request: Request) -> None:
    if request.version is None and not request.key:
        return
    require_key(request.key)


def require_key(key: str) -> None:
    """Let a well-formed key pass.

    Raises:
        Refused: it is too long, or not printable.
    """
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Refused("key_malformed")


def _first_answer(request: Request, session: Session) -> Recorded | None:
    """Return what the same request was answered before, or None where its key is new."""
    if not request.key:
        return None
    rows = session.log.filter(**named(request.sender), key=request.key)
    first = rows.order_by("sequence").first()
    if first is None:
        return None
    if first.digest != request.digest:
        raise KeyReused
    actions: tuple[RulesAction, ...] = ()
    if first.kind == Kind.PLAY:
        payloads = session.log.filter(step=first.step).values_list("payload", flat=True)
        actions = tuple(action_from_json(payload) for payload in payloads.order_by("sequence"))
    if first.version == session.version:
        position = position_of(session)
    else:
        position, _ = fold(session, through=first.version)
    results = _results_of(position, first, session)
    return Recorded(first.version, position.table, actions, results, replayed=True)


def _results_of(position: Position, first: Action, session: Session) -> tuple[GameResult, ...]:
    """Return the game that a step ended, as the first answer did."""
    last = position.table.last
    if first.kind != Kind.PLAY or last is None or position.table.game is not None:
        return ()
    ended_here = session.log.filter(
        step=first.step,
        sequence__in=session.games.filter(number=last.number).values("last_sequence"),
    )
    return (last,) if ended_here.exists() else ()
