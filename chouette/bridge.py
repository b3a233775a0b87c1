"""Runs Django in a few threads, with one hand-over each way per request.

a2wsgi passes every part of a request and of its answer between the event loop and the thread
separately, four or five times for a tap; each time both wait for each other, and under load for the
interpreter too. Worse, its threads wait for slow senders and readers. Here a body is complete
before a thread is used (`chouette.bodies`), and the thread returns a complete answer: the event
loop waits for slow lines, and it can wait for any number of them.

Short, urgent requests have a lane of their own, with so few threads that they finish one after the
other. With as many threads as requests all of them would start and compete for the one interpreter,
and everybody would wait as long as the last.
"""

from __future__ import annotations

import asyncio
import contextvars
import io
import os
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, NamedTuple

import structlog
from a2wsgi.asgi_typing import Receive, Scope, Send
from a2wsgi.wsgi import WSGIMiddleware, build_environ
from a2wsgi.wsgi_typing import WSGIApp

from chouette.addresses import address_of
from chouette.bodies import KEPT_IN_MEMORY, Bodies, Gone, Unread, one_household
from chouette.lanes import Full, Lane

UNREAD: Final = "chouette.unread"
"""The key for the status of a request whose body was refused: a page explains it."""
WHOLE: Final = 1024 * 1024
"""Answers up to this size are buffered in memory, longer ones in a file."""
PIECE: Final = 64 * 1024
SECONDS_FOR_A_PIECE: Final = 30.0
"""A client that takes longer to read a piece is disconnected."""

FULL: Final = b"Too many requests of this address are waiting here: try again in a moment."

Message = dict[str, Any]
log = structlog.get_logger(__name__)


class Answer(NamedTuple):
    """A complete answer from a thread, not sent yet."""

    head: Message | None
    body: bytes | IO[bytes]


class Bridge(WSGIMiddleware):
    """An ASGI application around a WSGI application.

    `is_urgent` decides by the path which requests use the lane of `urgent_workers` threads.
    """

    def __init__(
        self,
        app: WSGIApp,
        workers: int,
        *,
        bodies: Bodies | None = None,
        is_urgent: Callable[[str], object] = lambda path: False,
        urgent_workers: int = 1,
        seconds_for_a_piece: float = SECONDS_FOR_A_PIECE,
    ) -> None:
        super().__init__(app, workers=workers)
        self.bodies = bodies or Bodies(partial(address_of, trusted=()))
        self.is_urgent = is_urgent
        self.urgent = ThreadPoolExecutor(urgent_workers, thread_name_prefix="urgent")
        # Pages may be slow: no household has more than half of their threads. Taps are short.
        self.lane = Lane(workers, max(1, workers // 2))
        self.urgent_lane = Lane(urgent_workers, urgent_workers)
        self.seconds_for_a_piece = seconds_for_a_piece

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in a thread; a2wsgi handles other ASGI scopes."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        refused = 0
        try:
            body, size = await self.bodies.take(scope, receive)
        except Gone:
            return
        except Unread as unread:
            refused, body, size = unread.status, io.BytesIO(), 0
        environ: Any = build_environ(scope, body)  # type: ignore[arg-type]
        environ["CONTENT_LENGTH"] = str(size)  # chunked bodies have no length header
        if refused:
            environ[UNREAD] = refused
        # A large body is work: urgent requests must not wait for it.
        is_urgent = size <= KEPT_IN_MEMORY and not refused and self.is_urgent(scope["path"])
        lane = self.urgent_lane if is_urgent else self.lane
        try:
            async with lane.turn(one_household(self.bodies.address_of(scope))):
                answer: Answer = await asyncio.get_running_loop().run_in_executor(
                    self.urgent if is_urgent else self.executor,
                    contextvars.copy_context().run,
                    answer_of,
                    self.app,
                    environ,
                )
        except Full:
            answer = Answer(_full_head(), FULL)
        finally:
            body.close()
        if answer.head is None:
            return
        if refused:  # otherwise the rest of the body would be read as the next request
            answer.head["headers"].append((b"connection", b"close"))
        try:
            await self._send(answer, send)
        except TimeoutError:
            log.warning("answer_not_read", path=scope["path"])
        finally:
            if not isinstance(answer.body, bytes):
                answer.body.close()

    async def _send(self, answer: Answer, send: Send) -> None:
        """Send an answer piece by piece, as fast as the client reads.

        Raises:
            TimeoutError: the client does not read. The server then closes the connection.
        """
        async with asyncio.timeout(self.seconds_for_a_piece):
            await send(answer.head)  # type: ignore[arg-type]
        async for piece, is_last in _pieces(answer.body):
            async with asyncio.timeout(self.seconds_for_a_piece):
                await send({"type": "http.response.body", "body": piece, "more_body": not is_last})


async def _pieces(body: bytes | IO[bytes]) -> AsyncIterator[tuple[bytes, bool]]:
    """Yield the answer in pieces, each with whether it is the last.

    Files may be on a slow disk: a thread reads them.
    """
    if isinstance(body, bytes):
        if len(body) <= PIECE:
            yield body, True
            return
        for start in range(0, len(body), PIECE):
            yield body[start : start + PIECE], start + PIECE >= len(body)
        return
    while piece := await asyncio.to_thread(body.read, PIECE):
        yield piece, False
    yield b"", True


def _full_head() -> Message:
    """Return the beginning of an answer for which no thread is used."""
    headers = {
        b"content-type": b"text/plain; charset=utf-8",
        b"content-length": str(len(FULL)).encode(),
        b"retry-after": b"5",
        b"connection": b"close",
    }
    return {"type": "http.response.start", "status": 429, "headers": list(headers.items())}


def answer_of(app: Any, environ: Any) -> Answer:
    """Call the application in a thread, and collect its whole answer."""
    head: Message | None = None

    def start(status: str, headers: Iterable[tuple[str, str]], exc_info: Any = None) -> Any:
        nonlocal head
        head = {
            "type": "http.response.start",
            "status": int(status.partition(" ")[0]),
            "headers": [
                (name.strip().lower().encode("latin-1"), value.strip().encode("latin-1"))
                for name, value in headers
            ],
        }
        return _refuse_to_write

    parts = app(environ, start)
    try:
        return Answer(head, _taken(parts))
    finally:
        close = getattr(parts, "close", None)
        if close is not None:
            close()


def _refuse_to_write(part: bytes) -> None:
    raise NotImplementedError("Django returns what it answers.")


def _taken(parts: Any) -> bytes | IO[bytes]:
    """Return an answer as bytes, or as a file if it is long."""
    if not getattr(parts, "streaming", True):
        return b"".join(parts)
    file = getattr(parts, "file_to_stream", None)
    if isinstance(file, io.BufferedReader):
        begin = file.tell()
        if os.fstat(file.fileno()).st_size - begin <= WHOLE:
            return file.read()
        # The application closes its own handle; this one is closed after sending.
        kept = os.fdopen(os.dup(file.fileno()), "rb")
        kept.seek(begin)
        return kept
    spool: IO[bytes] = SpooledTemporaryFile(WHOLE)  # noqa: SIM115
    for part in parts:
        spool.write(part)
    if spool.tell() <= WHOLE:
        spool.seek(0)
        with spool:
            return spool.read()
    spool.seek(0)
    return spool
