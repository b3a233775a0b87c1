"""Makes databases for tests quickly.

SQLite's is migrated once and kept: migrating takes seconds, copying nothing. PostgreSQL's is a copy
of one (`tests.servers.template`), does not wait for the disk, and is emptied by deleting what there
is: TRUNCATE writes new files for each of a hundred tables and their indexes.
"""

import hashlib
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import connections
from django.db.backends.postgresql.operations import DatabaseOperations


def kept_in(folder: Path) -> Path:
    """Where in a folder the database of these very migrations is kept, if it is."""
    return folder / f"{_fingerprint()}.sqlite3"


def migrated(folder: Path) -> Path:
    """A database that all migrations have made; it is kept in the folder until they change."""
    kept = kept_in(folder)
    if not kept.exists():
        for old in folder.glob("*.sqlite3"):
            old.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as work:
            made = Path(work) / "made.sqlite3"
            _migrate(made)
            made.replace(kept)  # at once: two processes may make the same
    return kept


def empty_by_deleting() -> None:
    """Let PostgreSQL's tables be emptied so after tests with transactions of their own."""

    def flush(self: DatabaseOperations, style: Any, tables: Iterable[str], **_: bool) -> list[str]:
        rows = "".join(f"DELETE FROM {self.quote_name(table)};" for table in tables)
        return [f"SET CONSTRAINTS ALL DEFERRED;{rows}"]

    DatabaseOperations.sql_flush = flush


def _migrate(file: Path) -> None:
    database = connections["default"]
    settings, test = database.settings_dict, database.settings_dict["TEST"]
    own, wanted = settings["NAME"], test["NAME"]
    test["NAME"] = str(file)
    try:
        database.creation.create_test_db(verbosity=0, serialize=False)
    finally:
        database.close()
        settings["NAME"], test["NAME"] = own, wanted


def _fingerprint() -> str:
    """What the tables depend on: the migrations of all apps that are installed."""
    found = hashlib.sha256()
    for app in apps.get_app_configs():
        for source in sorted(Path(app.path, "migrations").glob("*.py")):
            found.update(f"{app.label} {source.name} ".encode() + source.read_bytes())
    return found.hexdigest()[:16]
