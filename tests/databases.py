"""Keeps a migrated SQLite database: migrating takes seconds, copying nothing."""

import hashlib
import tempfile
from pathlib import Path

from django.apps import apps
from django.db import connections


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
