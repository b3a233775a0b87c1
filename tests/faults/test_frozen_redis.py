"""Redis stops answering without closing anything: what is tapped is recorded, and at once."""

import asyncio
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks.loopback import Server
from benchmarks.phones import Scorer, next_form
from tests.faults.tables import table_in, until, wait_for
from tests.servers import free_port
from tournaments.ladders.services.gathering import SECONDS

pytestmark = pytest.mark.slow

TAPS = 4
"""So many make a game: the last one ends it, and queues what follows from it."""
PATIENCE = 30.0
"""Seconds for any tap on a busy machine; a Redis without time-outs holds it until it answers."""


@contextmanager
def own_redis(folder: Path) -> Iterator["tuple[str, subprocess.Popen[bytes]]"]:
    port = free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", ""]
    with (folder / "redis.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}/0", process
    finally:
        os.kill(process.pid, signal.SIGCONT)
        process.kill()
        process.wait()


def test_a_frozen_redis_holds_no_tap_and_is_used_again_afterwards(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()

    async def game(scorer: Scorer) -> list[float]:
        took = []
        for number in range(TAPS):
            form = await next_form(scorer, number)
            began = time.monotonic()
            answer = await scorer.send(form)
            took.append(time.monotonic() - began)
            assert answer.status == 200, answer.text
        return took

    async def programs(scorer: Scorer) -> float:
        """Ask the interface for programs, whose limits are counted in Redis."""
        began = time.monotonic()
        assert (await scorer.get("/api/v1/clubs")).status == 200
        return time.monotonic() - began

    async def play(server: Server, process: "subprocess.Popen[bytes]") -> None:
        scorer = table.scorer(server)
        await scorer.look()
        await game(scorer)
        await programs(scorer)
        # Until then the task that is queued stands for all further games.
        await asyncio.sleep(SECONDS + 1)
        os.kill(process.pid, signal.SIGSTOP)
        try:
            for _ in range(3):
                took = [*await game(scorer), await programs(scorer)]
                assert max(took) < PATIENCE, took
            # What was gathered meanwhile is queued now: the broker is asked, and is found away.
            await asyncio.sleep(SECONDS + 2)
        finally:
            os.kill(process.pid, signal.SIGCONT)
        await scorer.close()

    def said(server: Server, event: str, name: str) -> bool:
        lines = server.log.read_text().splitlines()
        return any(event in line and f"server={name}" in line for line in lines)

    with own_redis(tmp_path) as (url, process):
        table = table_in(data, {"REDIS_URL": url})
        with table.served() as server:
            wait_for(play(server, process))
            for name in ("broker", "cache"):
                assert said(server, "server_away", name), server.log.read_text()
                assert until(lambda name=name: said(server, "server_back", name)), (  # type: ignore[misc]
                    server.log.read_text()
                )
            assert "Traceback" not in server.log.read_text(), server.log.read_text()
            assert table.recorded()["games"] == 4
