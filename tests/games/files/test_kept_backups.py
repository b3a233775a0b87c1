"""The installation backs itself up once a day, and keeps what is worth keeping."""

import datetime
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.errors import Refused
from games.files.services import backups
from games.files.services.backups import backup_read, backup_write, is_sound
from games.files.services.kept_backups import (
    backup_keep,
    folder_of_backups,
    kept,
    last_backup_age,
    last_backup_at,
)

NOW = datetime.datetime(2026, 11, 22, 19, 30, tzinfo=datetime.UTC)
DAY = datetime.timedelta(days=1)


def test_days_weeks_and_months_are_kept() -> None:
    found = kept(NOW - number * DAY for number in range(800))

    ages = sorted((NOW - moment).days for moment in found)
    assert ages[:7] == [0, 1, 2, 3, 4, 5, 6]
    assert len([age for age in ages if 7 <= age < 30]) in {2, 3, 4}
    assert 300 < ages[-1] < 366
    assert len({moment.strftime("%Y-%m") for moment in found}) == 12


def test_what_is_kept_is_kept_the_next_day_as_well() -> None:
    there: set[datetime.datetime] = set()
    for number in range(500):
        there = kept({*there, NOW + number * DAY})
    last = max(there)
    months = {moment.strftime("%Y-%m") for moment in there}
    assert len(months) == 12
    assert {(last - moment).days for moment in there} >= set(range(7))


@pytest.mark.django_db(transaction=True)
def test_a_backup_a_day_is_made_and_copied(data_folder: Path, settings, tmp_path: Path) -> None:
    settings.BACKUP_COPY = str(tmp_path / "second")
    assert last_backup_age() is None

    made = backup_keep(now=NOW)

    assert made is not None
    assert backup_read(path=made).made_at
    assert backup_keep(now=NOW + datetime.timedelta(hours=4)) is None
    assert last_backup_at() == NOW
    assert last_backup_age(now=NOW + DAY) == DAY
    copied = tmp_path / "second" / made.name
    assert copied.read_bytes() == made.read_bytes()
    assert backup_keep(now=NOW + DAY) is not None
    for path in (made, copied):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.django_db(transaction=True)
def test_a_second_place_that_is_full_or_gone_costs_no_backup(
    data_folder: Path, settings, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    settings.BACKUP_COPY = str(tmp_path / "file" / "second")
    assert backup_keep(now=NOW) is not None


def damaged(path: Path) -> Path:
    """A database whose pages are not what its tables say."""
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE one (a TEXT)")
        database.execute("CREATE INDEX of_a ON one (a)")
        database.executemany("INSERT INTO one VALUES (?)", [(str(n) * 50,) for n in range(3000)])
    database.close()
    raw = bytearray(path.read_bytes())
    for start in range(8192, len(raw) - 4096, 4096):
        raw[start : start + 64] = os.urandom(64)
    path.write_bytes(raw)
    return path


@pytest.mark.django_db(transaction=True)
def test_no_backup_is_made_of_a_damaged_database(data_folder: Path, monkeypatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has checksums of its own")
    broken = damaged(data_folder / "broken.sqlite3")
    with sqlite3.connect(broken) as database:
        assert not is_sound(database)
    monkeypatch.setattr(backups, "pages_copy", lambda path: path.write_bytes(broken.read_bytes()))

    with pytest.raises(Refused, match="damaged"):
        backup_write(path=data_folder / "backup.zip")
    with pytest.raises(Refused, match="damaged"):
        backup_keep(now=NOW)

    assert not (data_folder / "backup.zip").exists()
    assert list(folder_of_backups().iterdir()) == []
    with pytest.raises(CommandError, match="damaged"):
        call_command("backup", str(data_folder / "backup.zip"))


@pytest.mark.django_db
def test_checking_the_ledger_begins_with_the_file(monkeypatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has checksums of its own")
    monkeypatch.setattr(backups, "is_sound", lambda database: False)
    with pytest.raises(CommandError, match="The database is damaged"):
        call_command("check_ledger")
