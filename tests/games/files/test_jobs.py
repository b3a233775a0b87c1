"""Work on files: once, for its owner only, cancelled between rows, forgotten after a week."""

import datetime
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.errors import NotAllowed, NotFound, Refused
from games.files.selectors import job_get, jobs_of
from games.files.services import imports, jobs
from games.files.services.job_files import Cancelled, JobFiles, Progress
from games.files.services.jobs import (
    job_cancel,
    job_choose,
    job_create,
    job_look,
    job_run,
    job_start,
    jobs_delete_old,
)
from games.models import Club, Job, Player, User
from games.tasks import old_traces_delete

pytestmark = pytest.mark.usefixtures("data_folder")

TABLE = b"name\n" + b"\n".join(b"Player %d" % number for number in range(50))


@pytest.fixture
def draft(club: Club, organizer: User) -> Job:
    """Fifty players that nobody has confirmed yet."""
    return job_create(club=club, by=organizer, kind="players", pieces=[TABLE])


@pytest.fixture
def queued(draft: Job) -> Job:
    """The same, confirmed, with no worker at work."""
    job_start(job=draft)
    draft.refresh_from_db()
    return draft


def test_nothing_is_written_before_it_is_confirmed(draft: Job) -> None:
    job_run(draft.pk)
    draft.refresh_from_db()
    assert draft.state == Job.State.DRAFT
    assert not Player.objects.exists()


def test_a_message_that_comes_twice_does_the_work_once(queued: Job) -> None:
    job_run(queued.pk)
    job_run(queued.pk)
    assert Player.objects.count() == 50


def test_confirming_twice_starts_it_once(
    draft: Job, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        job_start(job=draft)
        job_start(job=draft)
    assert len(callbacks) == 1
    assert Player.objects.count() == 50


def test_choices_count_until_it_is_confirmed(queued: Job) -> None:
    job_choose(job=queued, options={"columns": [""]})
    queued.refresh_from_db()
    assert queued.options == {}


def test_a_draft_is_discarded_with_its_file(draft: Job) -> None:
    job_cancel(job=draft)
    draft.refresh_from_db()
    assert draft.state == Job.State.CANCELLED
    assert not JobFiles.of(draft).folder.exists()


def test_a_waiting_job_that_was_cancelled_is_never_done(queued: Job) -> None:
    job_cancel(job=queued)
    job_run(queued.pk)
    assert not Player.objects.exists()


def test_a_running_job_stops_between_rows_and_takes_back_what_it_wrote(
    queued: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Progress.step

    def press_the_button(self: Progress, count: int = 1) -> None:
        if self.done == 30:
            assert Player.objects.count() == 40
            queued.refresh_from_db()
            job_cancel(job=queued)
        step(self, count)

    monkeypatch.setattr(imports, "BATCH", 10)
    monkeypatch.setattr(Progress, "step", press_the_button)
    job_run(queued.pk)
    queued.refresh_from_db()
    assert (queued.state, queued.message) == ("cancelled", "Cancelled. Nothing was written.")
    assert not Player.objects.exists()


def test_progress_is_seen_while_it_runs(queued: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int, int]] = []
    step = Progress.step

    def look(self: Progress, count: int = 1) -> None:
        step(self, count)
        self._show()
        job = job_look(job=Job.objects.get(pk=queued.pk))
        seen.append((job.state, job.done, job.total))

    monkeypatch.setattr(imports, "BATCH", 10)
    monkeypatch.setattr(Progress, "step", look)
    job_run(queued.pk)
    assert seen[2] == ("running", 30, 50)


def test_a_mistake_of_the_program_is_told_as_one_and_writes_nothing(
    queued: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Progress, count: int = 1) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Progress, "step", fail)
    job_run(queued.pk)
    queued.refresh_from_db()
    assert queued.message == "A mistake of the program. Nothing was written."
    assert not Player.objects.exists()


