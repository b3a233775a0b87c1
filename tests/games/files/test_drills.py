"""A drill restores a backup elsewhere, compares figures, and leaves the running data alone."""

import io
import sqlite3
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.files.services import backup_drills
from games.files.services.backup_drills import _of_cursor, _of_file, restore_drill
from games.files.services.backups import backup_write
from games.files.services.demo import demo_create
from games.models import GameScore, Session

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


@pytest.fixture
def played(data_folder: Path, small_demo: None) -> Path:
    """The data folder of an installation with the demo club."""
    demo_create()
    return data_folder


def figures() -> Any:
    with connection.cursor() as cursor:
        return _of_cursor(cursor)


@pytest.fixture
def restored_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restores by unpacking alone: the process that does it otherwise takes seconds."""

    def unpack(path: Path, variables: dict[str, str]) -> None:
        data = Path(variables["CHOUETTE_DATA"])
        data.mkdir()
        with zipfile.ZipFile(path) as archive:
            (data / "chouette.sqlite3").write_bytes(archive.read("database.sqlite3"))

    monkeypatch.setattr(backup_drills, "_restore", unpack)


@pytest.mark.parametrize("as_rows", [False, True])
def test_a_file_counts_as_the_database_it_was_made_of(
    played: Path, tmp_path: Path, as_rows: bool
) -> None:
    backup_write(path=tmp_path / "backup.zip", as_rows=as_rows)
    found = _of_file(tmp_path / "backup.zip", tmp_path)
    assert found == figures()
    totals = found.totals()
    assert totals["sessions"] == 2
    assert min(totals["actions"], totals["games"], totals["points"]) > 0


def needs_sqlite() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("a copy of the file is SQLite's")


def test_a_good_backup_passes_and_leaves_nothing(
    played: Path, tmp_path: Path, restored_here: None
) -> None:
    needs_sqlite()
    backup_write(path=tmp_path / "backup.zip")
    out = io.StringIO()
    call_command("restore_drill", str(tmp_path / "backup.zip"), stdout=out)
    assert "sessions: 2 in the file, 2 restored" in out.getvalue()
    assert "Chouette Demo Club (" in out.getvalue()
    assert "compared with it: 2 sessions." in out.getvalue()
    assert list((played / "backups").iterdir()) == []


def test_what_was_changed_behind_the_log_is_told_and_what_was_played_since_is_not(
    played: Path, tmp_path: Path, restored_here: None
) -> None:
    needs_sqlite()
    path = tmp_path / "backup.zip"
    backup_write(path=path)
    winner = GameScore.objects.filter(points__gt=0).select_related("game").first()
    assert winner is not None
    GameScore.objects.filter(pk=winner.pk).update(points=winner.points + 100)
    with pytest.raises(CommandError, match=f"session {winner.game.session_id}: ") as told:
        call_command("restore_drill", str(path), stdout=io.StringIO())
    assert told.value.returncode == 1
    session = Session.objects.get(pk=winner.game.session_id)
    Session.objects.filter(pk=session.pk).update(version=session.version + 1)
    drill = restore_drill(path=path)
    assert (drill.differences, drill.unchanged) == ([], 1)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE games_gamescore SET points = points + 1 WHERE points > 0", "points"),
        ("UPDATE games_session SET version = version + 1", "single rows"),
        ("DELETE FROM games_action WHERE id = (SELECT max(id) FROM games_action)", "actions"),
    ],
)
def test_what_is_lost_while_restoring_is_told(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, named: str
) -> None:
    needs_sqlite()
    path = tmp_path / "backup.zip"
    backup_write(path=path)

    def forgetful(path: Path, variables: dict[str, str]) -> None:
        data = Path(variables["CHOUETTE_DATA"])
        data.mkdir()
        with zipfile.ZipFile(path) as archive:
            (data / "chouette.sqlite3").write_bytes(archive.read("database.sqlite3"))
        with sqlite3.connect(data / "chouette.sqlite3") as database:
            database.execute(statement)
        database.close()

    monkeypatch.setattr(backup_drills, "_restore", forgetful)
    with pytest.raises(CommandError, match=named):
        call_command("restore_drill", str(path), stdout=io.StringIO())


def test_without_a_backup_a_file_has_to_be_named(data_folder: Path) -> None:
    with pytest.raises(CommandError, match="name a file"):
        call_command("restore_drill")


def test_half_a_backup_is_refused(data_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "half.zip").write_bytes(b"PK")
    for name in ("half.zip", "none.zip"):
        with pytest.raises(CommandError):
            call_command("restore_drill", str(tmp_path / name), stdout=io.StringIO())


def test_copies_are_made_where_a_container_may_write(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[str | None] = []
    make = tempfile.TemporaryDirectory

    def watched(**options: Any) -> Any:
        used.append(options.get("dir"))
        return make(**options)

    monkeypatch.setattr(tempfile, "TemporaryDirectory", watched)
    backup_write(path=tmp_path / "backup.zip")
    assert used == [played / "backups"]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("as_rows", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_real_drill_restores_in_a_process_of_its_own(
    played: Path, tmp_path: Path, as_rows: bool
) -> None:
    path = tmp_path / "backup.zip"
    backup_write(path=path, as_rows=as_rows)
    before = figures()
    drill = restore_drill(path=path)
    assert drill.differences == []
    assert drill.restored == before == figures()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_database WHERE datname LIKE 'chouette_drill_%'")
            assert cursor.fetchone() == (0,)


@pytest.mark.slow
@pytest.mark.long
def test_a_real_drill_says_what_its_process_has_refused(played: Path, tmp_path: Path) -> None:
    # Copies of the file that differ from their log: test_backups.py.
    wrong = tmp_path / "wrong.zip"
    GameScore.objects.update(points=0)
    backup_write(path=wrong, as_rows=True)
    with pytest.raises(CommandError, match="differs from its log"):
        call_command("restore_drill", str(wrong), stdout=io.StringIO())
