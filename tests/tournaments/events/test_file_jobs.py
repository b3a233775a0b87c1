"""Long files of an event are previewed and entered by the worker."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.files.services import jobs
from games.files.services.drafts import draft_read
from games.files.services.job_files import JobFiles
from games.files.services.jobs import job_run
from games.ledger.workbook import write_workbook
from games.models import Job, Player
from tests.tournaments.directing import Directed
from tournaments.events.services import file_jobs
from tournaments.models import Entry, Match

pytestmark = pytest.mark.django_db

NAMES = [f"Player{number}" for number in range(40)]
HEAD = "round;player;points;opponent points\n"


@pytest.fixture(autouse=True)
def long(settings, tmp_path, monkeypatch):
    """Every file is long, and whom the page asks to read it is left to the test."""
    settings.DATA = tmp_path
    monkeypatch.setattr(draft_read, "delay", lambda *given: None)
    for kind, task in file_jobs.TASKS.items():
        for tasks in (jobs.TASKS, file_jobs.TASKS):
            monkeypatch.setitem(tasks, kind, replace(task, at_once=0))


def sent(directed: Directed, what: str, data: bytes, **more) -> tuple[Client, Job]:
    """Send a long file as the director; what the worker was asked is left to the test."""
    client = Client()
    client.force_login(directed.director)
    file = SimpleUploadedFile("list.csv", data)
    answer = client.post(
        reverse("event_files", args=[directed.event.public_id]),
        {"what": what, "do": "preview", "key": "a", "file": file, **more},
    )
    job = Job.objects.get()
    assert answer["Location"] == reverse("job", args=[job.public_id])
    return client, job


def page_of(client: Client, job: Job) -> str:
    return html.unescape(client.get(reverse("job", args=[job.public_id])).content.decode())


@pytest.fixture
def swiss() -> Directed:
    return Directed(names=" ".join(NAMES), match_length=5)


@pytest.mark.parametrize("what", ["entries", "results"])
def test_a_long_file_is_shown_first_and_entered_once(
    what, swiss, django_capture_on_commit_callbacks
):
    if what == "results":
        swiss.next_round()
        firsts = Match.objects.filter(round__division=swiss.division).values_list("first__name")
        data = (HEAD + "".join(f"1;{name};5;2\n" for (name,) in firsts)).encode()
        lines = len(firsts)
    else:
        new = [(f"Newcomer number {number}", 1) for number in range(20)]
        data, lines = write_workbook([("Name", "Level"), *new]), len(new)
    client, job = sent(swiss, what, data)
    before = Entry.objects.count(), Match.objects.filter(winner=None).count()

    assert "Reading the file." in page_of(client, job)
    draft_read(job.pk, "en")
    page = page_of(client, job)
    assert all(f"Line {number + 2}<" in page for number in range(lines))
    assert (Entry.objects.count(), Match.objects.filter(winner=None).count()) == before

    with django_capture_on_commit_callbacks() as queued:
        for _twice in range(2):
            client.post(reverse("job_begin", args=[job.public_id]))
    assert len(queued) == 1
    job_run(job.pk)
    job_run(job.pk)
    page = page_of(client, job)
    assert f"{lines} lines were entered." in page
    assert reverse("event_direct", args=[swiss.event.public_id]) in page
    if what == "entries":
        assert Entry.objects.count() == before[0] + lines
    else:
        assert not Match.objects.filter(round__division=swiss.division, winner=None).exists()


def test_a_line_that_cannot_be_is_named_and_nothing_is_entered(swiss):
    swiss.next_round()
    data = HEAD + "1;Player0;5;2\n" + "1;Nobody;5;2\n" * 40
    client, job = sent(swiss, "results", data.encode())
    draft_read(job.pk, "en")
    page = page_of(client, job)
    assert "Nobody has no match in round 1." in page
    assert "Enter it all" not in page

    Job.objects.update(state=Job.State.QUEUED)  # whatever the page offered
    job_run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "Nobody has no match in round 1." in job.message
    assert not Match.objects.exclude(winner=None).exists()


def test_the_page_of_files_makes_no_job_for_an_event(swiss, client):
    client.force_login(swiss.director)
    for kind in ("entries", "event_res"):
        address = reverse("files_send", args=[swiss.event.club.slug, kind])
        assert client.post(address, {}).status_code == 404
    assert not Job.objects.exists()


def test_a_discarded_file_is_gone(swiss):
    client, job = sent(swiss, "results", (HEAD + "1;Player0;5;2\n" * 40).encode())
    client.post(reverse("job_stop", args=[job.public_id]))
    draft_read(job.pk, "en")
    assert not JobFiles.of(job).folder.exists()
    assert Player.objects.count() == len(NAMES)