def test_a_worker_that_died_is_noticed_and_the_job_says_so(queued: Job) -> None:
    Job.objects.filter(pk=queued.pk).update(state=Job.State.RUNNING)
    files = JobFiles.of(queued)
    files.beat()
    alive = job_look(job=Job.objects.get(pk=queued.pk))
    assert alive.state == Job.State.RUNNING
    minute_ago = time.time() - 60
    os.utime(files.folder / "alive", (minute_ago, minute_ago))
    dead = job_look(job=Job.objects.get(pk=queued.pk))
    assert dead.state == Job.State.FAILED
    assert dead.message.startswith("The work was interrupted. Nothing was written")
    job_run(queued.pk)
    assert not Player.objects.exists()


def test_a_message_that_was_lost_is_sent_again(queued: Job) -> None:
    """Nobody took it for more than a minute; asking how far it is announces it once more."""
    files = JobFiles.of(queued)
    job_look(job=queued)
    assert Player.objects.count() == 50
    assert not files.upload.exists()


def test_without_a_broker_it_says_so(
    draft: Job, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def refuse(pk: int) -> None:
        raise jobs.OperationalError

    monkeypatch.setattr(jobs.job_run, "delay", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        job_start(job=draft)
    draft.refresh_from_db()
    assert draft.message == "The background worker is not running. Try again later."


def test_jobs_are_their_owners_own(draft: Job, club: Club, member: Callable[[str], User]) -> None:
    other = member("owner")
    with pytest.raises(NotFound):
        job_get(draft.public_id, other)
    assert list(jobs_of(club, other)) == []
    assert job_get(draft.public_id, draft.by) == draft


def test_who_lost_his_role_does_nothing_any_more(queued: Job, club: Club) -> None:
    club.memberships.filter(user=queued.by).update(role="player")
    with pytest.raises(NotAllowed):
        job_get(queued.public_id, queued.by)
    job_run(queued.pk)
    queued.refresh_from_db()
    assert queued.state == Job.State.FAILED
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("kind", "roles"),
    [
        ("players", {"owner", "organizer", "director"}),
        ("results", {"owner", "organizer", "director", "scorer"}),
        ("scores", {"owner", "organizer", "director", "scorer"}),
        ("scores_out", {"owner", "organizer", "director", "scorer"}),
        ("club_out", {"owner", "organizer"}),
    ],
)
def test_every_role_may_what_the_table_says(
    club: Club, member: Callable[[str], User], kind: str, roles: set[str]
) -> None:
    may = set()
    for role in ("owner", "organizer", "director", "scorer", "player"):
        try:
            job_create(club=club, by=member(role), kind=kind, pieces=[b""])
        except NotAllowed:
            continue
        may.add(role)
    assert may == roles


def test_a_new_draft_takes_the_place_of_the_last_one(draft: Job, club: Club) -> None:
    job_create(club=club, by=draft.by, kind="players", pieces=[b"name\nAnn\n"])
    assert Job.objects.count() == 1


def test_nobody_queues_without_end(club: Club, organizer: User) -> None:
    for _time in range(5):
        job_create(club=club, by=organizer, kind="club_out")
    with pytest.raises(Refused, match="Wait until"):
        job_create(club=club, by=organizer, kind="club_out")


def test_jobs_and_their_files_are_forgotten_after_a_week(
    queued: Job, django_capture_on_commit_callbacks: Any
) -> None:
    now = timezone.now()
    assert jobs_delete_old(now=now + datetime.timedelta(days=6)) == 0
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs_delete_old(now=now + datetime.timedelta(days=8)) == 1
    assert not JobFiles.of(queued).folder.exists()
    old_traces_delete()  # what the clock calls every day knows of it


def test_progress_without_files_only_counts(tmp_path: Path) -> None:
    progress = Progress()
    progress.expect(3)
    progress.step(2)
    assert (progress.done, progress.total) == (2, 3)
    files = JobFiles(tmp_path / "job")
    assert files.shown() == (0, 0)
    assert not files.is_alive()
    files.cancel()
    with pytest.raises(Cancelled):
        Progress(files).step()
