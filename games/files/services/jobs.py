"""Jobs: created from a page, run by the worker, cancelled by their user, deleted after a week."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import structlog
from celery import shared_task
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from games.errors import Refused, ServiceError
from games.files.services.job_files import Cancelled, Heart, JobFiles, Progress
from games.models import Board, Club, Job, User
from games.models.locks import rows_locked
from games.permissions import Capability, require

logger = structlog.get_logger(__name__)

KEPT: Final = datetime.timedelta(days=7)
MOST_AT_ONCE: Final = 5
"""Jobs of one user that are waiting or running."""
ASK_AGAIN_AFTER: Final = 60.0
"""Seconds after which a job that no worker has taken is queued again."""
LONGEST_NAME: Final = 200
LONGEST_MESSAGE: Final = 1000

FileLine = dict[str, Any]
"""The outcome of one file: its name, a sentence, and whether it succeeded."""


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The outcome of a job: a sentence, and a line per file where there are several."""

    message: str
    lines: list[FileLine] = field(default_factory=list)


class NothingWritten(Refused):
    """A file cannot be imported; with a line per file where there are several."""

    def __init__(self, reason: str, lines: list[FileLine] | None = None) -> None:
        self.lines = lines or []
        super().__init__("invalid", reason=reason)


Commit = Callable[[], JobOutcome]
Work = Callable[[Job, JobFiles, Progress], Commit]
"""Reads and checks outside of any transaction, and returns a function that writes inside one: on
SQLite others cannot write during a transaction.
"""


@dataclass(frozen=True, slots=True)
class Task:
    """The definition of a kind of job: who may ask for it, and its function.

    A kind with a `preview` is a draft until it is confirmed: that function takes a job and returns
    what it would do, as JSON, or raises `Refused`. A draft of more than `at_once` bytes of text is
    read by the worker. Functions are given by name, because their modules import this one.
    """

    capability: Capability
    work: str
    preview: str = ""
    at_once: int = 8 * 1024

    @property
    def is_draft(self) -> bool:
        return bool(self.preview)


TABLES: Final = "games.files.presenters.tables.table_preview"
TASKS: Final[dict[Job.Kind, Task]] = {
    Job.Kind.PLAYERS: Task(
        Capability.MANAGE_PLAYERS, "games.files.services.imports.players_import", TABLES
    ),
    Job.Kind.RESULTS: Task(
        Capability.IMPORT_SESSION, "games.files.services.imports.results_import", TABLES
    ),
    Job.Kind.SCORES: Task(Capability.IMPORT_SESSION, "games.files.services.scores.scores_import"),
    Job.Kind.SCORES_OUT: Task(Capability.IMPORT_SESSION, "games.files.services.scores.scores_pack"),
    Job.Kind.CLUB: Task(Capability.VIEW_CLUB, "games.files.services.archive_making.club_unpack"),
    Job.Kind.CLUB_OUT: Task(
        Capability.MANAGE_CLUB, "games.files.services.archive_writing.club_pack"
    ),
    Job.Kind.ANALYSIS: Task(Capability.START_MATCH, "games.files.services.analyses.match_judge"),
}


def task_register(kind: Job.Kind, task: Task) -> None:
    """Add a kind of job that another app does; called while Django starts."""
    TASKS[kind] = task


@transaction.atomic
def _require(by: User, task: Task, club: Club | None, board: Board | None) -> None:
    """Check that they may: at a board a seat is enough, and who asked for it has one.

    Raises:
        NotAllowed: they may not do this in the club.
    """
    if club is not None and board is None:
        require(by, task.capability, club)


def job_create(
    *,
    club: Club | None,
    by: User,
    kind: str,
    board: Board | None = None,
    pieces: Iterable[bytes] | None = None,
    file_name: str = "",
    options: dict[str, Any] | None = None,
) -> Job:
    """Store a file or a request for one. A job that needs no more choices is queued at once.

    Deletes the same user's abandoned drafts of this kind.

    Raises:
        NotAllowed: the user may not do this.
        Refused: too many of the user's jobs are waiting.
    """
    task = TASKS[Job.Kind(kind)]
    _require(by, task, club, board)
    own = Job.objects.filter(by=by)
    for running in own.filter(state=Job.State.RUNNING):
        job_look(job=running)
    if own.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).count() >= MOST_AT_ONCE:
        raise Refused("invalid", reason=_("Wait until one of your other files is done."))
    for left in own.filter(club=club, kind=kind, state=Job.State.DRAFT):
        job_delete(job=left)
    job = Job(
        kind=kind,
        club=club,
        board=board,
        by=by,
        state=Job.State.DRAFT if task.is_draft else Job.State.QUEUED,
        language=translation.get_language() or "",
        file_name=file_name[:LONGEST_NAME],
        options=options or {},
    )
    files = JobFiles.of(job)
    files.receive(pieces) if pieces is not None else files.make()
    job.save(force_insert=True)
    if not task.is_draft:
        transaction.on_commit(partial(_queue, job.pk))
    return job


@transaction.atomic
def job_choose(*, job: Job, options: dict[str, Any]) -> Job:
    """Store what was chosen on the page of a draft."""
    job = rows_locked(Job.objects).get(pk=job.pk)
    if job.state == Job.State.DRAFT:
        job.options = {**job.options, **options}
        job.save(update_fields=["options"])
    return job


