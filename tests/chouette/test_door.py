"""The door to the local network: settings, addresses and ports, at once and at later starts."""

from __future__ import annotations

import contextlib
import re
import socket
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import pytest
from django.conf import LazySettings

from chouette import serving
from chouette.door import Door
from games.errors import Refused
from games.web.address import site_address
from tests.servers import Server, prepared, running

HOST = "192.0.2.7"
ELSEWHERE = "192.0.2.8"


@pytest.fixture
def door(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Door:
    """A door whose server opens no ports, in a network where this computer is HOST."""
    settings.DATA, settings.DEMO_ACCOUNTS = tmp_path, True
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    monkeypatch.setattr(serving, "lan_address", lambda: HOST)
    monkeypatch.setattr(serving, "listen", lambda hosts, port: list(hosts))
    door = Door(8000, mock.create_autospec(serving.Server, instance=True))
    door.begin("", is_wanted=False)
    return door


def test_open_the_network_finds_it_and_the_demo_sleeps(door: Door, settings: LazySettings) -> None:
    assert settings.DEMO_ACCOUNTS
    door.open()
    assert door.origin == f"http://{HOST}:8000"
    assert {HOST, socket.gethostname(), "127.0.0.1"} <= set(settings.ALLOWED_HOSTS)
    assert not settings.DEMO_ACCOUNTS
    assert site_address() == door.origin, "mails lead there, too"
    door.close()
    assert door.origin == ""
    assert settings.ALLOWED_HOSTS == ["localhost", "127.0.0.1", "[::1]"]
    assert settings.DEMO_ACCOUNTS
    assert site_address() == "http://127.0.0.1:8000"
    door.server.leave.assert_called_once_with(HOST)  # type: ignore[attr-defined]


def test_it_is_as_it_was_at_the_next_start(door: Door) -> None:
    assert not door.is_left_open()
    door.open()
    assert Door(8000, door.server).is_offered is False, "its hosts are arranged by now"
    assert door.is_left_open()
    door.close()
    assert not door.is_left_open()


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("CSRF_TRUSTED_ORIGINS", ["https://club.example.org"]),
        ("TRUSTED_PROXIES", ["10.0.0.5"]),
        ("HTTPS", True),
        ("ALLOWED_HOSTS", ["club.example.org"]),
    ],
)
def test_where_something_else_lets_people_in_there_is_no_switch(
    door: Door, settings: LazySettings, setting: str, value: Any
) -> None:
    door.open()
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    assert Door(8000, door.server).is_left_open()
    setattr(settings, setting, value)
    served = Door(8000, door.server)
    assert not served.is_offered
    assert not served.is_left_open()


def test_a_laptop_in_another_network_is_found_there(
    door: Door, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    door.open()
    monkeypatch.setattr(serving, "lan_address", lambda: None)
    door.look()
    assert door.origin == f"http://{HOST}:8000", "it may come back"
    monkeypatch.setattr(serving, "lan_address", lambda: ELSEWHERE)
    door.look()
    assert door.origin == f"http://{ELSEWHERE}:8000"
    assert HOST not in settings.ALLOWED_HOSTS
    door.close()
    door.look()
    assert door.origin == "", "closed, it follows nowhere"


def test_started_without_a_network_it_opens_once_there_is_one(
    door: Door, settings: LazySettings
) -> None:
    door.begin("", is_wanted=True)
    assert not settings.DEMO_ACCOUNTS
    door.look()
    assert door.origin == f"http://{HOST}:8000"


def test_without_a_network_nothing_is_opened_nor_remembered(
    door: Door, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    monkeypatch.setattr(serving, "lan_address", lambda: None)
    with pytest.raises(Refused, match="in no network"):
        door.open()
    assert not door.is_wanted
    assert not door.is_left_open()
    assert settings.DEMO_ACCOUNTS


def test_a_port_that_another_program_has_is_said_and_nobody_let_in(
    door: Door, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    monkeypatch.setattr(serving, "listen", mock.Mock(side_effect=serving.PortTakenError))
    with pytest.raises(Refused, match="port 8000"):
        door.open()
    assert not door.is_left_open()
    assert settings.DEMO_ACCOUNTS


def test_a_server_too_busy_to_open_the_port_leaves_the_door_closed(
    door: Door, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    listener = mock.Mock()
    monkeypatch.setattr(serving, "listen", lambda hosts, port: [listener])
    door.server.enter.side_effect = TimeoutError  # type: ignore[attr-defined]
    with pytest.raises(Refused):
        door.open()
    listener.close.assert_called_once_with()
    assert door.origin == ""
    assert settings.DEMO_ACCOUNTS
    assert not door.is_left_open()


# -- as it is run


class Browser:
    """Keeps cookies, and sends forms with their token."""

    def __init__(self) -> None:
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self.opener = urllib.request.build_opener(cookies)

    def get(self, url: str) -> str:
        with self.opener.open(url, timeout=20) as answer:
            text: str = answer.read().decode()
        return text

    def send(self, url: str, page: str, **fields: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token
        data = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        with self.opener.open(url, data, timeout=20) as answer:
            text: str = answer.read().decode()
        return text


def founded(server: Server) -> Browser:
    """The founder, who needs no password at this computer."""
    browser, link = Browser(), server.sign_in_link()
    fields = {"founder": "Ann", "default_rules": "canberra", "stake_amount": "", "currency": "EUR"}
    browser.send(link, browser.get(link), name="Club", time_zone="Europe/Berlin", **fields)
    return browser


def reaches(origin: str) -> bool:
    try:
        with urllib.request.urlopen(f"{origin}/", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.mark.slow
def test_a_phone_reaches_it_from_the_tap_of_the_button_on_and_until_the_next(
    tmp_path: Path,
) -> None:
    host = serving.lan_address()
    if host is None:
        pytest.skip("this computer is in no network")
    with running(prepared(tmp_path)) as server:
        browser = founded(server)
        page, origin = f"{server.url}/network/", server.url.replace("127.0.0.1", host)
        assert not reaches(origin)
        assert origin in browser.send(page, browser.get(page), do="open")
        assert reaches(origin)
        phone = Browser()
        way_in = phone.get(f"{origin}/sign-in/")
        assert 'name="password"' in phone.send(f"{origin}/network/", way_in, do="close")
        assert reaches(origin)

        server.restart()
        assert reaches(origin), "it is remembered"
        assert "Phones in this network find it at" in (tmp_path / "up.log").read_text("utf-8")
        line = socket.create_connection((host, int(origin.rpartition(":")[2])), timeout=10)
        with line, contextlib.suppress(ConnectionResetError):
            line.sendall(b"GET / HTTP/1.1\r\nHost: " + origin[7:].encode() + b"\r\n\r\n")
            assert line.recv(12) == b"HTTP/1.1 200"
            browser.send(page, browser.get(page), do="close")
            while line.recv(65536):  # what was under way, and then the end
                pass
        assert not reaches(origin)
        assert reaches(server.url)
        server.restart()
        assert not reaches(origin)
