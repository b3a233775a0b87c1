"""Pages about files: what one may send and fetch, a table before it is imported, the work."""

import html
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from games.files.services.job_files import JobFiles
from games.files.services.jobs import job_create
from games.models import Club, Job, Player, Session, User
from games.web import uploads
from tests.games.files.test_results import TABLE

pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.fixture
def desk(client: Client, organizer: User) -> Client:
    """The organizer's browser."""
    client.force_login(organizer)
    return client


@pytest.fixture
def working(django_capture_on_commit_callbacks: Any) -> Callable[[], Any]:
    """A worker that does at once what is queued inside."""

    @contextmanager
    def at_work() -> Iterator[None]:
        with django_capture_on_commit_callbacks(execute=True):
            yield

    return at_work


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def send(desk: Client, club: Club, kind: str, data: bytes) -> Any:
    return desk.post(
        f"/clubs/{club.slug}/files/{kind}/", {"file": SimpleUploadedFile("a file.csv", data)}
    )


def test_an_organizer_imports_players_by_looking_first(
    desk: Client, club: Club, players: dict[str, Player], working: Any
) -> None:
    job = send(desk, club, "players", b"name;mail\nEve;x\nbob;y\nDee Dee;z\n")["Location"]
    page = text(desk.get(job))
    assert "3 rows, divided by semicolons, written in UTF-8" in page
    assert "the same as Bob" in page
    assert "Add 2 players" in page
    assert club.players.count() == 4
    fields = {"column-0": "name", "column-1": "", "seen": "name,", "person-3": ""}
    with working():
        assert desk.post(f"{job}start/", fields)["Location"] == job
    assert "3 players added." in text(desk.get(job))
    assert club.players.filter(name="bob").exists()


@pytest.mark.parametrize("kind", [Job.Kind.PLAYERS, Job.Kind.RESULTS])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_job_is_called_what_the_page_calls_it_that_begins_it(
    desk: Client, club: Club, language: str, kind: Job.Kind
) -> None:
    with translation.override(language):
        name = str(kind.label)
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = text(desk.get(f"/clubs/{club.slug}/files/"))
    assert f">{name[0].upper()}{name[1:]}<" in page


def test_columns_that_were_changed_are_looked_at_before_anything_is_written(
    desk: Client, club: Club, working: Any
) -> None:
    job = send(desk, club, "players", b"name;nick\nAnn;A.\n")["Location"]
    fields = {"column-0": "", "column-1": "name", "seen": "name,"}
    with working():
        desk.post(f"{job}start/", fields)
    assert not Player.objects.exists()
    assert '<strong class="files-name">A.</strong>' in text(desk.get(job))
    with working():
        desk.post(f"{job}start/", fields | {"seen": ",name"})
    assert Player.objects.get().name == "A."


def test_what_is_wrong_stands_beside_its_row_and_there_is_no_button(
    desk: Client, club: Club
) -> None:
    job = send(desk, club, "results", TABLE.replace("4;-2;-2", "4;-2;x").encode())["Location"]
    page = text(desk.get(job))
    assert "Row 2, column “Cid”: “x” is no number with at most two decimals." in page
    assert "1 cell or row cannot be imported." in page
    assert "Import 3 games" not in page


def test_results_are_shown_as_they_will_be_written(desk: Client, club: Club) -> None:
    job = send(desk, club, "results", TABLE.encode())["Location"]
    page = text(desk.get(job))
    assert "Ann (box) \N{MINUS SIGN}3.5, Cid (captain) +1, Bob +1.5, Dee +1" in page
    assert "Import 3 games" in page


def test_an_evening_that_is_here_already_is_said_before_it_counts_twice(
    desk: Client, club: Club, working: Any
) -> None:
    first = send(desk, club, "results", TABLE.encode())["Location"]
    page = text(desk.get(first))
    assert "is here already, with the same players and totals" not in page
    seen = re.search(r'name="seen" value="([^"]*)"', page)
    assert seen
    columns = {f"column-{index}": kind for index, kind in enumerate(seen[1].split(","))}
    with working():
        desk.post(f"{first}start/", {"seen": seen[1], **columns})
    assert Session.objects.count() == 2

    again = send(desk, club, "results", TABLE.replace("4;-2;-2", "5;-3;-2").encode())["Location"]
    page = text(desk.get(again))
    # Of the two evenings one has other totals.
    assert page.count("is here already, with the same players and totals") == 1
    assert "10 Mar 2026 is here already" in page
    assert "its games would count twice" in page


