"""Updates the data folder before the server starts."""

import hashlib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from chouette.static_files import NOT_COLLECTED
from games.files.services.known_migrations import unknown_migrations

COPIES_KEPT = 5
LOCK = 0x63686F75
"""The key of PostgreSQL's advisory lock: arbitrary, but the same in all processes and versions."""
COLLECTED = ".collected"
"""The file that records which static files were collected."""


class NewerDatabaseError(Exception):
    """A newer program has changed the database; `str()` names the unknown migrations."""


def migrate(*, pause: float = 0.0) -> Path | None:
    """Migrate the database; return the copy made before, if any.

    With PostgreSQL one process does so at a time. Running servers meanwhile show that the program
    is being updated (`chouette.updating`); `pause` gives them time to notice.

    Raises:
        NewerDatabaseError: a newer program has changed it; nothing was done.
    """
    with updating():
        executor = MigrationExecutor(connection)
        unknown = unknown_migrations(executor.loader, executor.loader.applied_migrations)
        if unknown:
            raise NewerDatabaseError(", ".join(unknown))
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
        copy = None
        if pending and executor.loader.applied_migrations:
            # Servers of the old version notice the lock within this time and stop writing.
            time.sleep(pause)
            copy = copy_database(Path(settings.DATA) / "backups")
        if pending:
            call_command("migrate", interactive=False, verbosity=0)
        else:
            # Those that were applied one after another count as the one that replaces them, too.
            executor.check_replacements()
        return copy


@contextmanager
def updating() -> Iterator[None]:
    """Hold the lock that announces an update to other processes; wait if another holds it."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def copy_database(folder: Path) -> Path | None:
    """Copy the SQLite database into the folder and delete the oldest copies; return the new one.

    PostgreSQL has its own tools for this: nothing is copied.
    """
    if connection.vendor != "sqlite":
        return None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = folder / f"chouette-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.sqlite3"
    connection.ensure_connection()
    # SQLite's backup API: a plain file copy would lack what is still in the write-ahead log.
    with closing(sqlite3.connect(copy)) as target:
        connection.connection.backup(target)
    for old in sorted(folder.glob("chouette-*.sqlite3"))[:-COPIES_KEPT]:
        old.unlink()
    return copy


def collect_static_files() -> None:
    """Collect styles, scripts and pictures under names with hashes.

    Skipped if they are unchanged since the last start: compressing takes seconds.
    """
    mark, found = Path(settings.STATIC_ROOT) / COLLECTED, static_sources()
    if mark.is_file() and mark.read_text(encoding="ascii") == found:
        return
    mark.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=[*NOT_COLLECTED])
    # Written last, so that an interrupted collection is repeated.
    mark.write_text(found, encoding="ascii")


def static_sources() -> str:
    """Return a fingerprint of all static files and of how they are processed."""
    files = [("", Path(__file__).with_name("static_files.py"))]
    for finder in get_finders():
        files += [(name, Path(storage.path(name))) for name, storage in finder.list([])]
    seen = [(name, file.stat().st_size, file.stat().st_mtime_ns) for name, file in files]
    return hashlib.sha256(repr(sorted(seen)).encode()).hexdigest()
