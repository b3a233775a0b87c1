"""A separate server on loopback, with its own data folder, observed from outside."""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"


def free_port():
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def surroundings(data, **settings):
    """Return the environment of a server with its own data folder; `DATABASE_URL` is kept."""
    kept = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    return {**kept, "CHOUETTE_DATA": str(data), "PYTHONUNBUFFERED": "1", **settings}


@contextlib.contextmanager
def data_folder():
    """Yield a temporary data folder."""
    folder = Path(tempfile.mkdtemp(prefix="chouette-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def people(environment, **numbers):
    """Make tables and people in the database of an environment; see `benchmarks.people`."""
    arguments = [part for name, value in numbers.items() for part in (f"--{name}", str(value))]
    return made(environment, "benchmarks.people", *arguments)


def made(environment, module, *arguments):
    """Run a module that fills the database of an environment, and return what it prints last."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


@dataclass
class Server:
    """A process that answers on a port of loopback."""

    process: subprocess.Popen
    port: int
    environment: dict
    log: Path
    has_workers: bool = False

    def pids(self):
        """Return the process and its workers."""
        own = self.process.pid
        if not self.has_workers:
            return [own]
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    @property
    def address(self):
        """The base URL, without a slash at the end."""
        return f"http://{HOST}:{self.port}"

    def command(self, *arguments):
        """Run a manage.py command on the same database; return its status and output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def _sum(self, file, name):
        texts = [Path(f"/proc/{pid}/{file}").read_text() for pid in self.pids()]
        found = [re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE) for text in texts]
        return sum(int(one.group(1)) for one in found)

    def memory(self):
        """Return resident and proportional memory, in KB."""
        return {name: self._sum("smaps_rollup", name) for name in ("Rss", "Pss")}

    def threads(self):
        return self._sum("status", "Threads")

    def connections(self):
        """Count its open database connections."""
        url = self.environment.get("DATABASE_URL")
        if url:
            return postgres_connections(url)
        count = 0
        for pid in self.pids():
            for entry in Path(f"/proc/{pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    count += entry.readlink().name == "chouette.sqlite3"
        return count

    def seconds(self):
        """Return the CPU seconds used."""
        ticks = 0
        for pid in self.pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


def postgres_connections(url):
    """Count the open connections to a PostgreSQL database, except this one."""
    import psycopg

    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    return row[0]


def several(workers):
    """Return the command for a server of several processes, as in docs/deploy.md."""
    return (
        *("-m", "uvicorn", "chouette.asgi:application", "--lifespan", "off"),
        *("--workers", str(workers), "--log-level", "warning", "--no-proxy-headers"),
    )


def started(environment, command, log):
    """Start Python with a command that writes into a file."""
    with log.open("w") as sink:
        return subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )


@contextlib.contextmanager
def serving(environment, command=("manage.py", "up"), ready="/sign-in/", start=None):
    """Start a server with the usual command, or another one that takes --port; stop it
    afterwards. Tests bring a quicker `start` of their own.
    """
    port = free_port()
    log = Path(environment["CHOUETTE_DATA"]) / f"server-{port}.log"
    process = (start or started)(environment, (*command, "--port", str(port)), log)
    server = Server(process, port, environment, log, "--workers" in command)
    try:
        wait_until_ready(server, ready)
        yield server
    except Exception:
        print(log.read_text()[-4000:], file=sys.stderr)  # the server's own messages
        raise
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_ready(server, path):
    """Wait until the server returns a page."""
    deadline = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(server.address + path, timeout=20):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            if server.process.poll() is not None or time.monotonic() > deadline:
                sys.exit(server.log.read_text())
            time.sleep(0.1)
