"""Who sends half a form, or reads nothing of an answer, keeps nobody else from any page."""

import contextlib
import socket
import time
from pathlib import Path

import pytest

from benchmarks.loopback import Server
from benchmarks.phones import Browser
from benchmarks.slow_lines import half_bodies, half_body, still_open, unread
from tests.faults.tables import table_in, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.long]

PAGES = ("/", "/sign-in/", "/api/v1/docs/")
LONG = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"


def seconds_for(server: Server, cookie: str) -> float:
    """How long the slowest of some pages takes; each must come."""

    async def load() -> float:
        longest = 0.0
        for path in PAGES:
            browser = Browser(server.port, cookie)
            began = time.monotonic()
            answer = await browser.get(path)
            longest = max(longest, time.monotonic() - began)
            assert answer.status == 200
            await browser.close()
        return longest

    return wait_for(load())


def said(line: socket.socket, seconds: float) -> bytes:
    """All that comes on a line until the server closes it."""
    line.setblocking(True)
    line.settimeout(seconds)
    found = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65536):
            found += part
    return found


def test_pages_come_beside_half_sent_bodies_which_end_after_half_a_minute(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    with table.served() as server:
        sender = Browser(server.port, table.scorers[0])
        seconds_for(server, table.viewers[0])  # everything has been done once
        with half_bodies(sender, 60) as lines:
            begun = time.monotonic()
            assert seconds_for(server, table.viewers[0]) < 10
            assert still_open(lines) == 60
            # One address may have 32: 30 are half-sent from this one.
            more = [half_body(sender, address="127.0.0.2") for _ in range(3)]
            answers = [said(line, 10) for line in more[2:]]
            assert answers[0].startswith(b"HTTP/1.1 429 ")
            assert b"retry-after: 30" in answers[0].lower()
            late = said(lines[0], 40)
            assert 20 < time.monotonic() - begun < 45
            assert late.startswith(b"HTTP/1.1 408 ")
            assert b"did not arrive within half a minute" in late
            assert b"connection: close" in late.lower()
            for line in more:
                line.close()
        assert "Traceback" not in server.log.read_text()


def test_pages_come_beside_answers_that_nobody_reads(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    with table.served() as server:
        reader = Browser(server.port, table.viewers[0])
        seconds_for(server, table.viewers[0])
        lines = [unread(reader, LONG) for _ in range(30)]
        try:
            time.sleep(1)
            assert seconds_for(server, table.viewers[0]) < 10
        finally:
            for line in lines:
                line.close()
