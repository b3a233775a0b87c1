"""Health checks for operators: is this process alive, and is everything ready.

`/healthz` says that this process answers. `/readyz` checks all parts, or with `?of=database,worker`
some of them. Neither checks the client or the host name: the answers name no person, and the proxy
does not pass `/readyz` on.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import structlog
from celery import current_app
from django.conf import settings
from django.core.cache import cache as shared
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.module_loading import import_string

from games.files.services.known_migrations import unknown_migrations

HEARTBEAT: Final = "worker-heartbeat"
SILENT: Final = 150.0
"""Seconds of silence after which a worker counts as gone; its heartbeat comes every half minute."""

log = structlog.get_logger(__name__)


class Part(NamedTuple):
    """The state of one part: with an age in seconds where that matters."""

    is_ok: bool
    says: str = ""
    age: float | None = None

    def as_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"ok": self.is_ok}
        if self.says:
            shown["says"] = self.says
        return shown if self.age is None else {**shown, "age_seconds": round(self.age)}


def heartbeat_write() -> None:
    """Record that the worker is alive: in Redis, or beside its queue."""
    if settings.LIVE_REDIS_URL:
        shared.set(HEARTBEAT, time.time(), timeout=None)
    else:
        _file().touch()


def heartbeat_age() -> float | None:
    """Return the seconds since the last heartbeat; None if there was none."""
    if settings.LIVE_REDIS_URL:
        said = shared.get(HEARTBEAT)
    else:
        said = _file().stat().st_mtime if _file().exists() else None
    return None if said is None else max(time.time() - said, 0.0)


def _file() -> Path:
    return Path(settings.DATA) / "queue" / "heartbeat"


def database() -> Part:
    """Check that the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return Part(True)


def migrations() -> Part:
    """Check that the database has this program's migrations."""
    applied = MigrationRecorder(connection).applied_migrations()
    known = _own().disk_migrations or {}
    if known.keys() - applied.keys():
        return Part(False, "The database is not up to date: run `manage.py prepare`.")
    if unknown_migrations(_own(), applied):
        return Part(False, "The database was changed by a newer program.")
    return Part(True)


@cache
def _own() -> MigrationLoader:
    return MigrationLoader(None)


def broker() -> Part:
    """Check that tasks can be queued."""
    if settings.LIVE_REDIS_URL:
        with current_app.connection_for_write() as line:
            channel: Any = line.default_channel
            channel.close()
    return Part(True)


def worker() -> Part:
    """Check that a worker runs and the scheduler gives it work."""
    return of_age(heartbeat_age(), SILENT)


def of_age(age: float | None, most: float) -> Part:
    """Compare an age with its limit; no age means that the thing is missing."""
    if age is None:
        return Part(False, "There has been none yet.")
    return Part(age <= most, "" if age <= most else "That is too long ago.", age)


PARTS: Final[dict[str, Callable[[], Part]]] = {
    "database": database,
    "migrations": migrations,
    "broker": broker,
    "worker": worker,
}


def parts() -> dict[str, Callable[[], Part]]:
    """Return all parts: those above, and those of `HEALTH_AGES` in the settings.

    Each of these has a function that returns an age in seconds, or None, and a limit.
    """
    found = dict(PARTS)
    for name, (function, most) in settings.HEALTH_AGES.items():
        found[name] = _age_part(function, most)
    return found


def _age_part(function: str, most: float) -> Callable[[], Part]:
    return lambda: of_age(import_string(function)(), most)


def looked_at(name: str, look: Callable[[], Part]) -> Part:
    """Check a part; an exception means that it is not ready."""
    try:
        return look()
    except Exception as error:
        log.warning("not_ready", part=name, error=str(error))
        return Part(False, "It does not answer.")


class HealthMiddleware:
    """The outermost middleware: health checks need none of the others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the two addresses; pass everything else on."""
        if request.path == "/healthz":
            answer: HttpResponse = HttpResponse("ok\n", content_type="text/plain")
        elif request.path == "/readyz":
            answer = ready(request)
        else:
            return self.get_response(request)
        answer["Cache-Control"] = "no-store"
        return answer


def ready(request: HttpRequest) -> JsonResponse:
    """Report all parts, or the requested ones: 200 if each is ready, else 503."""
    known = parts()
    wanted = [name for name in request.GET.get("of", "").split(",") if name] or list(known)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        return JsonResponse({"unknown": unknown, "known": list(known)}, status=400)
    found = {name: looked_at(name, known[name]) for name in wanted}
    is_ok = all(part.is_ok for part in found.values())
    shown = {name: part.as_json() for name, part in found.items()}
    answer = JsonResponse({"ok": is_ok, "parts": shown}, status=200 if is_ok else 503)
    # Otherwise Django would log an error for each request.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer
