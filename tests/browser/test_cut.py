"""The network of one phone is cut for a minute, for real: its lines break, none comes about."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit, urlunsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone, Thumb
from tests.servers import Server

pytestmark = pytest.mark.browser

MINUTE = 60_000


class Wire:
    """What lies between a phone and the server, and can be cut."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.is_cut = False
        self.lines: set[socket.socket] = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._answer, daemon=True).start()

    def address(self, url: str) -> str:
        """The same page, through this wire."""
        port = self.listener.getsockname()[1]
        return urlunsplit(urlsplit(url)._replace(netloc=f"127.0.0.1:{port}"))

    def cut(self) -> None:
        """Break all lines, and let no new one come about."""
        self.is_cut = True
        for line in list(self.lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let lines come about again."""
        self.is_cut = False

    def close(self) -> None:
        """Take it away."""
        self.listener.close()
        self.cut()

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _address = self.listener.accept()
                if self.is_cut:
                    phone.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self.port))
                for one, other in ((phone, server), (server, phone)):
                    self.lines.add(one)
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for line in (one, other):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self.lines.discard(one)
        one.close()


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    found = Wire(urlsplit(server.url).port or 80)
    yield found
    found.close()


def test_a_phone_without_a_network_for_a_minute_loses_nothing(
    thumb: Thumb, another: Callable[..., Phone], wire: Wire
) -> None:
    thumb.tap("#b-roll")
    thumb.tap("#b-play")
    phone = another(wire.address(thumb.page.url))
    phone.is_live()
    wire.cut()

    # The phone taps into the void, while the others play on.
    phone.touch("#b-team-doubles")
    phone.page.wait_for_timeout(1_000)
    for game in range(1, 4):
        thumb.tap("#b-box-wins")
        thumb.tap("#b-level-1")
        thumb.sees(f"Game {game}: Box wins")
        thumb.tap("#b-play")
    thumb.page.wait_for_timeout(MINUTE)
    expect(phone.page.locator("#table-title")).to_contain_text("game 1")

    wire.mend()
    expect(phone.page.locator("#table-title")).to_contain_text("game 4", timeout=30_000)
    expect(phone.table).to_have_attribute(
        "data-version", thumb.page.locator("#table").get_attribute("data-version") or ""
    )
    phone.is_live()
    phone.tap("#b-team-wins")
    phone.tap("#b-level-2")
    thumb.sees("Game 4: Team wins, gammon")
    expect(phone.page.locator(".outbox")).to_have_count(0)
