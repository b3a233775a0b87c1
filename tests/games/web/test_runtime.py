"""The interpreter for scoring without network, and the code that is packed for it."""

import gzip
import hashlib
import io
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.test import Client

from games.web.runtime import (
    FOLDER,
    code,
    imports,
    packed,
    runtime,
    runtime_digest,
    size,
    unpacked,
)
from tests.messages import ROOT

NAMES = sorted(runtime()["files"])
MEGABYTE = 1_000_000


def address(name: str, digest: str = "") -> str:
    return f"/offline/runtime/{digest or runtime_digest()}/{name}"


@pytest.mark.parametrize("name", NAMES)
def test_each_file_is_what_was_made(name: str) -> None:
    said = runtime()["files"][name]
    found = unpacked(name)
    assert hashlib.sha256(found).hexdigest() == said["sha256"]
    assert len(found) == said["bytes"]
    assert (FOLDER / f"{name}.br").stat().st_size == said["brotli"]


def test_all_of_it_is_below_five_megabytes_on_the_wire() -> None:
    assert (
        sum(one["brotli"] for one in runtime()["files"].values()) + len(code().zip) < 5 * MEGABYTE
    )


@pytest.mark.parametrize(
    ("accepted", "encoding", "read"),
    [
        ("gzip, deflate, br", "br", brotli.decompress),
        ("gzip, deflate", "gzip", gzip.decompress),
        ("", None, bytes),
    ],
)
def test_every_browser_gets_the_same_bytes_for_good(
    client: Client, accepted: str, encoding: str | None, read
) -> None:
    answer = client.get(address("pyodide.mjs"), headers={"Accept-Encoding": accepted})
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert read(body) == unpacked("pyodide.mjs")
    assert answer.get("Content-Encoding") == encoding
    assert answer["Content-Type"].startswith("text/javascript")
    assert "immutable" in answer["Cache-Control"]
    assert "Accept-Encoding" in answer["Vary"]


@pytest.mark.thorough
@pytest.mark.parametrize("accepted", ["gzip, deflate, br", "gzip, deflate", ""])
def test_the_size_that_is_said_is_what_this_browser_fetches(
    accepted: str, settings: Any, tmp_path: Path
) -> None:
    settings.DATA = tmp_path
    files = [packed(name, accepted)[0] for name in NAMES]
    lengths = [one.stat().st_size if isinstance(one, Path) else len(one) for one in files]
    # Two programs that write gzip differ by a fiftieth.
    assert size(accepted) == pytest.approx(sum(lengths) + len(code().zip), rel=0.03)


def test_another_version_or_file_is_not_there(client: Client) -> None:
    assert client.get(address("pyodide.mjs", "0" * 16)).status_code == 404
    assert client.get(address("runtime.json")).status_code == 404
    assert client.get(f"/offline/code/{'0' * 16}.zip").status_code == 404


def test_only_the_worker_s_own_answer_allows_webassembly(client: Client) -> None:
    worker = client.get("/offline/worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    policy = dict(
        part.strip().split(" ", 1) for part in worker["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["connect-src"] == "'self'"
    assert "wasm" not in client.get("/offline/")["Content-Security-Policy"]


def test_jinja_in_it_is_the_one_that_is_locked() -> None:
    locked = (ROOT / "locks" / "base.txt").read_text(encoding="utf-8")
    for name in ("jinja2", "markupsafe"):
        assert re.search(rf"^{name}==(\S+)", locked, re.MULTILINE)[1] == runtime()[name]


def test_the_code_is_packed_alike_each_time(client: Client) -> None:
    answer = client.get(f"/offline/code/{code().digest}.zip")
    assert answer.content == code().zip
    assert "immutable" in answer["Cache-Control"]
    code.cache_clear()
    assert code().zip == answer.content


def packed_sources() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(code().zip)) as pack:
        return {name: pack.read(name) for name in pack.namelist() if name.endswith(".py")}


def test_what_the_packed_code_imports_is_packed_or_in_the_interpreter() -> None:
    there = set(runtime()["modules"])
    for file, text in packed_sources().items():
        wanted = {name for name in imports(text) if name.split(".")[0] in sys.stdlib_module_names}
        missing = {
            name for name in wanted if name not in there and name.rpartition(".")[0] not in there
        }
        assert not missing, f"{file}: let make.mjs take {missing} along"


def test_the_packed_code_knows_nothing_but_itself_jinja_and_the_standard_library() -> None:
    for file, text in packed_sources().items():
        known = {*sys.stdlib_module_names, "games", "jinja2", "markupsafe"}
        assert not {name.split(".")[0] for name in imports(text)} - known, file


def test_what_only_the_checker_of_types_imports_is_not_packed() -> None:
    text = b"if TYPE_CHECKING:\n    import django\nimport json\nfrom games.rules import chouette\n"
    assert list(imports(text)) == ["json", "games.rules", "games.rules.chouette"]


def test_what_makes_it_anew_names_what_is_here() -> None:
    script = Path(FOLDER / "make.mjs").read_text(encoding="utf-8")
    assert f'VERSION = "{runtime()["pyodide"]["version"]}"' in script
    assert runtime()["pyodide"]["integrity"] in script
