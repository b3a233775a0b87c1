"""The application around Django: answers that become streams, and all others."""

from __future__ import annotations

import asyncio
import zlib
from typing import Any

import pytest

from chouette.live.application import LiveApplication
from chouette.live.hub import Hub
from chouette.live.viewers import Message, Receive, Send
from tests.chouette.live.sources import FakeSource, play, until

MARKS = [(b"x-live-topic", b"t"), (b"x-live-audience", b"a"), (b"x-live-beat", b"4")]
USUAL = [
    (b"content-language", b"de"),
    (b"content-security-policy", b"default-src 'self'"),
    (b"content-length", b"2"),
]


class Inner:
    """Stands for Django: gives one answer to everything."""

    def __init__(self, status: int = 204, headers: Any = (*MARKS, *USUAL)) -> None:
        self.status = status
        self.headers = list(headers)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": self.status, "headers": self.headers}
        await send(start)
        await send({"type": "http.response.body", "body": b"ok", "more_body": False})


class Request:
    """A request, and what is answered to it."""

    def __init__(
        self, inner: Inner, *headers: tuple[str, str], method: str = "GET", query: str = ""
    ) -> None:
        self.inner = inner
        self.scope = {
            "type": "http",
            "method": method,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers],
        }
        self.answer: dict[str, Any] = {}
        self.body = b""
        self.is_complete = False
        self._hung_up = asyncio.Event()

    async def receive(self) -> Message:
        await self._hung_up.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            assert not self.answer, "an answer begins once"
            self.answer = {"status": message["status"], "headers": dict(message["headers"])}
        else:
            self.body += message["body"]
            self.is_complete = not message["more_body"]

    async def listen(self, *wanted: bytes) -> None:
        """Take part until some text has come, or the answer is complete; then hang up."""
        application = LiveApplication(self.inner, lambda: Hub(FakeSource(t=4)))
        task = asyncio.create_task(application(self.scope, self.receive, self.send))
        await until(lambda: self.is_complete or all(text in self.read() for text in wanted))
        self._hung_up.set()
        await task
        if application._hub is not None:
            await application._hub.close()

    def read(self) -> bytes:
        if self.answer.get("headers", {}).get(b"content-encoding") == b"gzip":
            return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(self.body)
        return self.body


EVENTS = ("accept", "text/event-stream")


def asked(*headers: tuple[str, str], inner: Inner | None = None, **more: Any) -> Request:
    """What comes of a request."""
    made: list[Request] = []

    async def scenario() -> None:
        made.append(Request(inner or Inner(), *headers, **more))
        await made[0].listen(b"data: ")

    play(scenario)
    return made[0]


def test_a_marked_answer_becomes_a_stream_and_keeps_its_other_headers() -> None:
    request = asked(EVENTS)
    headers = request.answer["headers"]
    assert request.answer["status"] == 200
    assert headers[b"content-type"] == b"text/event-stream; charset=utf-8"
    assert headers[b"content-language"] == b"de"
    assert headers[b"x-accel-buffering"] == b"no"
    assert b"content-length" not in headers
    assert not [name for name in headers if name.startswith(b"x-live")]
    assert b"event: table\ndata: t for a at 4" in request.body
    assert not request.body.startswith(b"ok")


@pytest.mark.parametrize(
    ("headers", "method"),
    [([], "GET"), ([("accept", "text/html")], "GET"), ([EVENTS], "POST")],
)
def test_who_asks_for_no_events_gets_the_answer_without_marks(
    headers: list[tuple[str, str]], method: str
) -> None:
    request = asked(*headers, method=method, inner=Inner(200))
    assert request.body == b"ok"
    assert request.answer == {"status": 200, "headers": dict(USUAL)}


def test_an_answer_without_marks_passes_as_it_is() -> None:
    request = asked(EVENTS, inner=Inner(404, USUAL))
    assert request.body == b"ok"
    assert request.answer == {"status": 404, "headers": dict(USUAL)}


def test_a_refusal_is_no_stream_even_with_marks() -> None:
    request = asked(EVENTS, inner=Inner(403))
    assert request.body == b"ok"
    assert request.answer == {"status": 403, "headers": dict(USUAL)}


@pytest.mark.parametrize(
    ("headers", "query", "event"),
    [
        ([("last-event-id", "4")], "", b"event: hello"),
        ([("last-event-id", "3")], "", b"event: table"),
        ([], "beat=4", b"event: hello"),
        ([("last-event-id", "4")], "beat=1", b"event: hello"),
        ([("last-event-id", "²")], "beat=", b"event: table"),
        ([("last-event-id", "9" * 5000)], "", b"event: table"),
    ],
)
def test_what_the_browser_shows_is_read_from_the_event_or_the_address(
    headers: list[tuple[str, str]], query: str, event: bytes
) -> None:
    assert event in asked(EVENTS, *headers, query=query).body


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.8", True),
        ("deflate, br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("", False),
    ],
)
def test_the_stream_is_compressed_for_who_can_read_that(accepted: str, is_packed: bool) -> None:
    request = asked(EVENTS, ("accept-encoding", accepted))
    assert (request.answer["headers"].get(b"content-encoding") == b"gzip") is is_packed
    assert b"data: t for a at 4\n\n" in request.read()
