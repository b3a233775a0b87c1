"""What the pages about files show: what can be sent and fetched, and each job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.files.presenters.tables import TablePreview
from games.files.selectors import jobs_of, sessions_to_choose
from games.files.services.drafts import Preview, draft_shown
from games.files.services.imports import KINDS
from games.files.services.jobs import TASKS
from games.models import Club, Job, Session
from games.permissions import Somebody, capabilities

FETCHED: Final = (Job.Kind.SCORES_OUT, Job.Kind.CLUB_OUT)


@dataclass(frozen=True, slots=True)
class FilesPage:
    """What can be sent and fetched here, and the latest jobs."""

    club: Club
    kinds: frozenset[str]
    jobs: list[Job]
    sessions: list[Session]


@dataclass(frozen=True, slots=True)
class JobPage:
    """The page of a job; `table` or `found` is set while it waits for its user and the file is
    usable.
    """

    job: Job
    club: Club | None
    table: TablePreview | None = None
    found: Preview | None = None
    """What a file for an event would enter: `lines`, `problems` and `notes`."""
    is_read: bool = False
    """The worker still reads the draft."""
    is_late: bool = False
    """No worker has taken it for a while."""
    trouble: str = ""
    can_fetch: bool = False
    percent: int = 0
    lines: list[Mapping[str, object]] = field(default_factory=list)

    @property
    def waits(self) -> bool:
        """Whether somebody works on it, so that the page asks again."""
        return self.is_read or self.job.state in (Job.State.QUEUED, Job.State.RUNNING)

    @property
    def event(self) -> str:
        """The identifier of the event that its file is for; blank for others."""
        return str(self.job.options.get("event", ""))


def files_page(club: Club, user: Somebody) -> FilesPage:
    may = capabilities(user, club)
    kinds = frozenset(kind.value for kind, task in TASKS.items() if task.capability in may)
    sessions = sessions_to_choose(club) if Job.Kind.SCORES_OUT in kinds else []
    return FilesPage(club, kinds, list(jobs_of(club, user)), list(sessions))


def job_page(job: Job, page: str = "") -> JobPage:
    """The page of a job, with one page of its preview; of a draft that the worker still reads
    without it.
    """
    if job.state == Job.State.DRAFT:
        draft = draft_shown(job)
        if draft.preview is None:
            return JobPage(job, job.club, is_read=True, is_late=draft.is_late)
        if (trouble := draft.preview.get("trouble")) and len(draft.preview) == 1:
            return JobPage(job, job.club, trouble=trouble)
        if job.kind in KINDS:
            return JobPage(job, job.club, table=TablePreview.of(draft.preview, page))
        return JobPage(job, job.club, found=draft.preview)
    percent = min(100, 100 * job.done // job.total) if job.total else 0
    can_fetch = job.state == Job.State.DONE and job.kind in FETCHED
    return JobPage(job, job.club, can_fetch=can_fetch, percent=percent, lines=job.lines)
