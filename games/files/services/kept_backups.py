"""Backups that the installation makes by itself: one a day, the older ones thinned out.

They lie in `backups/daily` of the data folder, and where `CHOUETTE_BACKUP_COPY` names a folder, in
that one as well: a second disk, or a place that is carried elsewhere.
"""

import datetime
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import structlog
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games.errors import Refused
from games.files.services.backups import backup_read, backup_write

logger = structlog.get_logger(__name__)

NAME: Final = "chouette-%Y%m%dT%H%M%SZ.zip"
DAYS: Final = 7
WEEKS: Final = 4
MONTHS: Final = 12


def backup_keep(*, now: datetime.datetime) -> Path | None:
    """Make the day's backup, read it back, copy it, and delete what is too old.

    Return it, or None where there is one of this day. Asked for again, it does nothing.

    Raises:
        Refused: the database, or the backup just made, is damaged; older ones are all kept.
        OSError: it cannot be written.
    """
    newest = last_backup_at()
    if newest is not None and newest.date() == now.astimezone(datetime.UTC).date():
        return None
    folder = folder_of_backups()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / now.astimezone(datetime.UTC).strftime(NAME)
    try:
        backup_write(path=path)
    except FileExistsError:
        return None  # made by another worker in this very second
    try:
        backup_read(path=path)
    except Refused:
        path.rename(path.with_suffix(".damaged"))
        raise
    _thin_out(folder)
    if settings.BACKUP_COPY:
        _copy(path, Path(settings.BACKUP_COPY))
    return path


def folder_of_backups() -> Path:
    """Return where they lie."""
    return Path(settings.DATA) / "backups" / "daily"


def last_backup_at() -> datetime.datetime | None:
    """Return when the last good backup was made by itself, None if there is none."""
    return max(_moments(folder_of_backups()), default=None)


def last_backup_age(*, now: datetime.datetime | None = None) -> datetime.timedelta | None:
    """Return how old the last good backup is, None if there is none."""
    made = last_backup_at()
    return None if made is None else (now or timezone.now()) - made


def seconds_without_backup() -> float | None:
    """Return for how long there has been no new backup, for `/readyz`.

    Where there is none yet, that is for as long as there is a database: a new installation is
    well until its first night.
    """
    since = last_backup_at()
    if since is None:
        found = MigrationRecorder(connection).applied_migrations().values()
        since = min((migration.applied for migration in found), default=None)
    return None if since is None else (timezone.now() - since).total_seconds()


def kept(moments: Iterable[datetime.datetime]) -> set[datetime.datetime]:
    """Return those to keep: the last of each of 7 days, of 4 weeks, and of 12 months.

    Days, weeks and months are those in which there are backups: a club that meets in winter only
    keeps its last ones.
    """
    found: set[datetime.datetime] = set()
    newest_first = sorted(moments, reverse=True)
    for most, period in ((DAYS, "%Y-%j"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m")):
        last_of: dict[str, datetime.datetime] = {}
        for moment in newest_first:
            last_of.setdefault(moment.strftime(period), moment)
        found |= set(list(last_of.values())[:most])
    return found


def _moments(folder: Path) -> list[datetime.datetime]:
    found = []
    for path in folder.glob("chouette-*.zip"):
        try:
            made = datetime.datetime.strptime(path.name, NAME)
        except ValueError:
            continue  # somebody has put a file of his own there
        found.append(made.replace(tzinfo=datetime.UTC))
    return found


def _thin_out(folder: Path) -> None:
    moments = _moments(folder)
    for moment in set(moments) - kept(moments):
        (folder / moment.strftime(NAME)).unlink(missing_ok=True)


def _copy(path: Path, folder: Path) -> None:
    """Copy a backup to the second place; without it the first one is still a backup."""
    part = folder / f"{path.name}.part"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as target, path.open("rb") as source:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        part.rename(folder / path.name)
        _thin_out(folder)
    except OSError as error:
        logger.error("backup_not_copied", folder=str(folder), error=str(error))
