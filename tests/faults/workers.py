"""What tests of background work need: a Redis, workers and a clock of their own, and a club."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import redis

from tests.servers import ROOT, free_port, prepared

Process = subprocess.Popen[bytes]
PATIENCE = 120.0

PLAY = """
import sys, django
django.setup()
from games.models import Club
from tests import evenings
club = Club.objects.filter(slug="tuesday").first() or evenings.club()
evenings.Evening(club).game(Bob=-1).end()
"""
# As the commands in docker-compose.yml, but for times that a test can wait for.
WORKER = """
from chouette.celery import app
app.conf.broker_transport_options = {**app.conf.broker_transport_options, "visibility_timeout": 20}
app.worker_main(["worker", "--concurrency", "1", "--loglevel", "WARNING"])
"""
CLOCK = """
import sys
from chouette.celery import app
app.conf.beat_schedule["figures"]["schedule"] = 3.0
app.Beat(loglevel="WARNING", schedule=sys.argv[1]).run()
"""


@dataclass
class Installation:
    """A data folder with SQLite, a Redis, and the processes that have been started for it."""

    data: Path
    port: int
    processes: list[Process] = field(default_factory=list)
    redis: Process | None = None

    @property
    def environment(self) -> dict[str, str]:
        return {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "CHOUETTE_DATA": str(self.data),
            "DJANGO_SETTINGS_MODULE": "chouette.settings",
            "REDIS_URL": f"redis://127.0.0.1:{self.port}/0",
        }

    def start(self, script: str, *arguments: str) -> Process:
        """Start Python with a script, in a group of its own."""
        with (self.data / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-c", script, *arguments],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def redis_start(self) -> None:
        server = shutil.which("redis-server")
        if server is None:
            pytest.skip("no redis-server here")
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.redis = subprocess.Popen([server, *options], stdout=subprocess.DEVNULL)
        self.processes.append(self.redis)
        self.until(self.answers, "Redis does not answer")

    def redis_stop(self) -> None:
        assert self.redis is not None
        self.redis.kill()
        self.redis.wait()

    def answers(self) -> bool:
        try:
            with closing(redis.Redis(port=self.port, socket_timeout=2)) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def worker(self) -> Process:
        """Start a worker, and wait until it has swept once."""
        before = self.swept()
        process = self.start(WORKER)
        self.until(lambda: self.swept() != before, "the worker does not sweep")
        return process

    def start_worker_again(self) -> Process:
        return self.start(WORKER)

    def sweeps_prevent(self) -> None:
        """Let every sweep believe that another one is at work."""
        with closing(sqlite3.connect(self.data / "chouette.sqlite3", timeout=20)) as database:
            database.execute(
                "UPDATE tournaments_sweep SET claim = 'x', claimed_until = '2999-01-01 00:00:00'"
            )
            database.commit()

    def clock(self) -> Process:
        return self.start(CLOCK, str(self.data / "schedule"))

    def play(self) -> None:
        """Play an evening of one game, in a process that has ended afterwards."""
        process = self.start(PLAY)
        assert process.wait(PATIENCE) == 0, self.log()

    def one(self, query: str) -> object:
        with closing(sqlite3.connect(self.data / "chouette.sqlite3", timeout=20)) as database:
            return (database.execute(query).fetchone() or [None])[0]

    def swept(self) -> object:
        return self.one("SELECT finished_at FROM tournaments_sweep")

    def is_fresh(self) -> bool:
        """Tell whether boards and ratings count all games that were played."""
        played = self.one("SELECT COUNT(*) FROM games_game")
        counted = self.one("SELECT SUM(games) FROM tournaments_eveningtally")
        rated = self.one("SELECT SUM(games) FROM tournaments_sessionevidence")
        return bool(played) and played == counted == rated

    def child(self, worker: Process) -> int:
        """The process in which a worker does its tasks."""
        children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children")
        self.until(lambda: children.read_text().strip() != "", "the worker has no pool")
        return int(children.read_text().split()[0])

    def holds_a_task(self) -> bool:
        """Tell whether some worker has taken a task and not done it."""
        with closing(redis.Redis(port=self.port)) as client:
            return bool(client.hlen("unacked"))

    def until(self, condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"{what}\n{self.log()}"
            time.sleep(0.2)

    def log(self) -> str:
        return (self.data / "log").read_text(encoding="utf-8", errors="replace")[-5000:]


@contextmanager
def installed(folder: Path) -> Iterator[Installation]:
    """An installation with a running Redis; everything that was started is ended."""
    made = Installation(prepared(folder / "data"), free_port())
    (made.data / "log").touch()
    try:
        made.redis_start()
        yield made
    finally:
        for process in made.processes:
            if process.poll() is None:
                end(process)


def end(process: Process) -> None:
    """Kill a process and all that it has started."""
    if os.getpgid(process.pid) == process.pid:
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
