"""A start looks at how the last run ended, and says in sentences what is wrong with its folder."""

import errno
import hashlib
import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError
from django.db import DatabaseError, connection

from chouette import endings, environment
from chouette.management.commands import up
from games.files.services import backups
from games.files.services.kept_backups import NAME, folder_of_backups, last_backup
from tests.servers import ROOT, prepared, running


@pytest.fixture(autouse=True)
def own_folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.DATA = tmp_path
    return tmp_path


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each check that is made is a quick one; all of them find nothing."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has checksums of its own")
    made: list[bool] = []

    def is_sound(database: object, *, is_quick: bool = False) -> bool:
        made.append(is_quick)
        return True

    monkeypatch.setattr(backups, "is_sound", is_sound)
    return made


def test_after_a_clean_end_nothing_is_checked(db: None, checks: list[bool]) -> None:
    for _run in range(2):
        endings.begin()
        endings.end()
    assert checks == []


def test_after_an_end_by_force_the_database_is_checked_once(db: None, checks: list[bool]) -> None:
    endings.begin()
    for _run in range(2):
        endings.begin()
        endings.end()
    assert checks == [True]


def test_the_probe_for_room_leaves_nothing(own_folder: Path) -> None:
    endings.begin()
    assert [path.name for path in own_folder.iterdir()] == [endings.MARK]


def test_a_damaged_database_is_not_started_with_and_is_checked_again(
    db: None, checks: list[bool], own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "is_sound", lambda database, **options: False)
    folder_of_backups().mkdir(parents=True)
    (folder_of_backups() / "chouette-20261121T035000Z.zip").touch()
    endings.begin()
    for _run in range(2):
        with pytest.raises(CommandError, match="The database is damaged") as caught, up.calmly():
            endings.begin()
        assert f"manage.py restore {last_backup()}" in str(caught.value)
        assert str(last_backup()).endswith("chouette-20261121T035000Z.zip")


def test_without_a_backup_the_sentence_promises_none(own_folder: Path) -> None:
    assert "restore FILE (there is none" in up.damaged_database()
    assert NAME.startswith("chouette-")


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "There is no room left"),
        (errno.EDQUOT, "There is no room left"),
        (errno.EROFS, "cannot write into its data folder"),
        (errno.EACCES, "cannot write into its data folder"),
    ],
)
def test_what_the_system_says_of_the_folder_becomes_a_sentence(number: int, sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence), up.calmly():
        raise OSError(number, os.strerror(number))


def write_as_django(database: sqlite3.Connection) -> None:
    """Write, and let an error be handed on as Django does it."""
    with up.calmly():
        try:
            database.execute("CREATE TABLE two (a)")
        except sqlite3.DatabaseError as error:
            raise DatabaseError(str(error)) from error


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (["PRAGMA query_only = 1"], "cannot write into its data folder"),
        (["PRAGMA max_page_count = 1"], "There is no room left"),
        ([], "The database is damaged"),
    ],
)
def test_what_sqlite_says_of_its_file_becomes_a_sentence(
    own_folder: Path, statements: list[str], sentence: str
) -> None:
    path = own_folder / "one.sqlite3"
    if not statements:
        path.write_bytes(b"no database at all, and long enough to be one" * 100)
    with sqlite3.connect(path) as database:
        for statement in statements:
            database.execute(statement)
        with pytest.raises(CommandError, match=sentence):
            write_as_django(database)
    database.close()


def test_other_errors_stay_what_they_are() -> None:
    for error in (OSError(errno.EIO, "broken"), DatabaseError("no such table")):
        with pytest.raises(type(error)), up.calmly():
            raise error


def test_a_key_that_could_not_be_written_leaves_no_half_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(length: int) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(environment.secrets, "token_urlsafe", full)
        with pytest.raises(environment.ImproperlyConfigured, match=r"written: No space left on"):
            environment.secret_key({}, tmp_path)
    assert environment.secret_key({}, tmp_path)


def started(data: Path, **options: object) -> "subprocess.CompletedProcess[str]":
    kept = {"DATABASE_URL", "REDIS_URL"}
    variables = {name: value for name, value in os.environ.items() if name not in kept}
    return subprocess.run(
        [sys.executable, "manage.py", "up", "--port", "0"],
        cwd=ROOT,
        env={**variables, "CHOUETTE_DATA": str(data), "LC_ALL": "C"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,  # type: ignore[call-overload]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("room", "sentence"),
    [(0, "cannot be written: File too large"), (64 * 1024, "There is no room left")],
)
def test_a_full_disk_is_one_sentence(tmp_path: Path, room: int, sentence: str) -> None:
    done = started(
        tmp_path / "new",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_run_that_was_killed_on_a_damaged_file_is_followed_by_one_sentence(
    tmp_path: Path,
) -> None:
    data = prepared(tmp_path / "data")
    with running(data):
        assert (data / endings.MARK).exists()
    assert not (data / endings.MARK).exists()
    (data / endings.MARK).touch()
    path = data / "chouette.sqlite3"
    # What the worker wrote last may lie beside the file: the next start would bring it in.
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = bytearray(path.read_bytes())
    for start in range(40 * 4096, len(raw) - 4096, 4096):
        raw[start : start + 64] = os.urandom(64)
    path.write_bytes(raw)
    done = started(data)
    assert done.returncode == 1
    assert "The database is damaged" in done.stderr
    assert "Traceback" not in done.stderr
    assert hashlib.sha256(path.read_bytes()).digest() == hashlib.sha256(raw).digest()
