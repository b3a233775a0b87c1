"""Long drafts are read by the worker: the page waits, and whatever happens nothing is half."""

from __future__ import annotations

import html
import io
import json
import os
import time
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from kombu.exceptions import OperationalError
from openpyxl import Workbook

from games.files.services.drafts import draft_read, is_short
from games.files.services.job_files import JobFiles
from games.files.services.jobs import TASKS, job_cancel, job_create, job_start
from games.models import Club, Job, Player, User

pytestmark = pytest.mark.usefixtures("data_folder")

PLAYERS = Job.Kind.PLAYERS
LONG = b"name\n" + b"".join(b"Player %d\n" % number for number in range(250))


class Messages:
    """What was sent to the worker, who takes it when the test says so, or never."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[tuple[Any, ...]] = []
        self.is_down = False
        monkeypatch.setattr(draft_read, "delay", self.delay)

    def delay(self, *given: Any) -> None:
        if self.is_down:
            raise OperationalError("The broker is away.")
        self.sent.append(given)

    def taken(self) -> None:
        """The worker does all that was sent; each message comes twice."""
        for given in [*self.sent, *self.sent]:
            draft_read(*given)
        self.sent.clear()


def read_at_once(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Let drafts of players be long from this many bytes on."""
    monkeypatch.setitem(TASKS, PLAYERS, replace(TASKS[PLAYERS], at_once=most))


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> Messages:
    """Every draft is long."""
    read_at_once(monkeypatch, 0)
    return Messages(monkeypatch)


@pytest.fixture
def desk(client: Client, organizer: User) -> Client:
    client.force_login(organizer)
    return client


@pytest.fixture
def draft(club: Club, organizer: User) -> Job:
    return job_create(club=club, by=organizer, kind="players", pieces=[LONG])


def page_of(desk: Client, job: Job, query: str = "") -> str:
    return html.unescape(desk.get(f"/jobs/{job.public_id}/{query}").content.decode())


def is_waiting(desk: Client, job: Job) -> bool:
    """Whether page and poll wait: one asks again by itself, with and without scripts."""
    page, poll = page_of(desk, job), desk.get(f"/jobs/{job.public_id}/state/")
    waits = "Reading the file." in page
    assert waits == ('http-equiv="refresh"' in page) == ("HX-Refresh" not in poll.headers)
    return waits


def ago(files: JobFiles, name: str, seconds: float) -> None:
    """Let something have happened so long before."""
    then = time.time() - seconds
    if name == "asked":
        files.ask(then, then)
    else:
        (files.folder / name).touch()
        os.utime(files.folder / name, (then, then))


def test_a_long_draft_waits_for_the_worker_and_shows_what_a_short_one_shows(
    desk: Client, draft: Job, messages: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_waiting(desk, draft)
    assert is_waiting(desk, draft)
    assert messages.sent == [(draft.pk, "en")]  # asked once, however often the page asks
    messages.taken()
    assert not is_waiting(desk, draft)
    read_there = page_of(desk, draft, "?page=3")
    assert "Add 250 players" in read_there
    assert "Player 200" in read_there

    read_at_once(monkeypatch, len(LONG))
    here = page_of(desk, draft, "?page=3")
    cut = slice(here.index("<main"), here.index("</main"))
    token = here.index("csrfmiddlewaretoken", cut.start)
    assert here[cut][: token - cut.start] == read_there[cut][: token - cut.start]
    assert (
        here[here.index("What the columns hold") : cut.stop]
        == (read_there[read_there.index("What the columns hold") : read_there.index("</main")])
    )
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("asked", "alive", "is_late", "asks_again"),
    [
        (1, None, False, False),
        (16, None, True, False),  # the worker is gone: the page says so
        (16, 1, False, False),  # it reads
        (61, 1, False, False),
        (61, 30, True, True),  # it was killed while it read
        (3600, None, False, True),  # the page was closed, and is opened again
    ],
)
def test_the_page_says_when_no_worker_comes_and_asks_once_more(
    desk: Client,
    draft: Job,
    messages: Messages,
    asked: float,
    alive: float | None,
    is_late: bool,
    asks_again: bool,
) -> None:
    files = JobFiles.of(draft)
    ago(files, "asked", asked)
    if alive is not None:
        ago(files, "alive", alive)
    page = page_of(desk, draft)
    assert ("has not taken it yet" in page) == is_late
    assert bool(messages.sent) == asks_again
    if asks_again:
        messages.taken()
        assert "Add 250 players" in page_of(desk, draft)


