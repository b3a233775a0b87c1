"""The outermost ASGI application: Django answers, and marked answers become streams."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from types import FrameType
from typing import Any, Final
from urllib.parse import parse_qs

from chouette.live.hub import Hub
from chouette.live.viewers import Message, Receive, Send, Ticket

Scope = dict[str, Any]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

EVENTS: Final = b"text/event-stream"
STREAMS: Final = 1_500
"""Open streams of one household: every phone and screen of a hall, and many times over."""
MARK: Final = b"x-live-"
ALLOWED: Final = {200, 204}
# These headers of the answer are wrong for the stream.
OF_THE_BODY: Final = {
    b"cache-control",
    b"content-encoding",
    b"content-length",
    b"content-type",
    b"etag",
    b"expires",
    b"vary",
    # What a document needs; a browser shows no stream as one.
    b"content-security-policy",
    b"cross-origin-opener-policy",
    b"permissions-policy",
    b"x-frame-options",
}
STREAM_HEADERS: Final[Headers] = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    # Proxies must neither store nor buffer it.
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"Accept, Accept-Encoding, Accept-Language, Cookie"),
]


class LiveApplication:
    """Wraps an application that marks with headers which answers to stream.

    The view has checked permissions and returned its thread and database connection before the
    stream begins, so that viewers cost neither.
    """

    def __init__(
        self,
        inner: Application,
        hub_create: Callable[[], Hub],
        household_of: Callable[[Scope], str] = lambda scope: "",
        most: int = STREAMS,
    ) -> None:
        self.inner = inner
        self.hub_create = hub_create
        self.household_of = household_of
        self.most = most
        self.streams: Counter[str] = Counter()
        self._hub: Hub | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            return
        answer = _Answer(send, wants_events=_wants_events(scope))
        who = self.household_of(scope) if answer.wants_events else ""
        if who and self.streams[who] >= self.most:
            await _refuse(send)
            return
        await self.inner(scope, receive, answer.send)
        if answer.headers is None:
            return
        ticket = _ticket(scope, answer.marks)
        headers = [pair for pair in answer.headers if pair[0] not in OF_THE_BODY]
        headers += STREAM_HEADERS
        if ticket.packed:
            headers.append((b"content-encoding", b"gzip"))
        del answer
        self.streams[who] += 1
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await self.hub().serve(ticket, receive, send)
        finally:
            self.streams[who] -= 1
            if not self.streams[who]:
                del self.streams[who]

    def hub(self) -> Hub:
        """Return the hub of the running loop, created on first use."""
        loop = asyncio.get_running_loop()
        if self._hub is None or self._loop is not loop:
            self._hub, self._loop = self.hub_create(), loop
            _when_asked_to_end(self._hub, loop)
        return self._hub


class _Answer:
    """Replaces `send`: passes unmarked answers on, and holds back marked ones."""

    __slots__ = ("_forward", "headers", "marks", "wants_events")

    def __init__(self, forward: Send, *, wants_events: bool) -> None:
        self._forward = forward
        self.wants_events = wants_events
        self.headers: Headers | None = None
        self.marks: dict[bytes, str] = {}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Headers = message["headers"]
            self.marks = {
                name: value.decode("latin-1") for name, value in headers if name.startswith(MARK)
            }
            if self.marks:
                headers = [pair for pair in headers if pair[0] not in self.marks]
                message = {**message, "headers": headers}
                if self.wants_events and message["status"] in ALLOWED:
                    self.headers = headers
        if self.headers is None:
            await self._forward(message)


async def _refuse(send: Send) -> None:
    """Answer that this household has enough streams; the page then asks now and then instead."""
    headers = [(b"retry-after", b"60"), (b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _wants_events(scope: Scope) -> bool:
    return scope["method"] == "GET" and EVENTS in _header(scope, b"accept").lower()


def _header(scope: Scope, name: bytes) -> bytes:
    return b",".join(value for key, value in scope["headers"] if key == name)


def _ticket(scope: Scope, marks: dict[bytes, str]) -> Ticket:
    return Ticket(
        topic=sys.intern(marks[b"x-live-topic"]),
        audience=sys.intern(marks[b"x-live-audience"]),
        beat=int(marks[b"x-live-beat"]),
        seen=_seen(scope),
        who=marks.get(b"x-live-who", ""),
        sign_in=marks.get(b"x-live-sign-in", ""),
        acts=marks.get(b"x-live-acts") == "1",
        packed=_reads_gzip(_header(scope, b"accept-encoding").decode("latin-1")),
    )


def _seen(scope: Scope) -> int | None:
    """Return the beat that the browser shows: from the last event's id after a reconnection, else
    from the URL.
    """
    said = _header(scope, b"last-event-id").decode("latin-1").strip()
    said = said or parse_qs(scope["query_string"].decode("latin-1")).get("beat", [""])[0]
    return int(said) if said.isascii() and said.isdigit() and len(said) < 16 else None


def _reads_gzip(accepted: str) -> bool:
    for part in accepted.lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() == "gzip":
            return quality.replace(" ", "").rstrip("0.") != "q="
    return False


def _when_asked_to_end(hub: Hub, loop: asyncio.AbstractEventLoop) -> None:
    """Close the hub when the process gets a signal to end.

    The server waits for open streams first and only then notifies the application, too late for
    endless streams. So this handles the signals too, before the server's own handlers, which
    uvicorn restores when it has finished.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    numbers: Iterable[int] = [signal.SIGINT, signal.SIGTERM]
    if sys.platform == "win32":
        numbers = [*numbers, signal.SIGBREAK]
    closing: set[asyncio.Task[None]] = set()

    def close() -> None:
        closing.add(asyncio.create_task(hub.close()))

    for number in numbers:
        before = signal.getsignal(number)
        if not callable(before):
            continue

        def told(
            signum: int,
            frame: FrameType | None,
            before: Callable[[int, FrameType | None], Any] = before,
        ) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(close)
            before(signum, frame)

        signal.signal(number, told)
