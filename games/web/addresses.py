"""Where a message may go: never to this computer, its network, or a cloud's own services.

The rules concern IP addresses, not names: a name is resolved once, all its addresses are checked,
and the connection goes to one of them. A second look-up could be answered differently (DNS
rebinding).
"""

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Sequence[str]]

LONGEST_URL = 500
FIRST_FREE_PORT = 1024
PORTS: Final = {"https": 443, "http": 80}

# Metadata services of clouds, which reveal secrets; some are outside the private ranges.
METADATA: Final = frozenset(
    ip_address(text)
    for text in (
        "169.254.169.254",
        "169.254.170.2",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "fd00:ec2::254",
        "fd20:ce::254",
    )
)
# IPv6 ranges that embed an IPv4 address, and the number of bits before it.
_WRAPPED: Final = (
    (IPv6Network("::ffff:0:0/96"), 96),
    (IPv6Network("::ffff:0:0:0/96"), 96),
    (IPv6Network("64:ff9b::/96"), 96),
    (IPv6Network("2002::/16"), 16),
    (IPv6Network("::/96"), 96),
)
# Ranges that `is_global` of some Python versions accepts.
_NEVER: Final = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",
            "100.64.0.0/10",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "240.0.0.0/4",
        ),
    )
)
# Of IPv6 only what is allocated to everybody, without its special-purpose parts
# (https://www.iana.org/assignments/iana-ipv6-special-registry): protocols, Teredo included, and
# documentation. All other special ranges are outside of it.
_PUBLIC_IPV6: Final = IPv6Network("2000::/3")
_NEVER_IPV6: Final = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "3fff::/20")))
_LOCAL: Final = tuple(
    map(IPv4Network, ("10.0.0.0/8", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
)
_LOCAL_IPV6: Final = tuple(map(IPv6Network, ("::1/128", "fc00::/7")))
_NOT_IN_URLS: Final = frozenset(' \\"<>^`{|}')
_HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\.?", re.ASCII)


class AddressRefused(ValueError):
    """The address is not allowed; `code` says why, `str()` in English."""

    SENTENCES: Final = {
        "url_malformed": "this is not an address",
        "url_scheme": "only https is allowed",
        "url_user": "an address with a name or password in it is not allowed",
        "url_port": "this port is not allowed",
        "name_unknown": "this name is not known",
        "address_refused": "this address lies inside a network that is not open to everybody",
    }

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(self.SENTENCES[code])


@dataclass(frozen=True, slots=True)
class Target:
    """A parsed address. `host` is a name or a number, in ASCII; `path` includes the query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def host_header(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == PORTS[self.scheme] else f"{name}:{self.port}"


def parse_url(url: str, *, local: bool = False) -> Target:
    """Parse an address; `local` allows http and any port.

    Raises:
        AddressRefused: it is malformed, not https, names a user, or a port of another service.
    """
    printable = url.isascii() and url.isprintable() and not _NOT_IN_URLS & set(url)
    if len(url) > LONGEST_URL or not printable:
        raise AddressRefused("url_malformed")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressRefused("url_malformed") from error
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise AddressRefused("url_scheme")
    if "@" in parts.netloc:
        raise AddressRefused("url_user")
    host = parts.hostname or ""
    if not (_is_number(host) if ":" in host else _HOST.fullmatch(host)) or parts.fragment:
        raise AddressRefused("url_malformed")
    port = PORTS[parts.scheme] if port is None else port
    if not local and port < FIRST_FREE_PORT and port != PORTS["https"]:
        raise AddressRefused("url_port")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, path)


def is_allowed(address: Address, *, local: bool = False) -> bool:
    """Tell whether messages may go to this IP address; `local` allows this computer and its
    network.
    """
    address = unwrapped(address)
    if address in METADATA or address.is_multicast or address.is_unspecified:
        return False
    if address.is_link_local:
        return False
    inside: Sequence[IPv4Network] | Sequence[IPv6Network] = _LOCAL
    never: Sequence[IPv4Network] | Sequence[IPv6Network] = _NEVER
    if isinstance(address, IPv6Address):
        inside, never = _LOCAL_IPV6, _NEVER_IPV6
        if address.scope_id is not None:
            return False
    if any(address in network for network in inside):
        return local
    if any(address in network for network in never):
        return False
    if isinstance(address, IPv6Address) and address not in _PUBLIC_IPV6:
        return False
    return address.is_global and not address.is_reserved


def unwrapped(address: Address) -> Address:
    """Return the IPv4 address embedded in an IPv6 one, if any."""
    if isinstance(address, IPv6Address) and address not in {IPv6Address("::"), IPv6Address("::1")}:
        for network, start in _WRAPPED:
            if address in network:
                return IPv4Address((int(address) >> (96 - start)) & 0xFFFFFFFF)
    return address


def resolve(host: str, port: int) -> list[str]:
    """Resolve a name with the system's resolver.

    Raises:
        OSError: the name is unknown.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


def checked_addresses(
    target: Target, *, local: bool = False, look_up: Resolve = resolve
) -> list[Address]:
    """Return the addresses of a target if all of them are allowed.

    One bad address refuses all: an honest name does not point inside.

    Raises:
        AddressRefused: there is no address, or one is not allowed.
    """
    try:
        found = [ip_address(text) for text in look_up(target.host, target.port)]
    except (OSError, ValueError) as error:
        # UnicodeError, for names with empty or overlong labels, is a ValueError, too.
        raise AddressRefused("name_unknown") from error
    if not found:
        raise AddressRefused("name_unknown")
    if not all(is_allowed(address, local=local) for address in found):
        raise AddressRefused("address_refused")
    return list(dict.fromkeys(found))


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
