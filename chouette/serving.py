"""Runs uvicorn, and the background worker beside it."""

import asyncio
import errno
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import uvicorn

from chouette.connections import files_allowed, protocol
from chouette.environment import networks

ROOT = Path(__file__).resolve().parent.parent
LOOPBACK = "127.0.0.1"
SECONDS_TO_END = 6.0
SECONDS_TO_RESTART = 3.0
SECONDS_WITHOUT_WORD = 15
"""A connection whose other end confirms nothing for so long is closed: see `listen`."""
SECONDS_OF_SILENCE = 5
"""So long a connection may be idle before the system asks whether the other end is there."""
SECONDS_BETWEEN_QUESTIONS = 2
SECONDS_TO_ENTER = 10.0
"""So long another thread waits for the server to open or close a port."""


class PortTakenError(Exception):
    """Another program is using the port."""


def listen(addresses: Sequence[str], port: int) -> list[socket.socket]:
    """Return a listening socket per address; raise PortTakenError if one is in use."""
    sockets: list[socket.socket] = []
    try:
        for address in addresses:
            listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            sockets.append(listener)
            if sys.platform == "win32":  # on Windows SO_REUSEADDR would share the port
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if sys.platform == "linux":
                _watch_lines(listener)
            listener.bind((address, port))
            listener.listen(128)
    except OSError as error:
        for listener in sockets:
            listener.close()
        if error.errno in {errno.EADDRINUSE, errno.EACCES}:
            raise PortTakenError from error
        raise
    return sockets


def _watch_lines(listener: socket.socket) -> None:
    """Have the system notice connections that are dead, and close them.

    A phone that leaves the network does not close its connection: its stream would count as open
    for a quarter of an hour. The connections inherit these settings; the system asks by itself, at
    no cost for this process.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        (socket.TCP_KEEPIDLE, SECONDS_OF_SILENCE),
        (socket.TCP_KEEPINTVL, SECONDS_BETWEEN_QUESTIONS),
        (socket.TCP_USER_TIMEOUT, 1000 * SECONDS_WITHOUT_WORD),
    ):
        listener.setsockopt(socket.IPPROTO_TCP, option, value)


def lan_address() -> str | None:
    """Return this computer's address in the local network, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a UDP socket sends nothing; this address belongs to nobody.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def keep_to_one_core() -> None:
    """Pin this process to one core, where the system supports it.

    Only one thread runs Python at a time, and a tap switches threads a hundred times: within a core
    that is cheap, between two it costs as much again as the tap itself. The system moves other
    processes off that core.
    """
    if sys.platform == "linux":
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[os.getpid() % len(cores)]})


class Server(uvicorn.Server):
    """The server; ports come and go while it runs, asked for by other threads."""

    loop: asyncio.AbstractEventLoop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets=sockets)

    def enter(self, listener: socket.socket) -> None:
        """Serve on one more socket."""
        self._in_loop(self._enter(listener))

    def leave(self, host: str) -> None:
        """Serve on an address no more, and end its connections."""
        self._in_loop(self._leave(host))

    def _in_loop(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=SECONDS_TO_ENTER)

    async def _enter(self, listener: socket.socket) -> None:
        def connection() -> asyncio.Protocol:
            make: Any = self.config.http_protocol_class  # as uvicorn does at its start
            made: asyncio.Protocol = make(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return made

        self.servers.append(await self.loop.create_server(connection, sock=listener))

    async def _leave(self, host: str) -> None:
        for server in list(self.servers):
            if any(one.getsockname()[0] == host for one in server.sockets):
                server.close()
                self.servers.remove(server)
        connection: Any
        for connection in list(self.server_state.connections):
            if connection.server and connection.server[0] == host:
                connection.transport.abort()


def server_create() -> Server:
    """Return the server, which does not run yet."""
    config = uvicorn.Config(
        "chouette.asgi:application",
        http=protocol(networks(os.environ, "CHOUETTE_TRUSTED_PROXIES"), files_allowed()),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        # chouette.addresses decides whose X-Forwarded-For to trust.
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    return Server(config)


def serve(server: Server, sockets: list[socket.socket], announce: Callable[[], None]) -> bool:
    """Serve until Ctrl-C or SIGTERM; call `announce` once the first socket answers.

    Returns whether the server ever ran.
    """
    # The worker process was started before, and keeps all cores.
    keep_to_one_core()
    host, port = sockets[0].getsockname()
    threading.Thread(
        target=_when_it_answers, args=(server, host, port, announce), daemon=True
    ).start()
    # After its shutdown uvicorn raises the signal again; turn it into KeyboardInterrupt, so that
    # the caller can clean up.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        server.run(sockets=sockets)
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)
    return server.started


def _when_it_answers(
    server: uvicorn.Server, host: str, port: int, announce: Callable[[], None]
) -> None:
    """Call `announce` as soon as a page is served, whatever its status."""
    while not server.should_exit:
        connection = http.client.HTTPConnection(host, port, timeout=30)
        try:
            connection.request("GET", "/")
            connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            time.sleep(0.05)
        else:
            announce()
            return
        finally:
            connection.close()


class Worker:
    """The background worker: a child process, restarted if it dies."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", "chouette.worker")) -> None:
        self.command = command
        self.stopping = threading.Event()
        self.process = self._start()
        self.keeper = threading.Thread(target=self._keep, daemon=True)
        self.keeper.start()

    def _start(self) -> "subprocess.Popen[bytes]":
        # Only the parent handles Ctrl-C. The child ends when its standard input closes, which also
        # happens when the parent is killed.
        if sys.platform == "win32":
            return subprocess.Popen(
                self.command,
                cwd=ROOT,
                stdin=subprocess.PIPE,
                creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
            )
        return subprocess.Popen(
            self.command, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True
        )

    def _keep(self) -> None:
        while not self.stopping.is_set():
            self.process.wait()
            if not self.stopping.wait(timeout=SECONDS_TO_RESTART):
                self.process = self._start()

    def stop(self) -> None:
        """End the child, first gracefully."""
        self.stopping.set()
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.keeper.join(timeout=SECONDS_TO_END)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class AssistantWorker:
    """The worker that plays for the assistant: it starts when a board or its form is opened.

    Most evenings need none, and a process costs memory and a second of the start. It takes longer
    to start than the board to be made: who fills in the form waits for neither.
    """

    def __init__(self) -> None:
        from games.signals import assistant_expected, board_changed

        self.worker: Worker | None = None
        self.lock = threading.Lock()
        self.signals = (assistant_expected, board_changed)
        for awaited in self.signals:
            awaited.connect(self._needed, dispatch_uid="chouette.serving.assistant")

    def _needed(self, **news: Any) -> None:
        with self.lock:
            if self.worker is None:
                self.worker = Worker((sys.executable, "-m", "chouette.worker", "assistant"))

    def stop(self) -> None:
        """End it, if it ever started."""
        for awaited in self.signals:
            awaited.disconnect(dispatch_uid="chouette.serving.assistant")
        with self.lock:
            if self.worker is not None:
                self.worker.stop()
