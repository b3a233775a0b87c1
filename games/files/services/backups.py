"""Copies the whole installation into one file while it runs, and restores such a copy.

The file is a zip archive: a manifest with checksums, the database, and the permanent files of the
data folder. SQLite copies itself with its backup API, page by page and consistently; PostgreSQL is
read in one transaction and written as rows, which any installation of the same version can read.
"""

import datetime
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.boards.services.boards import board_stop
from games.errors import Refused
from games.files.services.backup_rows import MEGABYTE, rows_dump, rows_read
from games.files.services.job_files import Progress
from games.files.services.known_migrations import unknown_migrations
from games.models import Board, Club, Job, Session, User
from games.record.log.checking import session_damage_note, sessions_check
from games.rules.online import GAME_TYPES

FORMAT: Final = "chouette-backup"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
PAGES: Final = "database.sqlite3"
ROWS: Final = "database.jsonl"
SECRET: Final = "secret_key"  # noqa: S105 - the name of a file
MEDIA: Final = "media/"
PIECE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a checked backup."""

    made_at: datetime.datetime
    has_pages: bool
    migrations: frozenset[str]
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of restoring: the time of the backup, the number of sessions, where the former
    database is, and a sentence for each session whose log was damaged already.
    """

    made_at: datetime.datetime
    sessions: int
    before: Path | None
    damaged: tuple[str, ...] = ()


def backup_write(*, path: Path, with_secret: bool = False, as_rows: bool = False) -> int:
    """Write a backup and return its size; the file appears only when it is complete.

    The key that signs cookies and links is included only on request: its holder can sign in as
    anybody.

    Raises:
        FileExistsError: the file exists already.
        Refused: the database is damaged, so that a copy would be useless.
    """
    if path.exists():
        raise FileExistsError(path)
    part = path.with_name(path.name + ".part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                _write(archive, with_secret=with_secret, as_rows=as_rows)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return path.stat().st_size


def _write(archive: zipfile.ZipFile, *, with_secret: bool, as_rows: bool) -> None:
    checksums: dict[str, str] = {}
    migrations = sorted(applied())
    with tempfile.TemporaryDirectory(dir=working_folder()) as folder:
        if connection.vendor == "sqlite" and not as_rows:
            name, copy = PAGES, Path(folder) / PAGES
            try:
                pages_copy(copy)
            except sqlite3.DatabaseError as error:
                raise _damaged() from error
            with closing(sqlite3.connect(copy)) as copied:
                if not is_sound(copied):
                    raise _damaged()
        else:
            name, copy = ROWS, Path(folder) / ROWS
            with copy.open("w", encoding="utf-8") as rows:
                rows_dump(rows)
        checksums[name] = _add(archive, copy, name)
    for path in _media():
        name = MEDIA + path.relative_to(settings.MEDIA_ROOT).as_posix()
        checksums[name] = _add(archive, path, name)
    secret = Path(settings.DATA) / SECRET
    if with_secret and secret.exists():
        checksums[SECRET] = _add(archive, secret, SECRET)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": timezone.now().isoformat(),
        "migrations": migrations,
        "files": checksums,
    }
    # Written last: a file without it is an incomplete backup.
    archive.writestr(MANIFEST, json.dumps(manifest, indent=1))


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> str:
    checksum = hashlib.sha256()
    with path.open("rb") as source, archive.open(name, "w", force_zip64=True) as target:
        while piece := source.read(PIECE):
            checksum.update(piece)
            target.write(piece)
    return checksum.hexdigest()


def _digest(file: IO[bytes]) -> str:
    checksum = hashlib.sha256()
    while piece := file.read(PIECE):
        checksum.update(piece)
    return checksum.hexdigest()


def _media() -> Iterator[Path]:
    folder = Path(settings.MEDIA_ROOT)
    if folder.is_dir():
        yield from sorted(path for path in folder.rglob("*") if path.is_file())


def applied() -> set[str]:
    """Return the migrations applied to the database."""
    return {f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()}


def _has_the_same_steps(backup: Backup) -> bool:
    """Tell whether its rows fit the tables here; names of steps that are gone do not matter."""
    loader = MigrationLoader(None)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations}
    is_newer = bool(unknown_migrations(loader, _pairs(backup.migrations)))
    return not is_newer and backup.migrations & known == applied() & known


def _pairs(migrations: Iterable[str]) -> list[tuple[str, str]]:
    return [(app, name) for app, _dot, name in (one.partition(".") for one in migrations)]


