"""Finds the client's address of a request; only configured proxies are trusted."""

import ipaddress
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from chouette.environment import Network


class ClientAddressMiddleware:
    """Sets REMOTE_ADDR to the client's own address, and removes the header.

    Limits, throttles and the record then see the same address, and nobody evades them with a forged
    header.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        forwarded = request.META.pop("HTTP_X_FORWARDED_FOR", "")
        request.META["REMOTE_ADDR"] = client_address(
            request.META.get("REMOTE_ADDR") or "", forwarded, settings.TRUSTED_PROXIES
        )
        return self.get_response(request)


def address_of(scope: Any, trusted: Sequence[Network]) -> str:
    """Return the client's address of a request that has not reached Django yet."""
    client = scope.get("client")
    peer = str(client[0]) if client else ""
    if not trusted:
        return peer
    said = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return client_address(peer, b",".join(said).decode("latin-1"), trusted)


def client_address(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """Return the nearest address that is not a trusted proxy's.

    `forwarded` is X-Forwarded-For, to which each proxy appends its client. It is read from the
    right, as long as each writer is trusted; an invalid address ends the search.
    """
    address = peer
    for word in reversed(forwarded.split(",")):
        if not is_trusted(address, trusted):
            break
        heard = _address(word)
        if heard is None:
            break
        address = heard
    return address


def is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    """Tell whether an address is that of a proxy which may name its clients."""
    plain = _address(address)
    if plain is None:
        return False
    return any(ipaddress.ip_address(plain) in network for network in trusted)


def _address(word: str) -> str | None:
    """Return a normalised address; an IPv4-mapped IPv6 address becomes IPv4."""
    try:
        address = ipaddress.ip_address(word.strip())
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)
