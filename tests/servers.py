"""What tests need to start the program as people do."""

import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from redis import Redis

from tests.databases import kept_in
from tests.kept import Commands, Started

ROOT = Path(__file__).resolve().parent.parent

PREPARED = "CHOUETTE_TESTS_PREPARED"
"""The variable that names a folder for all processes of a test run; conftest.py sets it."""
DATABASES = "CHOUETTE_TESTS_DATABASES"
"""Likewise, for the folder in which test runs keep a migrated database."""

MIGRATE = """
import django
django.setup()
from django.db import connections
from chouette import preparation
preparation.migrate()
connections.close_all()  # the whole database in its one file, which is copied
"""
PREPARE = MIGRATE + "preparation.collect_static_files()"


@dataclass
class Server:
    """A running Chouette with a data folder of its own."""

    url: str
    data: Path
    environment: dict[str, str]
    output: list[str] = field(default_factory=list)
    restart: Callable[[], None] = lambda: None
    """Ends it at once, as a power failure would, and starts it again at the same address."""

    @cached_property
    def commands(self) -> Commands:
        """Runs what is asked of its data."""
        return Commands(self.environment)

    def run(self, *arguments: str, stdin: str | None = None) -> str:
        """Run a command of manage.py against the server's data and return what it prints."""
        done = self.commands.run(*arguments, stdin=stdin)
        assert done.status == 0, done.errors
        return done.said

    def sign_in_link(self) -> str:
        """Return the one-time link that the very first start printed."""
        found = re.search(rf"{re.escape(self.url)}/\S+/\S+", "".join(self.output))
        assert found, "".join(self.output)
        return found.group()


def prepared(data: Path, *, database: bool = True) -> Path:
    """Bring a data folder where the first start of `up` brings it, but for the demo; return it.

    That takes seconds, so one process of a test run does it, and the others copy what it made.
    """
    place = Path(os.environ[PREPARED])

    def make() -> None:
        kept = kept_in(Path(os.environ[DATABASES]))
        if kept.exists():
            (place / "data").mkdir(exist_ok=True)
            shutil.copyfile(kept, place / "data" / "chouette.sqlite3")
        _prepare(place / "data")

    _once("made", make)
    data.mkdir(exist_ok=True)
    # Each folder makes a key of its own.
    if database:
        shutil.copy2(place / "data" / "chouette.sqlite3", data)
    shutil.copytree(place / "data" / "static", data / "static")
    return data


@contextmanager
def postgres_database(*, migrated: bool = True) -> Iterator[str]:
    """The address of a new PostgreSQL database, which is deleted afterwards."""
    if "TEST_POSTGRES_URL" not in os.environ:
        pytest.skip("TEST_POSTGRES_URL names no PostgreSQL")
    server, name = os.environ["TEST_POSTGRES_URL"], f"chouette_{uuid.uuid4().hex[:12]}"
    _ask(server, f'CREATE DATABASE "{name}"' + (f' TEMPLATE "{template(server)}"' * migrated))
    _ask(server, f'ALTER DATABASE "{name}" SET synchronous_commit = off')  # no crash is tested
    try:
        yield _beside(server, name)
    finally:
        _ask(server, f'DROP DATABASE "{name}" WITH (FORCE)')


def template(server: str) -> str:
    """The name of a migrated PostgreSQL database, made by one process of a test run for all."""
    place = Path(os.environ[PREPARED])
    name = f"chouette_{hashlib.sha256(f'{place} {server}'.encode()).hexdigest()[:12]}"

    def make() -> None:
        _ask(server, f'CREATE DATABASE "{name}"')
        _prepare(place / "data", MIGRATE, DATABASE_URL=_beside(server, name))
        (place / name).write_text(server, encoding="utf-8")  # where it is to be dropped

    _once(name, make)
    return name


def redis_database() -> str:
    """The address of a Redis database that no other process of this test run uses.

    Another test's worker would take messages from the queue, and its heartbeat would stay.
    """
    from chouette.health import HEARTBEAT  # needs the settings, which come after this module

    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    server = urlsplit(os.environ["TEST_REDIS_URL"])
    url = server._replace(path=f"/{8 + process % 8}").geturl()  # a server has sixteen
    with Redis.from_url(url) as redis:
        for key in redis.scan_iter(f"*{HEARTBEAT}"):
            redis.delete(key)
    return url


def forget_prepared() -> None:
    """Remove what all processes of this test run have shared."""
    place = Path(os.environ.pop(PREPARED))
    for made in place.glob("chouette_*"):
        _ask(made.read_text(encoding="utf-8"), f'DROP DATABASE "{made.name}" WITH (FORCE)')
    shutil.rmtree(place, ignore_errors=True)


def _ask(server: str, query: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(query.encode())


def _beside(server: str, name: str) -> str:
    return f"{server.rpartition('/')[0]}/{name}"


def _once(name: str, make: Callable[[], None]) -> None:
    """Let one process of a test run make something, and the others wait for it."""
    made = Path(os.environ[PREPARED]) / name
    making = made.with_name(f"making-{name}")
    deadline = time.monotonic() + 120
    while not made.exists():
        try:
            making.mkdir()
        except FileExistsError:
            assert time.monotonic() < deadline, "another process has prepared nothing"
            time.sleep(0.1)
            continue
        try:
            if not made.exists():
                make()
                made.touch()
        finally:
            making.rmdir()


def _prepare(data: Path, script: str = PREPARE, **settings: str) -> None:
    environment = {
        **os.environ,
        "CHOUETTE_DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "chouette.settings",
    }
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    environment |= settings
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@contextmanager
def running(data: Path, **settings: str) -> Iterator[Server]:
    """`manage.py up` with a data folder and further variables of its own."""
    port = free_port()
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL"}
    }
    environment |= {"CHOUETTE_DATA": str(data), "PYTHONUNBUFFERED": "1", **settings}
    url = f"http://127.0.0.1:{port}"
    log = data / "up.log"
    server = Server(url, data, environment)
    started = [server.commands.start("up", "--port", str(port), log=log)]

    def restart() -> None:
        started[0].kill()
        started[0].wait()
        log.unlink()
        started[0] = server.commands.start("up", "--port", str(port), log=log)
        wait_until_ready(started[0], url, log)

    server.restart = restart
    try:
        wait_until_ready(started[0], url, log)
        server.output.append(log.read_text(encoding="utf-8"))
        yield server
    finally:
        started[0].terminate()
        started[0].wait(timeout=60)


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_ready(process: "Started | subprocess.Popen[bytes]", url: str, log: Path) -> None:
    """Wait until the server has printed its address and answers."""
    deadline = time.monotonic() + 120
    while url not in log.read_text(encoding="utf-8"):
        assert process.poll() is None, log.read_text(encoding="utf-8")
        assert time.monotonic() < deadline, log.read_text(encoding="utf-8")
        time.sleep(0.1)
    with urllib.request.urlopen(url, timeout=60) as answer:
        assert answer.status == 200
