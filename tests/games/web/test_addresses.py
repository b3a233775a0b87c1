"""Where messages may go: the network inside is out of reach, however it is spelled."""

from ipaddress import ip_address

import pytest

from games.web.addresses import AddressRefused, checked_addresses, is_allowed, parse_url

INSIDE = [
    "127.0.0.1",
    "127.8.9.10",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "::1",
    "fc00::1",
    "fd12:3456::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:192.168.1.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
]
NEVER = [
    "0.0.0.0",
    "0.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "169.254.0.1",
    "169.254.169.254",
    "169.254.170.2",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "2001::1",
    "64:ff9b:1::1",
    "::ffff:169.254.169.254",
    "::ffff:0.0.0.0",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::",
    "3fff::1",
    "3fff:fff:ffff::1",
    "5f00::1",
    "100::1",
    "100:0:0:1::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:30::1",
    "64:ff9b:1:7f00:1::",
    "64:ff9b::c000:201",
    "2002:c633:6401::1",
    "4000::1",
    "1::1",
    "192.0.0.8",
    "192.0.0.170",
    "192.88.99.1",
    "198.19.255.255",
    "255.255.255.254",
]
OUTSIDE = ["1.1.1.1", "8.8.8.8", "185.199.108.153", "2606:4700:4700::1111", "::ffff:8.8.8.8"]


@pytest.mark.parametrize("address", [*INSIDE, *NEVER])
def test_an_address_inside_is_refused(address):
    assert not is_allowed(ip_address(address))


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_outside_is_allowed(address):
    assert is_allowed(ip_address(address))
    assert is_allowed(ip_address(address), local=True)


@pytest.mark.parametrize("address", INSIDE)
def test_local_use_allows_this_computer_and_its_network(address):
    assert is_allowed(ip_address(address), local=True)


@pytest.mark.parametrize("address", NEVER)
def test_local_use_does_not_allow_a_clouds_own_services(address):
    assert not is_allowed(ip_address(address), local=True)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "url_scheme"),
        ("http://example.org/", "url_scheme"),
        ("ftp://example.org/", "url_scheme"),
        ("file:///etc/passwd", "url_scheme"),
        ("https://", "url_malformed"),
        ("https:///path", "url_malformed"),
        ("https://example.org:99999/", "url_malformed"),
        ("https://example.org:x/", "url_malformed"),
        ("https://example.org/#part", "url_malformed"),
        ("https://exa mple.org/", "url_malformed"),
        ("https://example.org/\r\nX: y", "url_malformed"),
        ("https://example.org\\@10.0.0.1/", "url_malformed"),
        ("https://exämple.org/", "url_malformed"),
        ("https://[::1", "url_malformed"),
        ("https://[x]/", "url_malformed"),
        ("https://ann:secret@example.org/", "url_user"),
        ("https://example.org@10.0.0.1/", "url_user"),
        ("https://example.org:22/", "url_port"),
        ("https://example.org:80/", "url_port"),
        ("https://example.org/" + "x" * 500, "url_malformed"),
    ],
)
def test_what_is_no_good_address_is_refused(url, code):
    with pytest.raises(AddressRefused) as caught:
        parse_url(url)

    assert caught.value.code == code
    assert str(caught.value)


def test_an_address_is_taken_apart():
    target = parse_url("https://Example.org:8443/hook?club=7")

    assert (target.host, target.port, target.path) == ("example.org", 8443, "/hook?club=7")
    assert target.host_header == "example.org:8443"
    assert parse_url("https://example.org").path == "/"
    assert parse_url("https://[2606:4700::1]/").host_header == "[2606:4700::1]"
    assert parse_url("http://localhost:80/", local=True).host_header == "localhost"


@pytest.mark.parametrize("spelled", ["2130706433", "0x7f000001", "127.1", "0177.0.0.1"])
def test_numbers_that_only_the_resolver_understands_are_judged_after_it(spelled):
    # The system's resolver turns all of these into 127.0.0.1, if it knows them at all.
    with pytest.raises(AddressRefused) as caught:
        checked_addresses(parse_url(f"https://{spelled}/"))

    assert caught.value.code in {"address_refused", "name_unknown"}


def test_one_address_inside_among_others_refuses_them_all():
    target = parse_url("https://example.org/")

    assert checked_addresses(target, look_up=lambda *_: ["8.8.8.8", "8.8.8.8"]) == [
        ip_address("8.8.8.8")
    ]
    for found in (["8.8.8.8", "10.0.0.1"], ["fe80::1%eth0"], ["::ffff:10.0.0.1"]):
        with pytest.raises(AddressRefused, match="network"):
            checked_addresses(target, look_up=lambda *_, found=found: found)


def test_a_name_without_address_is_refused():
    target = parse_url("https://example.org/")

    def unknown(host, port):
        raise OSError

    for look_up in (unknown, lambda *_: []):
        with pytest.raises(AddressRefused, match="not known"):
            checked_addresses(target, look_up=look_up)
