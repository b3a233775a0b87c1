"""From where a request really comes: proxies are believed only where a setting names them."""

import ipaddress
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from chouette.environment import Network


class ClientAddressMiddleware:
    """Puts the client's own address where everything looks for it, and takes the header away.

    Guards against guessing, throttles and the record then see one address, and nobody evades
    them by writing another into a header.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Set the address and pass the request on."""
        forwarded = request.META.pop("HTTP_X_FORWARDED_FOR", "")
        request.META["REMOTE_ADDR"] = client_address(
            request.META.get("REMOTE_ADDR") or "", forwarded, settings.TRUSTED_PROXIES
        )
        return self.get_response(request)


def address_of(scope: Any, trusted: Sequence[Network]) -> str:
    """Return the client's own address of a request that Django has not seen yet."""
    client = scope.get("client")
    peer = str(client[0]) if client else ""
    if not trusted:
        return peer
    said = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return client_address(peer, b",".join(said).decode("latin-1"), trusted)


def client_address(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """Return the address nearest to us that is no trusted proxy's.

    `forwarded` is X-Forwarded-For, to whose right end each proxy adds whom it heard. It is read
    from there, and only as long as who wrote it is trusted; what is no address ends the reading.
    """
    address = peer
    for word in reversed(forwarded.split(",")):
        if not _is_trusted(address, trusted):
            break
        heard = _address(word)
        if heard is None:
            break
        address = heard
    return address


def _is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    plain = _address(address)
    if plain is None:
        return False
    return any(ipaddress.ip_address(plain) in network for network in trusted)


def _address(word: str) -> str | None:
    """Return a plain address; one of version 4 that is written as version 6 is version 4."""
    try:
        address = ipaddress.ip_address(word.strip())
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)
