"""The database is copied before it is changed, and old copies make room."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles.finders import get_finder
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from chouette import health, preparation
from chouette.management.commands import up

pytestmark = pytest.mark.django_db


class OnSqlite:
    """Stands for Django's connection, so that copying is tested on every database."""

    vendor = "sqlite"

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path)

    def ensure_connection(self) -> None:
        self.connection.execute("CREATE TABLE IF NOT EXISTS evening (points)")
        self.connection.execute("INSERT INTO evening VALUES (3)")
        self.connection.commit()


@pytest.fixture
def on_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OnSqlite:
    database = OnSqlite(tmp_path / "live.sqlite3")
    monkeypatch.setattr(preparation, "connection", database)
    return database


def test_a_copy_holds_everything_written_so_far(on_sqlite: OnSqlite, tmp_path: Path) -> None:
    copy = preparation.copy_database(tmp_path / "backups")
    assert copy is not None
    with closing(sqlite3.connect(copy)) as copied:
        assert copied.execute("SELECT points FROM evening").fetchall() == [(3,)]


def test_only_the_last_copies_are_kept(on_sqlite: OnSqlite, tmp_path: Path) -> None:
    copies = [preparation.copy_database(tmp_path / "backups") for _ in range(7)]
    kept = sorted((tmp_path / "backups").iterdir())
    assert kept == copies[-preparation.COPIES_KEPT :]


def test_a_database_that_is_current_is_neither_copied_nor_changed(
    settings: LazySettings, tmp_path: Path
) -> None:
    settings.DATA = tmp_path
    assert preparation.migrate() is None
    assert list(tmp_path.iterdir()) == []


def test_migrations_that_were_applied_one_by_one_count_as_what_replaces_them(
    settings: LazySettings, tmp_path: Path
) -> None:
    settings.DATA = tmp_path
    recorder = MigrationRecorder(connection)
    found = recorder.applied_migrations().keys()
    squashed = {(app, name) for app, name in found if "_squashed_" in name}
    assert {app for app, _name in squashed} == {"games", "tournaments"}
    for app, name in squashed:
        recorder.record_unapplied(app, name)
    assert preparation.migrate() is None
    assert list(tmp_path.iterdir()) == []
    assert recorder.applied_migrations().keys() == found


def test_it_copies_before_it_migrates(
    settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA = tmp_path
    done: list[Any] = []
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    monkeypatch.setattr(preparation, "copy_database", lambda folder: done.append(folder) or folder)
    monkeypatch.setattr(preparation, "call_command", lambda name, **options: done.append(name))
    assert preparation.migrate() == tmp_path / "backups"
    assert done == [tmp_path / "backups", "migrate"]


def test_static_files_are_collected_again_only_when_they_have_changed(
    settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [own], tmp_path / "static"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    get_finder.cache_clear()
    done: list[str] = []

    def collect(name: str, **options: Any) -> None:
        done.append(name)
        settings.STATIC_ROOT.mkdir(exist_ok=True)

    monkeypatch.setattr(preparation, "call_command", collect)
    for times, (name, text) in enumerate([("a", "a {}"), ("a", "b { }"), ("b", "")], start=1):
        (own / f"{name}.css").write_text(text)
        for _start in range(2):
            preparation.collect_static_files()
        assert done == ["collectstatic"] * times
    get_finder.cache_clear()


def test_a_collection_that_was_cut_short_begins_again(
    settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STATIC_ROOT = tmp_path
    (tmp_path / preparation.COLLECTED).write_text("of an older version")
    monkeypatch.setattr(preparation, "call_command", lambda name, **options: 1 / 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            preparation.collect_static_files()
    assert not list(tmp_path.iterdir())


@pytest.fixture
def from_tomorrow() -> None:
    MigrationRecorder(connection).record_applied("games", "9999_from_tomorrow")


def test_a_database_of_a_newer_program_is_refused_with_a_sentence(from_tomorrow: None) -> None:
    with pytest.raises(preparation.NewerDatabaseError, match="9999_from_tomorrow"):
        preparation.migrate()
    for command in (up.Command().prepare, partial(call_command, "prepare", "database")):
        with pytest.raises(CommandError, match="changed by a newer Chouette"):
            command()


@pytest.mark.parametrize(
    ("app", "name"),
    [
        ("games", "0001_squashed_0046_guests_mails"),
        ("tournaments", "0001_squashed_0025_keys_of_senders"),
    ],
)
def test_a_step_that_replaced_others_and_is_replaced_itself_does_not_matter(
    app: str, name: str
) -> None:
    MigrationRecorder(connection).record_applied(app, name)
    assert preparation.migrate() is None
    assert health.migrations().is_ok


def test_steps_of_apps_that_are_gone_do_not_matter() -> None:
    MigrationRecorder(connection).record_applied("left_last_year", "0001_initial")
    assert preparation.migrate() is None
