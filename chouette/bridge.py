"""Lets Django answer in a few threads, with one way there and back for most requests.

a2wsgi carries every part of a request and of its answer between the event loop and the thread by
itself, four or five times for a tap; each time both wait for each other, and under load for the
interpreter too. Here what has arrived is handed over with the request, and an answer that is whole
comes back as a whole. Only what is streamed, and what is sent in pieces, goes to and fro.

What is short and in a hurry has a lane of its own, with so few threads that one request after the
other is finished. With as many threads as requests all of them are begun and none gets done: they
take turns at the one interpreter, and everybody waits as long as the last.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from a2wsgi.asgi_typing import Receive, Scope, Send
from a2wsgi.wsgi import Body, WSGIMiddleware, build_environ
from a2wsgi.wsgi_typing import WSGIApp

Message = dict[str, Any]


class Bridge(WSGIMiddleware):
    """An ASGI application made of a WSGI application.

    `is_urgent` tells by its path what goes into the lane of `urgent_workers` threads.
    """

    def __init__(
        self,
        app: WSGIApp,
        workers: int,
        *,
        is_urgent: Callable[[str], object] = lambda path: False,
        urgent_workers: int = 1,
    ) -> None:
        super().__init__(app, workers=workers)
        self.is_urgent = is_urgent
        self.urgent = ThreadPoolExecutor(urgent_workers, thread_name_prefix="urgent")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in a thread; what is no request, a2wsgi answers."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        loop = asyncio.get_running_loop()
        body = Body(loop, receive)
        # A form fits into the first part; of a file the rest is fetched as it is read.
        first: Any = await receive()
        body.buffer.extend(first.get("body", b""))
        body._has_more = first.get("more_body", False)
        answer = _Answer(loop, send)
        context = contextvars.copy_context()
        environ = build_environ(scope, body)
        # Who sends in pieces takes his time: nobody in a hurry waits behind him.
        is_urgent = not body._has_more and self.is_urgent(scope["path"])
        left = await loop.run_in_executor(
            self.urgent if is_urgent else self.executor,
            context.run,
            answer.make,
            self.app,
            environ,
        )
        for message in left:
            await send(message)  # type: ignore[arg-type]


class _Answer:
    """An answer as it is made in a thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Send) -> None:
        self.loop = loop
        self.send = send
        self.head: Message | None = None
        self.is_begun = False

    def make(self, app: Any, environ: Any) -> list[Message]:
        """Ask the application; return what is left to be sent."""
        parts = app(environ, self._start)
        try:
            if not getattr(parts, "streaming", True) and self.head is not None:
                return [self.head, _body(b"".join(parts))]
            for part in parts:
                self._say(part)
            return [] if self.head is None else [*self._pending(), _body(b"")]
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()

    def _start(self, status: str, headers: Iterable[tuple[str, str]], exc_info: Any = None) -> Any:
        if exc_info is not None and self.is_begun:
            raise exc_info[1].with_traceback(exc_info[2])
        self.head = {
            "type": "http.response.start",
            "status": int(status.partition(" ")[0]),
            "headers": [
                (name.strip().lower().encode("latin-1"), value.strip().encode("latin-1"))
                for name, value in headers
            ],
        }
        return self._say

    def _say(self, part: bytes) -> None:
        for message in [*self._pending(), _body(part, more=True)]:
            asyncio.run_coroutine_threadsafe(self._send(message), self.loop).result()

    async def _send(self, message: Message) -> None:
        await self.send(message)  # type: ignore[arg-type]

    def _pending(self) -> list[Message]:
        """The head, where it has not been sent yet."""
        if self.is_begun or self.head is None:
            return []
        self.is_begun = True
        return [self.head]


def _body(part: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": part, "more_body": more}
