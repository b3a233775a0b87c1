"""Shows that the program is being updated, while its database changes under an old process.

With PostgreSQL a new program changes the tables while processes of the old one still answer. What
they would write then, nobody can say. So each of them looks every two seconds whether somebody
holds the lock of `chouette.preparation`, or has changed what it does not know, and from then on
says so instead of any page. Where a database is a file, `up` is the only process that serves it.
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
from chouette.preparation import LOCK, unknown_migrations

SECONDS: Final = 2.0
PAUSE: Final = 2 * SECONDS
"""So long a program waits before it changes tables under servers that run."""
HELD: Final = """
SELECT 1 FROM pg_locks
WHERE locktype = 'advisory' AND classid = 0 AND objid = %s AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
ALWAYS: Final = ("/healthz", "/readyz")

log = structlog.get_logger(__name__)


class Watch:
    """Whether the database is being changed, or has been, by a program that is not this one."""

    def __init__(self) -> None:
        self.is_updating = False

    @cached_property
    def own(self) -> MigrationLoader:
        """The steps that this program has; what lies on the disk by now may be another one's."""
        return MigrationLoader(None)

    def begin(self) -> None:
        """Look from now on, in a thread of its own."""
        if connection.vendor == "postgresql":
            threading.Thread(target=self._look_on, name="updating", daemon=True).start()

    def look(self) -> None:
        """Look once. A database that does not answer changes nothing: its outage has a page."""
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
    """Lets a page say so before anything asks the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, marked where the program is being updated."""
        if watch.is_updating and request.path not in ALWAYS:
            request.META[UNREAD] = "updating"
        return self.get_response(request)