def pages_copy(path: Path) -> None:
    """Copy the SQLite database as of one moment, while others write."""
    connection.ensure_connection()
    # A plain file copy would lack what is still in the write-ahead log.
    path.touch(mode=0o600)
    with closing(sqlite3.connect(path)) as target:
        connection.connection.backup(target)


def is_sound(database: sqlite3.Connection, *, is_quick: bool = False) -> bool:
    """Tell whether SQLite finds its file intact: tables and, unless `is_quick`, indexes."""
    check = "quick_check" if is_quick else "integrity_check"
    try:
        (verdict,) = database.execute(f"PRAGMA {check}(1)").fetchone()
    except sqlite3.DatabaseError:
        return False
    return bool(verdict == "ok")


def database_check(*, is_quick: bool = False) -> None:
    """Check that the database is intact, as far as it can tell.

    Raises:
        Refused: the SQLite file is damaged.
    """
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        if not is_sound(connection.connection, is_quick=is_quick):
            raise _damaged()


def _damaged() -> Refused:
    return _bad(
        _(
            "The database is damaged: restore the last good backup, and keep the damaged file to "
            "read from it what is missing."
        )
    )


def backup_read(*, path: Path) -> Backup:
    """Check a backup from its first to its last byte.

    Raises:
        Refused: it is not a backup, or it is incomplete, changed, or in a newer format.
        OSError: it cannot be opened.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive)
            names = set(archive.namelist()) - {MANIFEST}
            if names != manifest["files"].keys() or len(names & {PAGES, ROWS}) != 1:
                raise _bad(_("This backup is damaged."))
            for name, checksum in manifest["files"].items():
                with archive.open(name) as file:
                    if _digest(file) != checksum:
                        raise _bad(_("This backup is damaged."))
    except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
        raise _bad(_("This is half a backup, or none at all.")) from error
    media = [name for name in manifest["files"] if name not in (PAGES, ROWS, SECRET)]
    for name in media:
        if not name.startswith(MEDIA) or {"", ".", ".."} & set(name.split("/")) or "\\" in name:
            raise _bad(_("This backup is damaged."))
    return Backup(
        datetime.datetime.fromisoformat(manifest["made_at"]),
        PAGES in manifest["files"],
        frozenset(manifest["migrations"]),
        tuple(manifest["files"]),
    )


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    try:
        manifest = json.loads(archive.read(MANIFEST))
        if manifest["format"] != FORMAT:
            raise _bad(_("This is no backup of Chouette."))
        if manifest["version"] > VERSION:
            raise _bad(_("This backup comes from a newer version of the program. Update it first."))
        datetime.datetime.fromisoformat(manifest["made_at"])
        if not isinstance(manifest["files"], dict) or not isinstance(manifest["migrations"], list):
            raise _bad(_("This backup is damaged."))
    except KeyError as error:
        raise _bad(_("This is no backup of Chouette.")) from error
    except (TypeError, ValueError) as error:
        raise _bad(_("This backup is damaged.")) from error
    return dict(manifest)


def needs_tables(path: Path) -> bool:
    """Tell whether a restore needs this program's tables beforehand.

    A copy of an SQLite database brings its own: to make them in a new installation takes seconds.
    """
    if connection.introspection.table_names():
        return True
    try:
        with zipfile.ZipFile(path) as archive:
            return PAGES not in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return True


def is_empty() -> bool:
    """Tell whether nobody has used this installation yet."""
    if not connection.introspection.table_names():
        return True
    return not (User.objects.exists() or Club.objects.exists() or Session.objects.exists())


def restore(*, path: Path, replace: bool = False, progress: Progress | None = None) -> Restored:
    """Replace this installation with a backup, and fold every session again.

    Nothing changes unless the whole backup is valid. The former data are kept in the folder of
    copies, and come back automatically if a restored record differs from its log.

    Raises:
        Refused: the backup is incomplete or for another version, or the installation is in use.
        OSError: it cannot be opened.
    """
    progress = progress or Progress()
    backup = backup_read(path=path)
    if not is_empty() and not replace:
        raise _bad(_("This installation is in use. Say --replace if the backup is to replace it."))
    if backup.has_pages:
        return _restore_pages(path, backup, progress)
    if not _has_the_same_steps(backup):
        raise _bad(
            _(
                "This backup comes from another version of the program: only the same version "
                "can restore it."
            )
        )
    # References are checked once, all of them, when everything is there.
    with connection.constraint_checks_disabled(), transaction.atomic():
        with zipfile.ZipFile(path) as archive, archive.open(ROWS) as rows:
            progress.expect(archive.getinfo(ROWS).file_size // MEGABYTE, _("MB"))
            try:
                rows_read(rows, progress)
            except (IntegrityError, LookupError, ValueError) as error:
                raise _bad(_("This backup is damaged.")) from error
        count, damaged = _checked(progress)
        _boards_stop()
    files_restore(path=path, backup=backup)
    return Restored(backup.made_at, count, None, damaged)


def _restore_pages(path: Path, backup: Backup, progress: Progress) -> Restored:
    if connection.vendor != "sqlite":
        raise _bad(
            _(
                "This backup is a copy of an SQLite database, and this installation uses "
                "PostgreSQL: write the backup with --rows."
            )
        )
    if unknown_migrations(MigrationLoader(None), _pairs(backup.migrations)):
        raise _bad(_("This backup comes from a newer version of the program. Update it first."))
    was_empty = is_empty()
    before = _path_for_copy()
    pages_copy(before)
    try:
        with tempfile.TemporaryDirectory(dir=working_folder()) as folder:
            copy = Path(folder) / PAGES
            with zipfile.ZipFile(path) as archive, archive.open(PAGES) as source:
                _put(source, copy)
            pages_restore(copy)
        call_command("migrate", interactive=False, verbosity=0)
        # Backups do not contain the files of jobs.
        Job.objects.all().delete()
        count, damaged = _checked(progress)
        _boards_stop()
    except BaseException:
        pages_restore(before)
        raise
    files_restore(path=path, backup=backup)
    if was_empty:
        before.unlink()
    return Restored(backup.made_at, count, None if was_empty else before, damaged)


def working_folder() -> Path:
    """Return where copies are made: in a container the parent folder may not be writable."""
    folder = Path(settings.DATA) / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _path_for_copy() -> Path:
    folder = working_folder()
    return folder / f"before-restore-{timezone.now():%Y%m%d-%H%M%S-%f}.sqlite3"


def _checked(progress: Progress) -> tuple[int, tuple[str, ...]]:
    """Fold every session again; return how many there are, and what is damaged.

    An evening whose log cannot be followed was so when the backup was made. It is closed to
    writing, and no reason to lose all others.

    Raises:
        Refused: a session differs from a log that is sound.
    """
    damaged = []
    keys = list(Session.objects.order_by("pk").values_list("pk", flat=True))
    progress.expect(len(keys), _("sessions"))
    for report in sessions_check(keys):
        if report.differences:
            found = session_damage_note(session=Session.objects.get(pk=report.key))
            if found is not None:
                damaged.append(f"{report.session}: {found}")
                continue
            raise _bad(
                _("Session %(session)s of this backup differs from its log: %(reason)s")
                % {"session": report.session, "reason": report.differences[0]}
            )
        progress.step()
    return len(keys), tuple(damaged)


def _boards_stop() -> None:
    """End the running boards that have dice: who had the backup could know their rolls."""
    running = Board.objects.filter(status__in=[Board.Status.WAITING, Board.Status.PLAYING])
    without_dice = [name for name, of in GAME_TYPES.items() if not of.has_dice]
    for board in running.exclude(type__in=without_dice).select_related("club").order_by("pk"):
        with override(board.club.language or None):
            reason = _("restored from a backup: its rolls may have been seen")
        board_stop(board=board, reason=reason)


def _bad(reason: str) -> Refused:
    return Refused("invalid", reason=reason)


def pages_restore(copy: Path) -> None:
    """Replace the SQLite database with a copy, atomically for its readers.

    Raises:
        Refused: the copy is damaged.
    """
    with closing(sqlite3.connect(copy)) as source:
        if not is_sound(source):
            raise _bad(_("This backup is damaged."))
        connection.ensure_connection()
        source.backup(connection.connection)
    # Discard what this connection has cached of the former database.
    connection.close()


def files_restore(*, path: Path, backup: Backup) -> None:
    """Put logos, and the signing key if the backup has it, in their places."""
    media = Path(settings.MEDIA_ROOT)
    shutil.rmtree(media, ignore_errors=True)
    with zipfile.ZipFile(path) as archive:
        for name in backup.files:
            if name.startswith(MEDIA):
                target = media / name.removeprefix(MEDIA)
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with archive.open(name) as source:
                    _put(source, target)
            elif name == SECRET:
                with archive.open(name) as source:
                    _put(source, Path(settings.DATA) / SECRET)


def _put(source: IO[bytes], target: Path) -> None:
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        shutil.copyfileobj(source, file)
