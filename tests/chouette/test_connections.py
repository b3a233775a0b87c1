"""Connections are counted by household, and closed when no request comes over them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from typing import Any

import pytest
import uvicorn

from chouette import connections
from chouette.connections import LARGEST_HEAD, files_allowed, protocol

ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def application(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@contextmanager
def served(**limits: Any) -> Iterator[int]:
    """A server with these limits; its port."""
    given = {"trusted": (), "files": 40, "seconds": 0.4} | limits
    kind = protocol(given.pop("trusted"), given.pop("files"), **given)
    config = uvicorn.Config(
        application, http=kind, lifespan="off", log_config=None, timeout_keep_alive=30
    )
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def opened(port: int, source: str = "127.0.0.1") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
    line.settimeout(5)
    return line


def answers(line: socket.socket) -> bool:
    try:
        line.sendall(ASK)
        return line.recv(1000).startswith(b"HTTP/1.1 204")
    except OSError:
        return False


def closed_after(line: socket.socket, rest: bytes = b"") -> float:
    """The seconds until the other side closes the connection."""
    begun = time.monotonic()
    try:
        while line.recv(1000):
            pass
    except ConnectionError:
        pass
    return time.monotonic() - begun


def test_a_household_has_so_many_connections_and_others_are_answered() -> None:
    with served(files=12, seconds=30.0) as port:  # a quarter of them: three
        there = [opened(port) for _ in range(3)]
        assert all(answers(line) for line in there)
        assert not answers(opened(port))
        assert answers(opened(port, "127.0.0.2"))
        there[0].close()
        for _ in range(50):
            if answers(opened(port)):
                break
            time.sleep(0.02)
        else:
            pytest.fail("a connection that was closed still counts")


def test_a_proxy_has_any_number() -> None:
    with served(files=12, trusted=[ip_network("127.0.0.0/8")], seconds=30.0) as port:
        assert all(answers(line) for line in [opened(port) for _ in range(9)])


@pytest.mark.thorough
@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: "])
def test_a_connection_without_a_request_is_closed(begun: bytes) -> None:
    with served() as port:
        line = opened(port)
        line.sendall(begun)
        closed_after(line)  # or the line's own deadline fails the test


@pytest.mark.thorough
def test_half_a_second_request_does_not_stay_for_ever() -> None:
    with served() as port:
        line = opened(port)
        assert answers(line)
        line.sendall(b"GET / HTTP/1.1\r\nX-Half: ")
        closed_after(line)


def test_headers_without_end_are_not_read() -> None:
    with served(seconds=30.0) as port:
        line = opened(port)
        line.sendall(b"GET / HTTP/1.1\r\n")
        many = b"".join(b"X-%d: " % one + b"a" * 990 + b"\r\n" for one in range(2_000))
        assert len(many) > 10 * LARGEST_HEAD
        with pytest.raises(OSError):
            line.sendall(many * 50)


def test_the_program_asks_for_the_files_that_the_system_allows() -> None:
    assert files_allowed() >= min(connections.FILES, 1024)
