"""Files that are sent to a club, and the work on them done at once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.files.services.jobs import job_create, job_start
from games.models import Club, Job, User

Send = Callable[..., Job]


@pytest.fixture
def send(
    club: Club, organizer: User, data_folder: Path, django_capture_on_commit_callbacks: Any
) -> Send:
    """Sends a file as the organizer, confirms what has to be, and waits until it is done."""

    def do(kind: str, data: bytes | None = None, **options: Any) -> Job:
        with django_capture_on_commit_callbacks(execute=True):
            job = job_create(
                club=None if kind == "club" else club,
                by=organizer,
                kind=kind,
                pieces=None if data is None else [data],
                file_name="sent",
                options=options,
            )
        if job.state == Job.State.DRAFT:
            with django_capture_on_commit_callbacks(execute=True):
                job_start(job=job)
        job.refresh_from_db()
        return job

    return do
