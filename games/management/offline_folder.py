"""A folder with the page on which anybody plays a chouette: any web space can serve it."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation

from games.clubs.presenters.trying import LANGUAGES, try_page
from games.web.runtime import code, runtime, unpacked

STATIC: Final = "static/"
RUNTIME: Final = "runtime/"
CODE: Final = "code.zip"
PACKED: Final = (".wasm", ".zip")
"""What the page unpacks itself: not every web space compresses what it serves, and some take the
ending `.gz` for a promise of their own.
"""

PAGES: Final = {LANGUAGES[0]: "index.html", **{code: f"{code}.html" for code in LANGUAGES[1:]}}
WORKER: Final = "js/offline/worker.js"
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)

_NAMED: Final = re.compile(rf'(?:href|src)="{STATIC}([^"]+)"')
_IMPORT: Final = re.compile(
    r"""(?:(?:^|\n|;)\s*(?:import|export)\b[^"';]*|\bimport\()["']([^"']+\.js)["']"""
)


def folder_build(folder: Path) -> list[str]:
    """Write the folder, and return the names of its files.

    The same program writes the same bytes. Other files in the folder stay.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = [*_runtime(folder)]
    fetched = sum((folder / name).stat().st_size for name in written)
    written += _pages(folder, fetched)
    written += _statics(folder, {*_named(folder), WORKER, "img/icon-512.png"})
    written += [_put(folder, "manifest.webmanifest", _manifest())]
    version = hashlib.sha256()
    for name in sorted(written):
        version.update(name.encode() + (folder / name).read_bytes())
    shown = {"files": sorted(written), "version": version.hexdigest()[:16]}
    script = render_to_string("web/offline_sw.js", shown)
    return sorted([*written, _put(folder, "sw.js", script.encode())])


def _put(folder: Path, name: str, content: bytes) -> str:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    return name


def _runtime(folder: Path) -> Iterator[str]:
    """Write interpreter and code; what the page unpacks has a name of its own."""
    for name in runtime()["files"]:
        content = unpacked(name)
        if name.endswith(PACKED):
            name, content = f"{name}.packed", gzip.compress(content, 9, mtime=0)
        yield _put(folder, RUNTIME + name, content)
    yield _put(folder, CODE, code().zip)


def _parts() -> dict[str, Any]:
    said = runtime()
    return {
        "base": RUNTIME,
        "files": {name: one["bytes"] for name, one in said["files"].items()},
        "packed": [name for name in said["files"] if name.endswith(PACKED)],
        "info": said["pyodide"]["info"],
        "code": CODE,
    }


def _pages(folder: Path, fetched: int) -> Iterator[str]:
    """Write the page in each language; `fetched` bytes it asks for where nothing is compressed."""
    for language, name in PAGES.items():
        with translation.override(language):
            shown = try_page(
                language,
                _parts(),
                PAGES,
                assets=STATIC,
                worker=STATIC + WORKER,
                own="sw.js",
                manifest="manifest.webmanifest",
                policy=POLICY,
                size=fetched,
            )
            yield _put(folder, name, render_to_string("clubs/try.html", shown).encode())


def _named(folder: Path) -> Iterator[str]:
    for name in PAGES.values():
        yield from _NAMED.findall((folder / name).read_text(encoding="utf-8"))


def _statics(folder: Path, names: set[str]) -> Iterator[str]:
    """Copy static files, and the scripts that they import."""
    waiting = sorted(names)
    seen = set(waiting)
    while waiting:
        name = waiting.pop()
        path = finders.find(name)
        assert isinstance(path, str), name
        (folder / STATIC / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / STATIC / name)
        yield STATIC + name
        if name.endswith(".js"):
            for one in _IMPORT.findall(Path(path).read_text(encoding="utf-8")):
                found = _beside(name, one)
                if found not in seen:
                    seen.add(found)
                    waiting.append(found)


def _beside(name: str, other: str) -> str:
    """Return the name of a script that another imports as "./x.js" or "../x.js"."""
    parts = name.split("/")[:-1]
    for part in other.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _manifest() -> bytes:
    """Describe the page to devices on which it is installed."""
    said = {
        "name": "Chouette",
        "short_name": "Chouette",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f3f6f3",
        "theme_color": "#0c6350",
        "icons": [
            {"src": f"{STATIC}img/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ],
    }
    return (json.dumps(said, indent=1) + "\n").encode()
