"""`build_offline` writes a folder that any web space can serve."""

import gzip
import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command

from games.management.offline_folder import folder_build
from games.web.runtime import code, runtime


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site")
    folder_build(made)
    return made


@pytest.mark.thorough
def test_every_file_that_is_named_is_there(folder: Path) -> None:
    for page in ("index.html", "de.html"):
        text = (folder / page).read_text()
        named = re.findall(r'(?:href|src|data-worker|data-own)="([^"#]+)"', text)
        assert len(named) > 15
        for one in named:
            assert not one.startswith(("/", "http")), one
            assert (folder / one).is_file(), one


@pytest.mark.thorough
def test_every_script_that_is_imported_is_there(folder: Path) -> None:
    scripts = list((folder / "static" / "js").rglob("*.js"))
    assert folder / "static/js/offline/store.js" in scripts
    assert folder / "static/js/awake.js" in scripts, "asked for when it is first wanted"
    for script in scripts:
        for one in re.findall(r'from "(\.[^"]+)"', script.read_text()):
            assert (script.parent / one).resolve().is_file(), (script, one)


@pytest.mark.thorough
def test_the_interpreter_is_there_whole(folder: Path) -> None:
    page = (folder / "index.html").read_text()
    parts = json.loads(re.search(r'id="offline-parts"[^>]*>(.*?)</script>', page)[1])
    for name, size in parts["files"].items():
        path = folder / parts["base"] / name
        if name in parts["packed"]:
            content = gzip.decompress(Path(f"{path}.packed").read_bytes())
        else:
            content = path.read_bytes()
        assert len(content) == size == runtime()["files"][name]["bytes"]
    assert (folder / parts["code"]).read_bytes() == code().zip


def test_both_languages_are_there_and_the_page_says_which_scripts_may_run(folder: Path) -> None:
    english, german = (folder / "index.html").read_text(), (folder / "de.html").read_text()
    assert '<html lang="en">' in english
    assert '<html lang="de">' in german
    assert "Wer spielt mit?" in german
    for page in (english, german):
        assert "script-src &#x27;self&#x27; &#x27;wasm-unsafe-eval&#x27;" in page
        assert "noindex" not in page
        assert "csrf" not in page


@pytest.mark.thorough
def test_the_same_program_writes_the_same_bytes_and_keeps_every_file(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("build_offline", str(tmp_path / "again"))
    again = {
        one.relative_to(tmp_path / "again"): one.read_bytes()
        for one in (tmp_path / "again").rglob("*")
        if one.is_file()
    }
    assert again == {
        one.relative_to(folder): one.read_bytes() for one in folder.rglob("*") if one.is_file()
    }
    kept = (folder / "sw.js").read_text().replace("\\u002D", "-")
    assert all(f'"{name}"' in kept for name in again if str(name) != "sw.js")
    assert f"{len(again)} files" in capsys.readouterr().out


def test_the_page_says_what_is_fetched_where_nothing_is_compressed(folder: Path) -> None:
    fetched = sum(
        one.stat().st_size for one in [*(folder / "runtime").iterdir(), folder / "code.zip"]
    )
    said = re.search(r"The first time, ([\d.]+)\s*MB are", (folder / "index.html").read_text())
    assert float(said[1]) == pytest.approx(fetched / 1024**2, abs=0.06)
