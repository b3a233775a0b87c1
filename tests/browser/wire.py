"""What lies between a phone and the server, and can be cut."""

import contextlib
import socket
import threading
from urllib.parse import urlsplit, urlunsplit


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
