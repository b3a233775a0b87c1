"""The door to the local network, while `up` serves: open or closed, at once and at later starts."""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import Final

from django.conf import settings

from chouette import serving
from chouette.environment import LOOPBACK_HOSTS
from games.errors import Refused

MARK: Final = "network"
"""The file in the data folder that says that the door is open at later starts, too."""
SECONDS_BETWEEN_LOOKS: Final = 5.0
"""So soon another network is noticed: a laptop is carried to the club and opened there."""


class Door:
    """Opens and closes the port for the local network, and keeps settings and addresses with it.

    `host` is this computer's address there while the port is open, else blank.
    """

    def __init__(self, port: int, server: serving.Server) -> None:
        self.port = port
        self.server = server
        self.hosts = list(settings.ALLOWED_HOSTS)
        arranged = settings.CSRF_TRUSTED_ORIGINS or settings.TRUSTED_PROXIES or settings.HTTPS
        self.is_offered = not arranged and self.hosts == list(LOOPBACK_HOSTS)
        """Whether a page has the switch: nothing else has been arranged to let others in."""
        self.mark = Path(settings.DATA) / MARK
        self.host = ""
        self.is_wanted = False
        self.lock = threading.Lock()

    @property
    def origin(self) -> str:
        """Where phones find the program; blank where they don't."""
        return f"http://{self.host}:{self.port}" if self.host else ""

    def is_left_open(self) -> bool:
        """Tell whether it was open when the program was last used."""
        return self.is_offered and self.mark.exists()

    def begin(self, host: str, *, is_wanted: bool) -> None:
        """Say how the program begins to serve: on this address, too, or blank."""
        self.is_wanted = is_wanted
        self._stand(host)

    def note_address(self) -> None:
        """Write down where the program is, for mails that no request asks for."""
        origin = self.origin or f"http://{serving.LOOPBACK}:{self.port}"
        (Path(settings.DATA) / "address").write_text(f"{origin}\n", encoding="utf-8")

    def open(self) -> None:
        """Let the local network in, now and at later starts.

        Raises:
            Refused: there is no network, or another program has the port.
        """
        with self.lock:
            host = serving.lan_address()
            if host is None:
                raise Refused("network_missing")
            self._move(host)
            self.mark.touch(mode=0o600)
            self.is_wanted = True

    def close(self) -> None:
        """Let nobody in any more, and end the connections of those who are there."""
        with self.lock:
            self.mark.unlink(missing_ok=True)
            self.is_wanted = False
            self._leave()
            self._stand("")

    def watch(self) -> None:
        """Follow this computer into other networks, as long as the program runs."""
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        pause = threading.Event()
        while not self.server.should_exit:
            self.look()
            pause.wait(SECONDS_BETWEEN_LOOKS)

    def look(self) -> None:
        """Open where this computer is now, if the door is to be open."""
        with self.lock:
            host = serving.lan_address() if self.is_wanted else None
            if host is not None:
                try:
                    self._move(host)
                except Refused:  # another program has the port there; the page says: not open
                    self._leave()

    def _move(self, host: str) -> None:
        """Serve on this address instead of the present one."""
        if host == self.host:
            return
        listener = self._listener(host)
        self._leave()
        self._stand(host)  # before anybody is there
        try:
            self.server.enter(listener)
        except TimeoutError:
            self._stand("")
            listener.close()
            raise Refused("network_port", port=self.port) from None
        self.note_address()

    def _leave(self) -> None:
        if self.host:
            self.server.leave(self.host)
            self._stand("")
            self.note_address()

    def _listener(self, host: str) -> socket.socket:
        try:
            (listener,) = serving.listen([host], self.port)
        except (serving.PortTakenError, OSError) as error:
            raise Refused("network_port", port=self.port) from error
        return listener

    def _stand(self, host: str) -> None:
        """Have the settings say where the program is reached, and by whom.

        The demo's accounts need no password: they sleep while others can come.
        """
        name = socket.gethostname()
        settings.ALLOWED_HOSTS = [*self.hosts, *([host, name, f"{name}.local"] if host else [])]
        settings.DEMO_ACCOUNTS = not self.is_wanted and not host
        self.host = host