@transaction.atomic
def job_start(*, job: Job) -> None:
    """Queue a confirmed draft; confirming it twice starts it once."""
    started = Job.objects.filter(pk=job.pk, state=Job.State.DRAFT).update(state=Job.State.QUEUED)
    if started:
        transaction.on_commit(partial(_queue, job.pk))


def job_cancel(*, job: Job) -> None:
    """Cancel a job. A running job stops at its next step and rolls back."""
    waiting = Job.objects.filter(pk=job.pk, state__in=[Job.State.DRAFT, Job.State.QUEUED])
    if waiting.update(
        state=Job.State.CANCELLED,
        message=_("Cancelled. Nothing was written."),
        finished_at=timezone.now(),
    ):
        JobFiles.of(job).delete()
    elif not job.is_finished:
        JobFiles.of(job).cancel()


def job_look(*, job: Job) -> Job:
    """Update a job for its page: its progress, and whether its worker is alive."""
    files = JobFiles.of(job)
    if job.state == Job.State.QUEUED and not files.is_alive(ASK_AGAIN_AFTER):
        _queue(job.pk)  # A message can get lost with its worker; a second one does no harm.
    if job.state != Job.State.RUNNING:
        return job
    if not files.is_alive():
        interrupted = _("The work was interrupted. Nothing was written; send the file again.")
        if not _finish(job, Job.State.FAILED, JobOutcome(interrupted)):
            job.refresh_from_db()
        return job
    job.done, job.total = files.shown()
    return job


def job_delete(*, job: Job) -> None:
    """Delete a job and its files."""
    transaction.on_commit(JobFiles.of(job).delete)
    job.delete()


@transaction.atomic
def jobs_forget(*, club: Club) -> None:
    """Delete a club's idle jobs with their files, which are full of names.

    Called when a player is made anonymous; past exports can be made again.
    """
    still = Q(state__in=[Job.State.QUEUED, Job.State.RUNNING])
    for job in Job.objects.filter(club=club).exclude(still):
        job_delete(job=job)


@transaction.atomic
def jobs_delete_old(*, now: datetime.datetime) -> int:
    """Delete jobs and their files after a week; return how many."""
    old = list(Job.objects.filter(created_at__lt=now - KEPT))
    for job in old:
        job_delete(job=job)
    return len(old)


def result_name(job: Job) -> str:
    """Return the name under which a job's result is downloaded."""
    name = job.club.slug if job.club is not None else "club"
    day = f"{job.created_at:%Y-%m-%d}"
    if job.kind == Job.Kind.CLUB_OUT:
        return f"chouette-{name}-{day}.json"
    return f"chouette-{name}-{day}.zip"


@shared_task(name="games.tasks.job_run")
def job_run(pk: int) -> None:
    """Do the work of a job once, even if its message comes twice.

    What an import writes and its state "done" are one transaction: if the worker is killed, neither
    is there.
    """
    taken = Job.objects.filter(pk=pk, state=Job.State.QUEUED).update(
        state=Job.State.RUNNING, started_at=timezone.now()
    )
    if not taken:
        return
    job = Job.objects.select_related("club", "by").get(pk=pk)
    files = JobFiles.of(job)
    with Heart(files), translation.override(job.language or None):
        _run(job, files)


def _run(job: Job, files: JobFiles) -> None:
    task = TASKS[Job.Kind(job.kind)]
    work: Work = import_string(task.work)
    try:
        _require(job.by, task, job.club, job.board)
        progress = Progress(files)
        commit = work(job, files, progress)
        with transaction.atomic():
            outcome = commit()
            job.done, job.total = progress.done, progress.total
            if not _finish(job, Job.State.DONE, outcome):
                raise Cancelled  # a page has declared it dead in the meantime
    except Cancelled:
        files.result.unlink(missing_ok=True)
        _finish(job, Job.State.CANCELLED, JobOutcome(_("Cancelled. Nothing was written.")))
    except NothingWritten as error:
        _finish(job, Job.State.FAILED, JobOutcome(str(error), error.lines))
    except ServiceError as error:
        _finish(job, Job.State.FAILED, JobOutcome(str(error)))
    except Exception:
        logger.exception("job_failed", job=job.public_id, kind=job.kind)
        _finish(
            job, Job.State.FAILED, JobOutcome(_("A mistake of the program. Nothing was written."))
        )
    files.upload.unlink(missing_ok=True)


def _finish(job: Job, state: Job.State, outcome: JobOutcome) -> bool:
    """Write how a running job ended; tell whether it was running."""
    job.state, job.message, job.lines = state, outcome.message[:LONGEST_MESSAGE], outcome.lines
    job.finished_at = timezone.now()
    changed = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(
        state=job.state,
        message=job.message,
        lines=job.lines,
        done=job.done,
        total=job.total,
        finished_at=job.finished_at,
    )
    return bool(changed)


def _queue(pk: int) -> None:
    job = Job.objects.filter(pk=pk).first()
    if job is None:
        return
    files = JobFiles.of(job)
    files.make()
    files.beat()
    try:
        job_run.delay(pk)
    except OperationalError as error:
        logger.warning("job_not_queued", job=pk, error=str(error))
        Job.objects.filter(pk=pk).update(
            state=Job.State.FAILED,
            message=_("The background worker is not running. Try again later."),
            finished_at=timezone.now(),
        )
