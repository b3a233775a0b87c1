"""Appends one step to a session's log, as `games.eventlog` does to every log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils import timezone

from games.errors import Conflict, ServiceError, StaleVersion
from games.eventlog.appending import LogRequest, append_once, head_change, keyed
from games.eventlog.keys import digest_of, require_same
from games.fast.queries import Prepared
from games.fast.rows import rows_insert
from games.models import Action, Board, Origin, Pass, Session, User
from games.models.locks import rows_lock, rows_locked
from games.permissions import Actor
from games.record.log.damage import damage_of, fold
from games.record.log.history import FOLDED, Kind, Played, Position, is_cut
from games.record.log.open_question import Over, question_followed
from games.record.log.origins import Sender
from games.record.log.snapshots import position_known, position_of
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import ChouetteError, GameResult, Table, action_from_json
from games.signals import announce, session_stepped

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
    return append_once(_OfSession(request, make))


class _OfSession(LogRequest[Session, Recorded]):
    """A request to a session's log."""

    raises_version = True

    def __init__(self, request: Request, make: Make) -> None:
        is_remark = request.version is None
        super().__init__(request.key, request.version, is_key_needed=not is_remark)
        self.request, self.make = request, make

    def lock(self) -> Session:
        (session,) = _locked(self.request.session.pk)
        if session.on_board:
            rows_lock(Board.objects.filter(session=session, status=Board.Status.PLAYING))
        return session

    def read(self) -> Session:
        return Session.objects.get(pk=self.request.session.pk)

    def heard(self, head: Session) -> Recorded | None:
        return _first_answer(self.request, head)

    def stale(self, head: Session) -> StaleVersion:
        return StaleVersion(head.version)

    def write(self, head: Session) -> Recorded:
        try:
            change = self.make(head)
        except (ServiceError, ChouetteError):
            self.heard(head)  # KeyReused takes precedence
            raise
        return _written(head, self.request, change)


def _written(session: Session, request: Request, change: Change) -> Recorded:
    """Write the rows of a step, the session's row, and what follows from both."""
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
    head_change(session, columns)
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
    rows = [
        Action(
            session=session,
            sequence=sequence,
            kind=request.kind,
            payload=payload,
            step=first,
            version=version,
            **named(request.sender),
        )
        for sequence, payload in enumerate(payloads, first)
    ]
    return keyed(rows, key=request.key, digest=request.digest)


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
    require_same(first.digest == request.digest)
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
