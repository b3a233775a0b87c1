"""Appends one step to a session's log: checked by version, once per key, all of it or nothing.

On PostgreSQL the lock on the session's row makes writers wait for each other, on SQLite the
transaction itself does. The code relies on neither: it updates the session's row only if it still
has the version and the length it read, and the log has unique constraints.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.errors import Conflict, KeyReused, Refused, ServiceError, StaleVersion
from games.fast.queries import Prepared
from games.fast.rows import row_change, rows_insert
from games.models import Action, Board, Origin, Pass, Session, User
from games.models.locks import rows_lock, rows_locked
from games.permissions import Actor
from games.record.log.damage import damage_of, fold
from games.record.log.history import FOLDED, Kind, Played, Position, is_cut
from games.record.log.open_question import Over, question_followed
from games.record.log.origins import Sender
from games.record.log.snapshots import position_known, position_of
from games.record.log.turns import one_at_a_time
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import ChouetteError, GameResult, Table, action_from_json
from games.signals import announce, session_stepped

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
    "holding",
)
"""The columns of a session's row that pages show and that steps and answers change."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer to a step: the new version and table, and what it did.

    `replayed`: the same request was written before; this repeats its answer.
    """

    version: int
    table: Table
    actions: tuple[RulesAction, ...] = ()
    results: tuple[GameResult, ...] = ()
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """A client's request: `content` must be the same when its key comes again.

    Without a `version` the step is a remark beside the game: it changes no version and conflicts
    with nothing.
    """

    session: Session
    sender: Actor
    kind: str
    content: Any
    version: int | None
    key: str
    origin: Sender | None = None
    over: int | None = None
    """The number of the open question whose answers the sender agrees to override."""

    @property
    def digest(self) -> str:
        return digest_of(self.kind, self.content)


def digest_of(kind: str, content: Any) -> str:
    """Return what the log keeps of a request, to know it again."""
    text = json.dumps([kind, content], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class Change:
    """The effect of a step: rows for the log, columns of the session's row."""

    payloads: Sequence[Any]
    position: Position
    actions: tuple[RulesAction, ...] = ()
    results: tuple[GameResult, ...] = ()
    columns: dict[str, Any] = field(default_factory=dict)
    results_changed: bool = False
    aside: int | None = None
    """What overridden answers store, if not the step's number."""
    back: int | None = None
    """What the answers that the step restores have stored."""


Make = Callable[[Session], Change]


_locked: Final = Prepared(
    lambda session: rows_locked(Session.objects).filter(pk=session).order_by()
)


def append(request: Request, make: Make) -> Recorded:
    """Write one step. `make` gets the locked row of the session and does the rest of the writing.

    Raises:
        StaleVersion: the sender saw an older version; nothing was written.
        KeyReused: the key came with other content before; nothing was written.
        ServiceError, RuleError: whatever `make` raises; nothing was written.
    """
    _check_key(request)
    try:
        with one_at_a_time():
            return _append(request, make)
    except IntegrityError:
        # Another writer came between our read and our write: answer as if we had come later.
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
    if session.on_board:
        rows_lock(Board.objects.filter(session=session, status=Board.Status.PLAYING))
    if request.version != session.version:
        # An earlier write with this key has raised the version. If the key came with other content,
        # the log's constraint refuses it below.
        answer = _first_answer(request, session)
        if answer is not None:
            return answer
        if request.version is not None:
            raise StaleVersion(session.version)
    try:
        change = make(session)
    except (ServiceError, ChouetteError):
        _first_answer(request, session)  # KeyReused takes precedence
        raise
    version = session.version + (request.version is not None)
    rows = log_rows(session, request, change.payloads, version)
    rows_insert(rows)
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
        rows_insert([Origin(action=rows[0], address=address, device=device)])
    if session.on_board:
        session_stepped.send(
            sender=Session, session=session, kind=request.kind, change=change, by=request.sender
        )
    announce(session, version, change.results_changed, kind=request.kind)
    # As read under the lock, and as written: the caller's row may be older.
    kept = {name: getattr(session, name) for name in SEEN}
    for name, value in {**kept, "beat": session.beat + 1, **columns}.items():
        setattr(request.session, name, value)
    position_known(request.session, change.position)
    return Recorded(version, change.position.table, change.actions, change.results)


def log_rows(
    session: Session, request: Request, payloads: Sequence[Any], version: int
) -> list[Action]:
    """Return the rows of one step; the first has the key."""
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
    """Return the column for the sender of a row."""
    return {"sent_by": actor} if isinstance(actor, Pass) else {"sender": actor}


def require_open(session: Session) -> None:
    """Check that a session is running.

    Raises:
        Conflict: it has ended, or is void.
        Damaged: a check found its log damaged.
    """
    if not session.is_open:
        raise Conflict(f"session_{session.status}")
    require_sound(session)


def require_sound(session: Session) -> None:
    """Check that a session's log is not marked as damaged, or is sound again.

    Raises:
        Damaged: its log is still unreadable.
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
    """Check the form of a key.

    Raises:
        Refused: it is too long, or not printable.
    """
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Refused("key_malformed")


def _first_answer(request: Request, session: Session) -> Recorded | None:
    """Return the first answer to the same request, or None if its key is new.

    Raises:
        KeyReused: the key came with other content.
        StaleVersion: what it wrote has been cut away.
    """
    if not request.key:
        return None
    rows = session.log.filter(**named(request.sender), key=request.key)
    first = rows.order_by("sequence").first()
    if first is None:
        return None
    if first.digest != request.digest:
        raise KeyReused
    if first.kind in FOLDED and is_cut(session.cuts, first.sequence):
        raise StaleVersion(session.version)  # it counts no more
    actions: tuple[RulesAction, ...] = ()
    if first.kind == Kind.PLAY:
        # Rows of a step follow its first; by their sequence they are found without an index more.
        rows = session.log.filter(sequence__gte=first.sequence, step=first.step)
        payloads = rows.values_list("payload", flat=True)
        actions = tuple(action_from_json(payload) for payload in payloads.order_by("sequence"))
    if first.version == session.version:
        position = position_of(session)
    else:
        position, _ = fold(session, through=first.version)
    results = _results_of(position, first, session)
    return Recorded(first.version, position.table, actions, results, replayed=True)


def _results_of(position: Position, first: Action, session: Session) -> tuple[GameResult, ...]:
    """Return the game that a step ended, as in the first answer."""
    last = position.table.last
    if first.kind != Kind.PLAY or last is None or position.table.game is not None:
        return ()
    ended_here = session.log.filter(
        sequence__gte=first.sequence,
        step=first.step,
        sequence__in=session.games.filter(number=last.number).values("last_sequence"),
    )
    return (last,) if ended_here.exists() else ()