def test_a_long_table_has_pages_and_a_constant_number_of_queries(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    rows = "\n".join(f"Player {number}" for number in range(1000))
    job = send(desk, club, "players", f"name\n{rows}\n".encode())["Location"]
    desk.get(job)  # the worker reads it
    with django_assert_max_num_queries(10):
        page = text(desk.get(f"{job}?page=3"))
    assert "Page 3 of 10" in page
    assert "Player 250" in page
    for odd in ("0", "99999999", "-1", "x"):
        assert desk.get(f"{job}?page={odd}").status_code == 200


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("players", b"x" * (5 * 1024 * 1024 + 1), "The file is larger than 5 MB."),
        ("scores", b"x" * (20 * 1024 * 1024 + 1), "The file is larger than 20 MB."),
    ],
)
def test_a_large_file_is_refused_at_once(
    desk: Client, club: Club, kind: str, data: bytes, said: str
) -> None:
    answer = send(desk, club, kind, data)
    assert answer.status_code == 400
    assert said in text(answer)
    assert not Job.objects.exists()


def test_a_file_of_any_size_is_not_even_kept(
    desk: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LARGEST", 1)
    answer = send(desk, club, "players", b"x" * (3 * 1024 * 1024))
    assert "The file is larger than 5 MB." in text(answer)
    assert not Job.objects.exists()


def test_nothing_sent_is_said(desk: Client, club: Club) -> None:
    assert "Choose a file." in text(desk.post(f"/clubs/{club.slug}/files/players/"))
    answer = desk.post(f"/clubs/{club.slug}/files/scores_out/", {"which": "chosen"})
    assert "Choose at least one evening." in text(answer)
    assert desk.post(f"/clubs/{club.slug}/files/sudo/").status_code == 404


def test_a_club_goes_out_and_comes_in_again(
    desk: Client, club: Club, session: Session, working: Any
) -> None:
    with working():
        job = desk.post(f"/clubs/{club.slug}/files/club_out/")["Location"]
    assert "Fetch the file" in text(desk.get(job))
    answer = desk.get(f"{job}file/")
    assert answer["Content-Disposition"].startswith('attachment; filename="chouette-tuesday-club-')
    archive = io.BytesIO(b"".join(answer.streaming_content))
    with working():
        job = desk.post("/new-club/archive/", {"file": archive})["Location"]
    assert "Tuesday Club is here, with 1 session." in text(desk.get(job))
    assert Club.objects.count() == 2


def test_half_an_archive_is_told_on_its_page(desk: Client, working: Any, db: None) -> None:
    file = SimpleUploadedFile("club.json", b'{"format":"chouette-club",\n"version":1')
    with working():
        job = desk.post("/new-club/archive/", {"file": file})["Location"]
    assert "This archive is damaged, or only half of one." in text(desk.get(job))


def test_the_work_is_watched_every_second_until_it_is_over(
    desk: Client, club: Club, organizer: User
) -> None:
    job = job_create(club=club, by=organizer, kind="club_out")
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING)
    files = JobFiles.of(job)
    files.beat()
    files.show(30, 120)
    answer = desk.get(f"/jobs/{job.public_id}/state/")
    assert "30 of 120" in text(answer)
    assert 'value="25"' in text(answer)
    assert 'hx-trigger="every 1s"' in text(answer)
    desk.post(f"/jobs/{job.public_id}/cancel/")
    assert files.is_cancelled
    Job.objects.filter(pk=job.pk).update(state=Job.State.CANCELLED)
    assert desk.get(f"/jobs/{job.public_id}/state/")["HX-Refresh"] == "true"
    assert desk.get(f"/jobs/{job.public_id}/file/").status_code == 404


def test_pages_of_a_job_are_its_owners_only(
    desk: Client, club: Club, organizer: User, member: Callable[[str], User]
) -> None:
    job = job_create(club=club, by=organizer, kind="players", pieces=[b"name\nAnn\n"])
    url = f"/jobs/{job.public_id}/"
    desk.force_login(member("owner"))
    for address in (url, f"{url}state/", f"{url}file/"):
        assert desk.get(address).status_code == 404
    for address in (f"{url}choices/", f"{url}start/", f"{url}cancel/"):
        assert desk.post(address).status_code == 404
    desk.logout()
    assert desk.get(url).status_code == 302


def test_the_page_of_files_offers_what_one_may(
    desk: Client, club: Club, session: Session, member: Callable[[str], User]
) -> None:
    shown = text(desk.get(f"/clubs/{club.slug}/files/"))
    assert "Export the club" in shown
    assert "Who reads the file in owns the new club; this club stays as it is." in shown
    desk.force_login(member("scorer"))
    page = text(desk.get(f"/clubs/{club.slug}/files/"))
    assert "Export the club" not in page
    assert "Players from a spreadsheet" not in page
    assert "Old evenings from a spreadsheet" in page
    desk.force_login(member("player"))
    assert desk.get(f"/clubs/{club.slug}/files/").status_code == 403


def test_a_club_of_others_is_not_to_be_found(desk: Client, club: Club, db: None) -> None:
    desk.force_login(User.objects.create_user("else@example.org", name="Else"))
    assert desk.get(f"/clubs/{club.slug}/files/").status_code == 404
    assert send(desk, club, "players", b"name\nAnn\n").status_code == 404
