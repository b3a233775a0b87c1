"""Shows an "updating" page while a new program migrates the database of an old process.

With PostgreSQL a new program changes the tables while processes of the old one still answer, and
their writes could be wrong. So each process checks every two seconds whether somebody holds the
lock of `chouette.preparation`, or has applied unknown migrations, and from then on answers with
this page only. With SQLite `up` is the only process that serves the database.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cached_property
from typing import Final

import structlog
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse

from chouette.bridge import UNREAD
from chouette.preparation import LOCK
from games.files.services.known_migrations import unknown_migrations

SECONDS: Final = 2.0
PAUSE: Final = 2 * SECONDS
"""How long a program waits before it changes tables under running servers."""
HELD: Final = """
SELECT 1 FROM pg_locks
WHERE locktype = 'advisory' AND classid = 0 AND objid = %s AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
ALWAYS: Final = ("/healthz", "/readyz")

log = structlog.get_logger(__name__)


class Watch:
    """Whether another program is migrating the database, or has done so."""

    def __init__(self) -> None:
        self.is_updating = False

    @cached_property
    def own(self) -> MigrationLoader:
        """The migrations of this program as started; the files on disk may be newer."""
        return MigrationLoader(None)

    def begin(self) -> None:
        """Start checking in a thread."""
        if connection.vendor == "postgresql":
            threading.Thread(target=self._look_on, name="updating", daemon=True).start()

    def look(self) -> None:
        """Check once. A database that does not answer changes nothing: its outage has its own
        page.
        """
        try:
            applied = MigrationRecorder(connection).applied_migrations()
            found = bool(unknown_migrations(self.own, applied)) or _is_being_changed()
        except (DatabaseError, InterfaceError):
            return
        finally:
            connection.close()
        if found != self.is_updating:
            log.warning("updating" if found else "updated")
        self.is_updating = found

    def _look_on(self) -> None:
        _ = self.own
        while True:
            self.look()
            time.sleep(SECONDS)


def _is_being_changed() -> bool:
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(HELD, [LOCK])
        return cursor.fetchone() is not None


watch: Final = Watch()


class UpdatingMiddleware:
    """Answers with the page before anything queries the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Mark the request while the program is being updated, and pass it on."""
        if watch.is_updating and request.path not in ALWAYS:
            request.META[UNREAD] = "updating"
        return self.get_response(request)
