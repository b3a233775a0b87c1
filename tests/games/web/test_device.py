"""Between page and device: installing, the page without network, the language chosen by hand."""

import re

import pytest
from django.conf import settings
from django.test import Client

from games.models import User
from games.web.views.device import SHELL
from tests.messages import ROOT


@pytest.mark.parametrize(("language", "word"), [("en", "Keeps the score"), ("de", "Schreibt")])
def test_the_manifest_speaks_the_reader_s_language(
    client: Client, language: str, word: str
) -> None:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["lang"] == language
    assert manifest["description"].startswith(word)
    assert manifest["scope"] == manifest["start_url"] == "/"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_its_icons_are_there_and_small(client: Client) -> None:
    for icon in client.get("/manifest.webmanifest").json()["icons"]:
        file = ROOT / "static" / icon["src"].removeprefix("/static/")
        size = int.from_bytes(file.read_bytes()[16:20], "big")
        assert icon["sizes"] == f"{size}x{size}"
        assert file.stat().st_size < 8000


def test_the_service_worker_keeps_the_shell_and_asks_anew_at_every_visit(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    worker = answer.content.decode().replace("\\u002D", "-")
    for path in SHELL:
        assert f'"/static/{path}"' in worker
        assert (ROOT / "static" / path).exists()
    assert '"/offline/"' in worker


def test_the_service_worker_is_the_same_in_every_language(client: Client) -> None:
    english, german = (
        client.get("/sw.js", headers={"Accept-Language": language}).content
        for language in ("en", "de")
    )
    assert english == german


def test_the_page_without_network_is_about_nobody(client: Client, db: None) -> None:
    user = User.objects.create_user("olga@example.org", name="Olga")
    stranger = client.get("/offline/").content
    client.force_login(user)
    answer = client.get("/offline/")
    assert answer.content == stranger
    assert "sessionid" not in answer.cookies
    assert b"csrf" not in stranger


def test_every_page_can_be_installed(client: Client, db: None) -> None:
    page = client.get("/").content.decode()
    assert re.search(r'<link rel="manifest" href="/manifest.webmanifest"', page)
    assert re.search(r'<link rel="apple-touch-icon"', page)


def test_this_device_is_in_the_menu_and_needs_no_account(client: Client, db: None) -> None:
    assert 'href="/device/"' in client.get("/").content.decode()
    page = client.get("/device/").content.decode()
    assert set(re.findall(r'data-check="(\w+)"', page)) == {
        "live", "remember", "sound", "buzz", "awake", "install", "offline", "copy",
    }  # fmt: skip


def test_the_policy_against_foreign_scripts_stays(client: Client, db: None) -> None:
    for address in ("/device/", "/offline/", "/sw.js", "/"):
        policy = client.get(address)["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        page = client.get(address).content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=\"", page)


def test_a_language_is_chosen_without_an_account(client: Client, db: None) -> None:
    page = client.get("/device/").content.decode()
    assert re.search(r'name="language" value="de" lang="de" aria-pressed="false">Deutsch<', page)
    assert 'name="next" value="/device/"' in page
    answer = client.post("/language/", {"language": "de", "next": "/device/"})
    assert answer.status_code == 302
    assert answer["Location"] == "/device/"
    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["max-age"]) == ("de", settings.SESSION_COOKIE_AGE)
    assert 'lang="de"' in client.get("/device/").content.decode()


def test_an_account_s_language_follows(client: Client, db: None) -> None:
    user = User.objects.create_user("olga@example.org", name="Olga", language="en")
    client.force_login(user)
    client.post("/language/", {"language": "de", "next": "/"})
    user.refresh_from_db()
    assert user.language == "de"
    client.post("/language/", {"language": "xx", "next": "/"})
    user.refresh_from_db()
    assert user.language == "de"


def test_choosing_a_language_leads_nowhere_else(client: Client, db: None) -> None:
    answer = client.post("/language/", {"language": "de", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"
    assert client.get("/language/").status_code == 405
