"""The installation backs itself up once a day, and keeps what is worth keeping."""

import datetime
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from structlog.testing import capture_logs

from chouette import environment
from games.errors import Refused
from games.files.services import backups
from games.files.services.backups import backup_read, backup_write, is_sound
from games.files.services.kept_backups import (
    NAME,
    backup_keep,
    folder_of_backups,
    kept,
    last_backup_at,
)
from tests.servers import ROOT

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
    assert last_backup_at() is None

    made = backup_keep(now=NOW)

    assert made is not None
    assert backup_read(path=made).made_at
    assert backup_keep(now=NOW + datetime.timedelta(hours=4)) is None
    assert last_backup_at() == NOW
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
    monkeypatch.setattr(backups, "is_sound", lambda database, **options: False)
    with pytest.raises(CommandError, match="The database is damaged"):
        call_command("check_ledger")


# A second place that speaks S3


@pytest.fixture
def bucket(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A bucket at a service that exists for one test, with somebody else's file in it."""
    from moto import mock_aws

    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    settings.BACKUP_S3 = {"bucket": "ours", "prefix": "chouette", "endpoint": ""}
    with mock_aws():
        import boto3

        service = boto3.client("s3", region_name="us-east-1")
        service.create_bucket(Bucket="ours")
        service.put_object(Bucket="ours", Key="chouette/notes.txt", Body=b"x")
        service.put_object(Bucket="ours", Key="other/chouette-20200101T000000Z.zip", Body=b"x")
        yield service


def keys(service: Any) -> list[str]:
    return [found["Key"] for found in service.list_objects_v2(Bucket="ours")["Contents"]]


@pytest.mark.django_db(transaction=True)
def test_a_backup_goes_to_a_bucket_and_old_ones_leave_it(bucket: Any, data_folder: Path) -> None:
    for number in range(1, 12):
        old = (NOW - number * DAY).strftime(NAME)
        bucket.put_object(Bucket="ours", Key=f"chouette/{old}", Body=b"x")

    made = backup_keep(now=NOW)

    assert made is not None
    there = bucket.get_object(Bucket="ours", Key=f"chouette/{made.name}")["Body"].read()
    assert there == made.read_bytes()
    moments = [NOW - number * DAY for number in range(12)]
    assert sorted(keys(bucket)) == sorted(
        [f"chouette/{moment.strftime(NAME)}" for moment in kept(moments)]
        + ["chouette/notes.txt", "other/chouette-20200101T000000Z.zip"]
    )
    assert len(kept(moments)) < len(moments)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "wrong", [{"bucket": "nobodys"}, {"bucket": "no bucket at all"}, {"endpoint": "https:///"}]
)
def test_a_bucket_that_is_not_there_costs_no_backup(
    bucket: Any, settings, data_folder: Path, wrong: dict[str, str]
) -> None:
    settings.BACKUP_S3 = {**settings.BACKUP_S3, **wrong}
    with capture_logs() as logs:
        assert backup_keep(now=NOW) is not None
    assert [entry["event"] for entry in logs] == ["backup_not_copied"]
    assert last_backup_at() == NOW


def test_a_bucket_is_named_by_the_environment() -> None:
    named = {"CHOUETTE_BACKUP_S3": "ours/a/b/", "CHOUETTE_BACKUP_S3_ENDPOINT": "https://s3.x"}
    assert environment.bucket({}) is None
    assert environment.bucket(named) == {
        "bucket": "ours",
        "prefix": "a/b",
        "endpoint": "https://s3.x",
    }
    for wrong in ({"CHOUETTE_BACKUP_S3_ENDPOINT": "s3.x"}, {"CHOUETTE_BACKUP_S3": "s3://ours"}):
        with pytest.raises(environment.ImproperlyConfigured, match="CHOUETTE_BACKUP_S3"):
            environment.bucket({**named, **wrong})


def test_without_boto3_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    assert environment.bucket({}) is None
    with pytest.raises(environment.ImproperlyConfigured, match="pip install boto3"):
        environment.bucket({"CHOUETTE_BACKUP_S3": "ours"})


@pytest.mark.thorough
def test_nobody_imports_boto3_who_has_no_bucket() -> None:
    code = "import django, sys; django.setup(); import games.tasks; print('boto3' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "chouette.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"
