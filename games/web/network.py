"""The door to the local network: who serves the program puts it here, where it has one."""

from __future__ import annotations

from typing import Protocol

from django.http import HttpRequest

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""Hosts valid only on this computer, useless for phones."""


class Door(Protocol):
    """Lets the other devices of the local network in, and out again (`chouette/door.py`)."""

    @property
    def is_wanted(self) -> bool:
        """Whether it was opened, and not closed since."""

    @property
    def origin(self) -> str:
        """Where phones find the program, such as `http://192.0.2.7:8000`; blank where they don't:
        the door is closed, or this computer is in no network just now.
        """

    def open(self) -> None:
        """Let them in.

        Raises:
            Refused: there is no network, or another program has the port.
        """

    def close(self) -> None:
        """Let nobody in any more, and end the connections of those who are there."""


_doors: list[Door] = []


def door_set(door: Door | None) -> None:
    """Remember the door of this process: that of `up`, if nothing stands before it."""
    _doors[:] = [] if door is None else [door]


def door() -> Door | None:
    """Return it; None on servers."""
    return _doors[0] if _doors else None


def is_loopback(request: HttpRequest) -> bool:
    """Tell whether a page is open under an address that no other device can open."""
    host = request.get_host()
    return (host if host.endswith("]") else host.rpartition(":")[0] or host) in LOOPBACK
