"""A disk that is small enough to be filled, and a PostgreSQL whose data lie on it."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from benchmarks.loopback import HOST, free_port

SMALL = "112m"
"""Room for a new PostgreSQL with one database of ours, and some more."""
NAME = "chouette"


@contextmanager
def small_disk() -> Iterator[Path]:
    """A separate file system in memory, for users who may mount one; every user can enter it."""
    with tempfile.TemporaryDirectory(prefix="chouette-disk-") as folder:
        place = Path(folder) / "disk"
        place.mkdir()
        place.parent.chmod(0o755)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(place)]
        if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("this takes the right to mount a file system")
        try:
            yield place
        finally:
            subprocess.run(["umount", "--lazy", str(place)], check=True)


class Ballast:
    """A file that takes all the room that is left on a disk."""

    def __init__(self, disk: Path) -> None:
        self.path = disk / "ballast"

    def load(self) -> None:
        """Write until not one block more goes in."""
        with contextlib.suppress(OSError), self.path.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass

    def drop(self) -> None:
        """Make room."""
        self.path.unlink()


class Postgres:
    """A PostgreSQL on a disk, with our database. Mounting needs root; PostgreSQL refuses it."""

    def __init__(self, disk: Path, **settings: str) -> None:
        found = sorted(
            Path("/usr/lib/postgresql").glob("*/bin"), key=lambda at: int(at.parent.name)
        )
        if not found:
            pytest.skip("this takes the programs of a PostgreSQL server")
        self.programs, self.data, self.log = (
            found[-1],
            disk / "postgres",
            disk.parent / "postgres.log",
        )
        self.port = free_port()
        given = {
            "port": str(self.port),
            "listen_addresses": HOST,
            "unix_socket_directories": "",
            "shared_buffers": "4MB",
            "fsync": "off",
            "log_min_error_statement": "panic",
            **settings,
        }
        self.options = " ".join(f"-c {name}={value}" for name, value in given.items())

    def url(self, name: str = NAME) -> str:
        """Where a database of it is."""
        return f"postgres://postgres@{HOST}:{self.port}/{name}"

    def variables(self) -> dict[str, str]:
        """The variables of a server of ours that is to use it."""
        return {"DATABASE_URL": self.url()}

    def execute(self, query: LiteralString, name: str = NAME) -> list[tuple[Any, ...]]:
        """Ask it something, past everything that answers pages."""
        with psycopg.connect(self.url(name), autocommit=True) as connection:
            asked = connection.execute(query)
            return asked.fetchall() if asked.description else []

    def fill_journal(self) -> None:
        """Go to the end of the journal's last part: the next writer needs a new one."""
        with contextlib.suppress(psycopg.OperationalError):  # it has gone down already
            while True:
                ((_, part),) = self.execute(
                    "SELECT pg_switch_wal(), pg_walfile_name(pg_current_wal_insert_lsn() + 1)"
                )
                if not (self.data / "pg_wal" / part).exists():
                    return
                self.execute("SELECT pg_logical_emit_message(false, '', '')")

    def make(self) -> None:
        """Make its files, with a journal in parts that are as small as can be."""
        self.log.touch()  # beside the disk: what happens when that is full can be read there
        shutil.chown(self.log, "postgres")
        arguments = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        assert not self._run("initdb", *arguments, "--wal-segsize=1")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        assert not self._run("pg_ctl", "start", "-w", "-s", "-l", str(self.log), "-o", self.options)

    def stop(self) -> None:
        """End it at once, should it run."""
        self._run("pg_ctl", "stop", "-s", "-m", "immediate")

    def start_again(self) -> None:
        """Start it again after it went down, as its operator does after making room."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if self._run("pg_ctl", "status"):
                self.start()
                return
            with contextlib.suppress(psycopg.OperationalError):  # it is coming, or going, just now
                self.execute("SELECT 1")
                return
            time.sleep(0.1)
        raise AssertionError("PostgreSQL neither answers nor ends")

    def _run(self, program: str, *arguments: str) -> int:
        """Run one of its programs on its files; return its status."""
        command = ["runuser", "--user", "postgres", "--", str(self.programs / program)]
        done = subprocess.run(
            [*command, "-D", str(self.data), *arguments],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        return done.returncode


@contextmanager
def postgres_on(disk: Path, **settings: str) -> Iterator[Postgres]:
    """A PostgreSQL on a disk, with a database of ours in it."""
    server = Postgres(disk, **settings)
    try:
        server.make()
        server.start()
        server.execute("CREATE DATABASE chouette", "postgres")
        yield server
    finally:
        server.stop()
