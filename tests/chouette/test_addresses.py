"""Where a request comes from: only proxies that a setting names are believed."""

import ipaddress
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from chouette.addresses import ClientAddressMiddleware, client_address
from chouette.environment import networks

PROXIES = [ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("::1/128")]


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.1", "", "192.0.2.1"),
        # A client that is not a proxy is identified by its connection, whatever it sends.
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        # The right end is the proxy's; what stands left of it, the client may have written.
        ("10.0.0.1", "203.0.113.1, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.1, 10.0.0.2", "203.0.113.1"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "owl", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9, owl", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("::1", "2001:db8::7", "2001:db8::7"),
        ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("", "203.0.113.9", ""),
    ],
)
def test_the_address_is_the_nearest_that_is_no_proxy(
    peer: str, forwarded: str, address: str
) -> None:
    assert client_address(peer, forwarded, PROXIES) == address


def test_without_a_setting_nobody_is_believed() -> None:
    assert client_address("127.0.0.1", "203.0.113.9", []) == "127.0.0.1"


def test_everything_behind_it_sees_the_address_and_no_header(
    rf: RequestFactory, settings: Any
) -> None:
    settings.TRUSTED_PROXIES = PROXIES
    seen: list[dict[str, str]] = []

    def answer(request: HttpRequest) -> HttpResponse:
        seen.append(request.META)
        return HttpResponse()

    request = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="203.0.113.9")
    ClientAddressMiddleware(answer)(request)
    assert seen[0]["REMOTE_ADDR"] == "203.0.113.9"
    assert "HTTP_X_FORWARDED_FOR" not in seen[0]


def test_proxies_are_addresses_and_networks() -> None:
    given = {"PROXIES": "10.0.0.5, 172.16.0.0/12,2001:db8::/32"}
    assert [str(one) for one in networks(given, "PROXIES")] == [
        "10.0.0.5/32",
        "172.16.0.0/12",
        "2001:db8::/32",
    ]
    with pytest.raises(ImproperlyConfigured, match="PROXIES"):
        networks({"PROXIES": "proxy.example.org"}, "PROXIES")