def test_without_a_broker_the_page_says_so_and_asks_when_it_is_back(
    desk: Client, draft: Job, messages: Messages
) -> None:
    messages.is_down = True
    assert "has not taken it yet" in page_of(desk, draft)
    messages.is_down = False
    assert is_waiting(desk, draft)
    messages.taken()
    assert not is_waiting(desk, draft)


def test_other_choices_a_new_player_and_another_language_are_read_anew(
    desk: Client, draft: Job, club: Club, messages: Messages
) -> None:
    def changed_choices() -> None:
        desk.post(f"/jobs/{draft.public_id}/choices/", {"column-0": "", "heading": "yes"})

    def changed_language() -> None:
        desk.cookies["django_language"] = "de"

    def new_player() -> None:
        Player.objects.create(club=club, name="Somebody Else")

    page_of(desk, draft)
    messages.taken()
    for change in (changed_choices, new_player, changed_language):
        assert not messages.sent
        change()
        page_of(desk, draft)
        assert len(messages.sent) == 1, change
        messages.taken()
    assert "Was in den Spalten steht" in page_of(desk, draft)


@pytest.mark.parametrize("end", ["discarded", "sent again", "confirmed"])
def test_a_draft_that_is_gone_is_not_read(
    desk: Client, draft: Job, club: Club, organizer: User, messages: Messages, end: str
) -> None:
    page_of(desk, draft)
    if end == "discarded":
        job_cancel(job=draft)
    elif end == "confirmed":
        job_start(job=draft)
    else:  # the same file once more: the first one is forgotten
        again = job_create(club=club, by=organizer, kind="players", pieces=[LONG])
        page_of(desk, again)
        assert [one[0] for one in messages.sent] == [draft.pk, again.pk]
    messages.taken()
    assert not JobFiles.of(draft).preview.exists()
    assert Job.objects.filter(kind="players").count() == 1


def test_a_mistake_of_the_program_ends_the_waiting(
    desk: Client, draft: Job, messages: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(**given: Any) -> None:
        raise ZeroDivisionError

    page_of(desk, draft)
    with monkeypatch.context() as patched:
        patched.setattr("games.files.presenters.tables.table_read", fails)
        messages.taken()
    assert "A mistake of the program" in page_of(desk, draft)


def test_a_worker_killed_while_it_writes_leaves_no_half_preview(draft: Job) -> None:
    files = JobFiles.of(draft)
    (files.folder / "preview.part").write_text('{"key": "')
    assert not files.preview.exists()
    draft_read(draft.pk, "en")
    assert set(json.loads(files.preview.read_text())) == {"key", "preview"}


def workbook(rows: int) -> bytes:
    book, out = Workbook(write_only=True), io.BytesIO()
    sheet = book.create_sheet()
    for number in range(rows):
        sheet.append([f"Player {number}", 1, 2, 3])
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "is_read_here"),
    [
        (b"name\nAnn\n", True),
        (LONG * 10, False),
        (workbook(20), True),
        (workbook(2000), False),
        (b"PK\x03\x04rest", True),
        (b"", True),
    ],
)
def test_how_long_reading_takes_is_told_by_the_size_of_what_is_read(
    data: bytes, is_read_here: bool
) -> None:
    assert is_short(io.BytesIO(data), TASKS[PLAYERS].at_once) == is_read_here


def test_a_long_score_file_is_written_by_the_worker(
    desk: Client, club: Club, django_capture_on_commit_callbacks: Any
) -> None:
    game = "game\nbox doubles all\nall take\nbox wins\n"
    text = '[Rules "canberra"]\n[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\n' + game * 80
    address = f"/clubs/{club.slug}/sessions/import/"
    with django_capture_on_commit_callbacks() as queued:
        answer = desk.post(address, {"text": text})
    assert answer["Location"].startswith("/jobs/")
    assert not club.sessions.exists()
    for work in queued:
        work()
    assert "80 games" in html.unescape(desk.get(answer["Location"]).content.decode())
    short = desk.post(address, {"text": text.replace(game * 80, game)})
    assert short["Location"].startswith("/sessions/")
