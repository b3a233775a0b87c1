"""Backups that the installation makes by itself: one a day, the older ones thinned out.

They are in `backups/daily` of the data folder, and in the second places that the settings name: a
folder on another disk, or a bucket elsewhere.
"""

import datetime
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
from games.files.services.second_places import Folder, Place, second_places

logger = structlog.get_logger(__name__)

NAME: Final = "chouette-%Y%m%dT%H%M%SZ.zip"
DAYS: Final = 7
WEEKS: Final = 4
MONTHS: Final = 12


def backup_keep(*, now: datetime.datetime) -> Path | None:
    """Make the day's backup, read it back, copy it, and delete outdated ones.

    Returns it, or None if today's exists already.

    Raises:
        Refused: the database or the new backup is damaged; all older ones are kept.
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
        return None  # another worker has made it within this second
    try:
        backup_read(path=path)
    except Refused:
        path.rename(path.with_suffix(".damaged"))
        raise
    _thin_out(Folder(folder))
    for place in second_places():
        _copy(path, place)
    return path


def folder_of_backups() -> Path:
    return Path(settings.DATA) / "backups" / "daily"


def last_backup_at() -> datetime.datetime | None:
    """Return the time of the last good automatic backup, or None."""
    return max(_moments(Folder(folder_of_backups()).names()), default=None)


def last_backup() -> Path | None:
    """Return the last good automatic backup, or None."""
    made = last_backup_at()
    return None if made is None else folder_of_backups() / made.strftime(NAME)


def seconds_without_backup() -> float | None:
    """Return the seconds since the last backup, for `/readyz`.

    Before the first backup, the age of the database counts: a new installation is healthy until its
    first night.
    """
    since = last_backup_at()
    if since is None:
        found = MigrationRecorder(connection).applied_migrations().values()
        since = min((migration.applied for migration in found), default=None)
    return None if since is None else (timezone.now() - since).total_seconds()


def kept(moments: Iterable[datetime.datetime]) -> set[datetime.datetime]:
    """Return those to keep: the last of each of 7 days, of 4 weeks, and of 12 months.

    Only days, weeks and months with backups count: a club that meets in winter only keeps its last
    ones.
    """
    found: set[datetime.datetime] = set()
    newest_first = sorted(moments, reverse=True)
    for most, period in ((DAYS, "%Y-%j"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m")):
        last_of: dict[str, datetime.datetime] = {}
        for moment in newest_first:
            last_of.setdefault(moment.strftime(period), moment)
        found |= set(list(last_of.values())[:most])
    return found


def _moments(names: Iterable[str]) -> list[datetime.datetime]:
    found = []
    for name in names:
        try:
            made = datetime.datetime.strptime(name, NAME)
        except ValueError:
            continue  # a file that somebody else has put there
        found.append(made.replace(tzinfo=datetime.UTC))
    return found


def _thin_out(place: Place) -> None:
    moments = _moments(place.names())
    for moment in set(moments) - kept(moments):
        place.delete(moment.strftime(NAME))


def _copy(path: Path, place: Place) -> None:
    """Copy a backup to a second place; a failure is logged and the first copy still counts."""
    try:
        place.put(path)
        _thin_out(place)
    except OSError as error:
        logger.error("backup_not_copied", place=str(place), error=str(error))
