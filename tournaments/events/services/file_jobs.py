"""Long files of an event: previewed and entered by the worker, as jobs of its club.

Each line of results is a report of its own, and while they are written nobody else may write on
SQLite: for hundreds of lines no page waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import IO, Any, Final

from django.utils.translation import gettext as _

from games.errors import Refused
from games.files.services.drafts import Preview, is_short
from games.files.services.job_files import JobFiles, Progress
from games.files.services.jobs import Commit, JobOutcome, Task, job_create
from games.models import Job, User
from games.permissions import Capability
from tournaments.events.services.entry_files import entries_file
from tournaments.events.services.filing import FileRead
from tournaments.events.services.result_files import results_file
from tournaments.models import Event

_HERE: Final = "tournaments.events.services.file_jobs"
TASKS: Final[dict[Job.Kind, Task]] = {
    Job.Kind.ENTRIES: Task(
        Capability.DIRECT, f"{_HERE}.lines_enter", f"{_HERE}.lines_preview", at_once=16 * 1024
    ),
    # A line takes 13 ms: fifteen of them.
    Job.Kind.EVENT_RESULTS: Task(
        Capability.DIRECT, f"{_HERE}.lines_enter", f"{_HERE}.lines_preview", at_once=400
    ),
}
READERS: Final[Mapping[str, Callable[..., FileRead]]] = {
    Job.Kind.ENTRIES: entries_file,
    Job.Kind.EVENT_RESULTS: results_file,
}


def takes_long(kind: Job.Kind, file: IO[bytes]) -> bool:
    """Tell whether a file is one for the worker."""
    return not is_short(file, TASKS[kind].at_once)


def file_keep(
    *, event: Event, by: User, kind: Job.Kind, pieces: Iterable[bytes], name: str, key: str
) -> Job:
    """Keep a long file of an event as a draft; its page shows the preview when it is read.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: too many of the user's jobs are waiting.
    """
    options = {"event": event.public_id, "key": key}
    return job_create(
        club=event.club, by=by, kind=kind, pieces=pieces, file_name=name, options=options
    )


def lines_preview(job: Job) -> Preview:
    """Return what a draft would enter; nothing stays written.

    Raises:
        Refused: the file cannot be used at all.
    """
    found = _read(job, JobFiles.of(job), dry_run=True)
    return {
        "lines": [asdict(one) for one in found.lines],
        "problems": [asdict(one) for one in found.problems],
        "notes": list(found.notes),
    }


def lines_enter(job: Job, files: JobFiles, progress: Progress) -> Commit:
    """Enter all lines of a confirmed draft, or none; once, whoever sends its key again."""

    def commit() -> JobOutcome:
        return JobOutcome(_read(job, files, dry_run=False).said)

    return commit


def _read(job: Job, files: JobFiles, **how: Any) -> FileRead:
    event = Event.objects.select_related("club", "season").filter(
        club=job.club, public_id=job.options["event"]
    )
    try:
        data = files.upload.read_bytes()
    except FileNotFoundError as error:
        raise Refused("invalid", reason=_("The file is no longer there; send it again.")) from error
    read = READERS[job.kind]
    return read(event=event.get(), by=job.by, data=data, key=job.options["key"], **how)
