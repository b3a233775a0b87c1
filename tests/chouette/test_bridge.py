"""Django behind the event loop: a thread gets what is whole, and gives back what is whole."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import FileResponse, HttpResponse, StreamingHttpResponse

from chouette.bodies import KEPT_IN_MEMORY
from chouette.bridge import PIECE, WHOLE, Bridge

Message = dict[str, Any]


class Wsgi:
    """A WSGI application that answers with a response of Django's, as Django's own does."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make
        self.threads: list[str] = []
        self.response: Any = None

    def __call__(self, environ: Any, start: Any) -> Any:
        self.threads.append(threading.current_thread().name)
        self.response = self.make(environ)
        start(f"{self.response.status_code} OK", list(self.response.items()))
        return self.response


def scope_of(path: str) -> Any:
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "query_string": b"b=1",
        "headers": [(b"content-type", b"text/plain"), (b"x-one", b"1"), (b"x-one", b"2")],
    }


def asked(
    app: Any, *parts: bytes, sent: list[Message] | None = None, **lanes: Any
) -> list[Message]:
    """Ask with a body that arrives in parts; return what was sent, in order."""
    sent = [] if sent is None else sent
    waiting = [
        {"type": "http.request", "body": part, "more_body": number < len(parts)}
        for number, part in enumerate(parts or (b"",), 1)
    ]

    async def receive() -> Any:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(dict(message))

    async def ask() -> None:
        await Bridge(app, workers=1, **lanes)(scope_of("/a"), receive, send)

    asyncio.run(ask())
    return sent


def body_of(sent: list[Message]) -> bytes:
    assert sent[0]["type"] == "http.response.start"
    assert [message.get("more_body", False) for message in sent[1:]][-1] is False
    return b"".join(message["body"] for message in sent[1:])


def test_a_whole_answer_is_two_messages() -> None:
    def answer(environ: Any) -> HttpResponse:
        return HttpResponse(environ["wsgi.input"].read(), headers={"X-Two": "ü"}, status=201)

    sent = asked(Wsgi(answer), b"do=take")
    assert len(sent) == 2
    assert sent[0]["status"] == 201
    assert (b"x-two", b"\xfc") in sent[0]["headers"]
    assert body_of(sent) == b"do=take"


def test_it_is_made_in_a_thread_and_closed_there() -> None:
    app = Wsgi(lambda environ: HttpResponse("x"))
    asked(app)
    assert app.threads[0].startswith("WSGI")
    assert app.response.closed


def test_an_upload_in_parts_is_read_to_its_end() -> None:
    def answer(environ: Any) -> HttpResponse:
        read = environ["wsgi.input"].read
        return HttpResponse(read(3) + b"|" + read())

    assert body_of(asked(Wsgi(answer), b"ab", b"cd", b"ef")) == b"abc|def"


def test_what_is_not_read_keeps_nobody_waiting() -> None:
    assert body_of(asked(Wsgi(lambda environ: HttpResponse("no")), b"ab", b"cd")) == b"no"


def test_an_answer_in_parts_is_made_to_its_end_before_anything_is_sent() -> None:
    sent: list[Message] = []
    seen: list[int] = []

    def parts() -> Iterator[bytes]:
        for part in (b"a", b"b"):
            seen.append(len(sent))
            yield part

    asked(Wsgi(lambda environ: StreamingHttpResponse(parts())), sent=sent)
    assert body_of(sent) == b"ab"
    assert seen == [0, 0]  # the thread waits for nobody who reads


@pytest.mark.parametrize("size", [10, WHOLE, WHOLE + PIECE + 10])
@pytest.mark.parametrize("begin", [0, 7])
def test_a_file_comes_from_where_it_stands_to_its_end(
    tmp_path: Path, size: int, begin: int
) -> None:
    content = random.Random(size).randbytes(size)
    (tmp_path / "file").write_bytes(content)

    def answer(environ: Any) -> FileResponse:
        file = (tmp_path / "file").open("rb")
        file.seek(begin)
        return FileResponse(file)

    app = Wsgi(answer)
    assert body_of(asked(app)) == content[begin:]
    assert app.response.closed


def test_a_long_answer_in_parts_is_kept_in_a_file_and_comes_whole() -> None:
    part = bytes(1024)
    app = Wsgi(lambda environ: StreamingHttpResponse(part for _ in range(3000)))
    assert body_of(asked(app)) == part * 3000


def test_who_does_not_read_holds_no_thread_and_is_given_up() -> None:
    app = Wsgi(lambda environ: HttpResponse(bytes(3 * PIECE)))
    bridge = Bridge(app, workers=1, seconds_for_a_piece=0.3)
    pieces: list[int] = []

    async def never(message: Any) -> None:
        pieces.append(len(message.get("body", b"")))
        if len(pieces) > 2:
            await asyncio.sleep(60)

    async def at_once(message: Any) -> None:
        pass

    async def evening() -> None:
        slow = [asyncio.create_task(bridge(scope_of("/a"), whole, never)) for _ in range(3)]
        await asyncio.sleep(0.1)
        await asyncio.wait_for(bridge(scope_of("/b"), whole, at_once), 0.15)
        await asyncio.wait_for(asyncio.gather(*slow), 5)

    async def whole() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    asyncio.run(evening())
    assert len(app.threads) == 4


def test_what_goes_wrong_reaches_the_server() -> None:
    def broken(environ: Any) -> HttpResponse:
        raise LookupError("a defect")

    with pytest.raises(LookupError, match="a defect"):
        asked(Wsgi(broken))


def test_headers_of_the_same_name_are_joined() -> None:
    sent = asked(Wsgi(lambda environ: HttpResponse(environ["HTTP_X_ONE"])))
    assert body_of(sent) == b"1,2"


def test_what_is_urgent_has_a_thread_of_its_own() -> None:
    app = Wsgi(lambda environ: HttpResponse("x"))
    asked(app, b"do=take", is_urgent=lambda path: path == "/a")
    asked(app, b"do=take", is_urgent=lambda path: path == "/b")
    assert [name.partition("_")[0] for name in app.threads] == ["urgent", "WSGI"]


def test_what_is_large_does_not_keep_the_urgent_waiting() -> None:
    app = Wsgi(lambda environ: HttpResponse(str(len(environ["wsgi.input"].read()))))
    urgent: dict[str, Any] = {"is_urgent": lambda path: True}
    assert body_of(asked(app, b"do=", b"take", **urgent)) == b"7"
    size = KEPT_IN_MEMORY + 1
    assert body_of(asked(app, b"x", bytes(size - 1), **urgent)) == str(size).encode()
    assert [name.partition("_")[0] for name in app.threads] == ["urgent", "WSGI"]


def test_urgent_requests_are_answered_while_others_fill_all_threads() -> None:
    free = threading.Event()
    done: list[str] = []

    def answer(environ: Any) -> HttpResponse:
        if environ["PATH_INFO"] == "/slow":
            assert free.wait(60)
        done.append(environ["PATH_INFO"])
        return HttpResponse("x")

    bridge = Bridge(Wsgi(answer), workers=2, is_urgent=lambda path: path == "/tap")

    async def ask(path: str) -> None:
        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            pass

        await bridge(scope_of(path), receive, send)

    async def evening() -> None:
        slow = [asyncio.create_task(ask("/slow")) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.wait_for(asyncio.gather(*(ask("/tap") for _ in range(5))), 10)
        free.set()
        await asyncio.gather(*slow)

    asyncio.run(evening())
    assert done == ["/tap"] * 5 + ["/slow"] * 3
