"""Servers as processes, a table on their database, and phones that listen and tap over the wire."""

from __future__ import annotations

import http.client
import json
import os
import queue
import re
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.servers import ROOT, free_port, prepared

HOST = "127.0.0.1"

# A public club with a table before its first game, and the cookie of its signed-in organizer.
MAKE = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from games.accounts.sign_ins import SessionStore
from tests import evenings
club = evenings.club(visibility="public")
evening = evenings.Evening(club, "Ann Bob Cid Dee")
user = evening.organizer
store = SessionStore()
store[SESSION_KEY] = str(user.pk)
store[BACKEND_SESSION_KEY] = "games.backends.AccountBackend"
store[HASH_SESSION_KEY] = user.get_session_auth_hash()
store.save()
session = evening.session
print(json.dumps([session.pk, session.public_id, session.beat, store.session_key]))
"""
# What another process does to the table: a step of the log.
STEP = """
from games.models import Session
from games.record.services.actions import redo, undo
session = Session.objects.get(pk={pk})
do = {do}
do(session=session, version=session.version, key="{key}", sender=session.started_by)
"""


@dataclass
class Table:
    """A table that is played at by taking the order back, doing it again, and so on."""

    environment: dict[str, str]
    pk: int
    public_id: str
    beat: int
    cookie: str
    is_undone: bool = False

    def step(self) -> int:
        """Let a process without a server change something; return the beat after it."""
        do = "redo" if self.is_undone else "undo"
        manage(self.environment, STEP.format(pk=self.pk, do=do, key=uuid.uuid4().hex))
        return self._stepped()

    def tap(self, port: int) -> int:
        """Tap a button on a server's page; return the beat after it."""
        do = "redo" if self.is_undone else "undo"
        page = f"/sessions/{self.public_id}/table/"
        status, headers, html = ask(port, page, self.cookie)
        assert status == 200, self._log(port)
        version = re.search(r'data-version="(\d+)"', html)
        csrf = re.search(r"csrftoken=(\w+)", headers.get("Set-Cookie", ""))
        assert version
        assert csrf
        body = urlencode({"version": version[1], "key": uuid.uuid4().hex})
        status, _headers, html = ask(
            port, f"{page}{do}/", f"{self.cookie}; csrftoken={csrf[1]}", body, csrf[1]
        )
        assert status == 200, self._log(port)
        return self._stepped()

    def _log(self, port: int) -> str:
        log = Path(self.environment["CHOUETTE_DATA"]) / f"web-{port}.log"
        return log.read_text(encoding="utf-8")

    def _stepped(self) -> int:
        self.is_undone = not self.is_undone
        self.beat += 1
        return self.beat


def manage(environment: dict[str, str], code: str) -> str:
    """Run Python inside Django, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def table_create(environment: dict[str, str]) -> Table:
    """Make the data folder of an environment, and a table in its database."""
    prepared(Path(environment["CHOUETTE_DATA"]), database="DATABASE_URL" not in environment)
    pk, public_id, beat, key = json.loads(manage(environment, MAKE).splitlines()[-1])
    return Table(environment, pk, public_id, beat, f"sessionid={key}")


def surroundings(data: Path, **settings: str) -> dict[str, str]:
    """The environment of processes that share a data folder."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL"}
    }
    return {**kept, "CHOUETTE_DATA": str(data), "PYTHONUNBUFFERED": "1", **settings}


@contextmanager
def web(environment: dict[str, str], *more: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run uvicorn as docker-compose.yml does; give its port and its process."""
    port = free_port()
    log = Path(environment["CHOUETTE_DATA"]) / f"web-{port}.log"
    command = [sys.executable, "-m", "uvicorn", "chouette.asgi:application"]
    options = ["--lifespan", "off", "--no-access-log", "--timeout-graceful-shutdown", "2", *more]
    with log.open("w", encoding="utf-8") as sink:
        process = subprocess.Popen(
            [*command, "--port", str(port), *options],
            cwd=ROOT,
            env=environment,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_for(lambda: answers(port), 120, log)
            yield port, process
        finally:
            process.terminate()
            process.wait(60)
    assert "Traceback" not in log.read_text(encoding="utf-8"), log.read_text(encoding="utf-8")


@contextmanager
def redis(port: int) -> Iterator[None]:
    """Run a Redis of one's own."""
    command = ["redis-server", "--port", str(port), "--save", "", "--appendonly", "no"]
    process = subprocess.Popen([*command, "--bind", HOST], stdout=subprocess.DEVNULL)
    try:
        wait_for(lambda: listens(port), 10)
        yield
    finally:
        process.terminate()
        process.wait(60)


def answers(port: int) -> bool:
    """Tell whether a server serves pages."""
    try:
        return ask(port, "/sign-in/")[0] == 200
    except (OSError, http.client.HTTPException):
        return False


def listens(port: int) -> bool:
    """Tell whether Redis answers."""
    try:
        connection = http.client.HTTPConnection(HOST, port, timeout=2)
        connection.connect()
        connection.close()
    except OSError:
        return False
    return True


def wait_for(condition: Callable[[], Any], seconds: float, log: Path | None = None) -> None:
    """Wait until something is so; show the log where it does not come to that."""
    deadline = time.monotonic() + seconds
    while not condition():
        shown = log.read_text(encoding="utf-8") if log else "it did not happen"
        assert time.monotonic() < deadline, shown
        time.sleep(0.02)


def ask(
    port: int, path: str, cookie: str = "", body: str | None = None, token: str = ""
) -> tuple[int, http.client.HTTPMessage, str]:
    """Ask for a page, or post a form as htmx does."""
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    headers = {"Cookie": cookie} if cookie else {}
    if body is not None:
        headers |= {"HX-Request": "true", "X-CSRFToken": token}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        connection.request("POST" if body is not None else "GET", path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        connection.close()


class Stream:
    """A phone that listens; what comes is put into a queue by a thread."""

    def __init__(self, port: int, path: str, cookie: str = "", seen: int | None = None) -> None:
        self.events: queue.Queue[tuple[str, int | None, str]] = queue.Queue()
        self.last: int | None = None
        self.has_ended = threading.Event()
        self._connection = http.client.HTTPConnection(HOST, port, timeout=60)
        headers = {"Accept": "text/event-stream"}
        if cookie:
            headers["Cookie"] = cookie
        if seen is not None:
            headers["Last-Event-ID"] = str(seen)
        self._connection.request("GET", path, headers=headers)
        self._socket = self._connection.sock
        self.answer = self._connection.getresponse()
        assert self.answer.status == 200, self.answer.status
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        name, beat, lines = "", None, []
        try:
            while line := self.answer.readline().decode():
                field, _, value = line.rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "id":
                    beat = int(value)
                elif field.startswith("data"):
                    lines.append(value)
                elif not field and name:
                    self.last = beat if beat is not None else self.last
                    self.events.put((name, beat, "\n".join(lines)))
                    name, beat, lines = "", None, []
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass  # closed, at this end or the other
        self.has_ended.set()

    def next(self, seconds: float = 10) -> tuple[str, int | None, str]:
        """The next event."""
        return self.events.get(timeout=seconds)

    def until(self, beat: int, seconds: float = 10) -> None:
        """Wait until a beat has come."""
        wait_for(lambda: self.last == beat, seconds)

    def close(self) -> None:
        """Hang up."""
        with suppress(OSError):  # the other end may have been quicker
            self._socket.shutdown(socket.SHUT_RDWR)
        self.has_ended.wait(60)
        self.answer.close()
        self._connection.close()


def live(table: Table) -> str:
    """The address of a table's stream."""
    return f"/sessions/{table.public_id}/live/"
