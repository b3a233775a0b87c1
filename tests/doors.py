"""A door to the local network that tests open and close without a port."""

from dataclasses import dataclass

from games.errors import Refused

LAN = "http://192.0.2.7:8000"


@dataclass
class PaperDoor:
    """It says where it is, and what was done to it."""

    is_wanted: bool = False
    has_network: bool = True

    @property
    def origin(self) -> str:
        return LAN if self.is_wanted and self.has_network else ""

    def open(self) -> None:
        if not self.has_network:
            raise Refused("network_missing")
        self.is_wanted = True

    def close(self) -> None:
        self.is_wanted = False
