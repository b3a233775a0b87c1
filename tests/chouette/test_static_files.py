"""What phones fetch has no comments in it, and does what its source does."""

import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chouette.static_files import (
    NOT_COLLECTED,
    StaticFilesMiddleware,
    StaticFilesStorage,
    lean_script,
    lean_sheet,
)


def test_a_script_loses_its_comments_and_its_indentation_only() -> None:
    source = (
        '// Why.\nif (a) { // what\n  // and why\n  b("https://x"); // here\n}\n\nc("; // d");\n'
    )
    assert lean_script(source) == 'if (a) {\nb("https://x");\n}\nc("; // d");\n'


def test_a_sheet_loses_its_comments_and_its_indentation_only() -> None:
    source = (
        '/* Why,\n  over lines. */\n.a {\n  content: " · "; /* here */\n}\n.b :hover { top: 0; }\n'
    )
    assert lean_sheet(source) == '.a {\ncontent: " · ";\n}\n.b :hover { top: 0; }\n'


def test_what_is_asked_for_is_compressed_and_nothing_twice(tmp_path: Path) -> None:
    storage = StaticFilesStorage(location=tmp_path)
    storage.hashed_files = {
        "css/a.css": "css/a.1f.css",
        "js/a.js": "js/a.2e.js",
        "admin/a.css": "admin/a.3d.css",
    }
    names = [name for pair in storage.hashed_files.items() for name in pair]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(".a { top: 0; }\n" * 100)
    storage.compressor = storage.create_compressor(quiet=True)
    done = {name for name, _compressed in storage.compress_files(names)}
    # Scripts import each other by names without hashes.
    assert done == {"css/a.1f.css", "js/a.js", "js/a.2e.js"}


@pytest.mark.django_db
def test_no_page_names_what_is_not_collected(client: Client) -> None:
    pages = [client.get(reverse(name)) for name in ("sign-in", "api-docs", "admin:login")]
    named = re.findall(r"/static/([\w./-]+)", "".join(page.content.decode() for page in pages))
    assert "django_htmx/htmx-2.min.js" in named
    assert "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js" in named
    assert not [name for name in named if any(fnmatch(name, one) for one in NOT_COLLECTED)]


def test_a_file_is_sent_with_the_headers_of_a_file_only(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "a.css").write_text(".a { top: 0; }\n")
    answer = Client().get("/static/a.css")
    assert (
        Client().get("/static/a.css", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    )
    assert b"".join(answer.streaming_content) == b".a { top: 0; }\n"
    assert answer["X-Content-Type-Options"] == "nosniff"
    for header in (
        "Access-Control-Allow-Origin",
        "Cross-Origin-Opener-Policy",
        "Referrer-Policy",
        "Content-Security-Policy",
        "Set-Cookie",
        "Last-Modified",
    ):
        assert header not in answer, header


def test_a_file_that_never_changes_has_no_tag(
    tmp_path: Path, settings: Any, monkeypatch: Any
) -> None:
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "a.1f.css").write_text(".a { top: 0; }\n")
    monkeypatch.setattr(StaticFilesMiddleware, "immutable_file_test", lambda *_: True)
    answer = Client().get("/static/a.1f.css")
    assert "immutable" in answer["Cache-Control"]
    assert "ETag" not in answer
