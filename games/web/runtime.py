"""What a browser needs to score without network: the interpreter, and the program's pure code.

The interpreter lies beside `games/offline` as it was made by `make.mjs` there, compressed by
brotli. Browsers read brotli over TLS only, so what others get is compressed anew, once for each
installation. The code is packed from the sources: what `ENTRIES` import, and no more.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import brotli
from django.conf import settings
from django.urls import reverse
from django.utils import formats, translation

from games.rules.chouette import RULES_VERSION
from games.web.catalogue import texts_of

FOLDER: Final = Path(__file__).resolve().parent.parent / "offline" / "runtime"
TYPES: Final = {
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
ENTRIES: Final = ("games.offline.calls",)
TEMPLATES: Final = ("table", "offline")
"""The folders of Jinja's templates that the table is made of."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Code:
    """The program's pure code and its templates as a zip, and how it is named."""

    zip: bytes
    digest: str
    modules: tuple[str, ...]


@cache
def runtime() -> dict[str, Any]:
    """Return what `make.mjs` wrote down about the interpreter: versions, files, hashes, modules."""
    said: dict[str, Any] = json.loads((FOLDER / "runtime.json").read_text(encoding="utf-8"))
    return said


@cache
def runtime_digest() -> str:
    """Return the name of this interpreter in addresses, which browsers may keep for good."""
    return hashlib.sha256((FOLDER / "runtime.json").read_bytes()).hexdigest()[:16]


def packed(name: str, accepted: str) -> tuple[Path | bytes, str]:
    """Return a file of the interpreter in the best encoding that a browser reads, and that."""
    if "br" in accepted:
        return FOLDER / f"{name}.br", "br"
    if "gzip" in accepted:
        return _gzipped(name), "gzip"
    return unpacked(name), ""


def unpacked(name: str) -> bytes:
    """Return a file of the interpreter as it is."""
    found: bytes = brotli.decompress((FOLDER / f"{name}.br").read_bytes())
    return found


def _gzipped(name: str) -> Path:
    kept = Path(settings.DATA) / "offline" / runtime_digest() / f"{name}.gz"
    if not kept.is_file():
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Several processes may come here at once: each puts a whole file in its place.
        handle, made = tempfile.mkstemp(dir=kept.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(gzip.compress(unpacked(name), 9, mtime=0))
        Path(made).replace(kept)
    return kept


@cache
def code() -> Code:
    """Pack what the offline table imports, and its templates; the same sources, the same bytes."""
    sources = dict(sorted(_imported(ENTRIES)))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as pack:
        for name, text in [*sources.items(), *_templates()]:
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(entry, text)
    digest = hashlib.sha256(made.getvalue() + str(RULES_VERSION).encode()).hexdigest()[:16]
    return Code(made.getvalue(), digest, tuple(sources))


@cache
def speech(language: str) -> dict[str, Any]:
    """Return what `games.offline.calls.speak` takes: the texts of a language, its decimal sign."""
    with zipfile.ZipFile(io.BytesIO(code().zip)) as pack:
        files = {name: pack.read(name) for name in pack.namelist()}
    sources = [text for name, text in files.items() if name.endswith(".py")]
    templates = [text.decode() for name, text in files.items() if name.endswith(".html")]
    with translation.override(language):
        point = str(formats.get_format("DECIMAL_SEPARATOR"))
    texts = texts_of(language, sources, templates)
    return {"language": language, "texts": texts, "point": point}


def parts() -> dict[str, Any]:
    """Return where a browser fetches everything, and how many bytes that is unpacked."""
    said = runtime()
    address = reverse("offline_runtime", args=[runtime_digest(), "x"])
    return {
        "base": address.removesuffix("x"),
        "files": {name: one["bytes"] for name, one in said["files"].items()},
        "info": said["pyodide"]["info"],
        "code": reverse("offline_code", args=[code().digest]),
    }


def size(accepted: str) -> int:
    """Return how many bytes a browser fetches: `accepted` are the encodings it reads.

    Over plain http browsers read gzip only.
    """
    served = "brotli" if "br" in accepted else "gzip" if "gzip" in accepted else "bytes"
    return sum(int(one[served]) for one in runtime()["files"].values()) + len(code().zip)


def _templates() -> Iterator[tuple[str, bytes]]:
    root = Path(settings.SHIPPED) / "templates" / "jinja"
    for folder in TEMPLATES:
        for file in sorted((root / folder).rglob("*.html")):
            yield f"templates/{file.relative_to(root).as_posix()}", file.read_bytes()


def _imported(entries: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the sources of modules, and of whatever of ours they import, by their paths."""
    waiting = list(entries)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        found = _source(name)
        if found is None:
            continue  # a name in a module, or another's library
        path, text = found
        yield path, text
        waiting += [".".join(name.split(".")[:n]) for n in range(1, name.count(".") + 1)]
        waiting += [one for one in imports(text) if one.startswith("games.")]


def _source(name: str) -> tuple[str, bytes] | None:
    root = FOLDER.parent.parent.parent
    base = Path(*name.split("."))
    for path in (base / "__init__.py", base.with_suffix(".py")):
        if (root / path).is_file():
            return path.as_posix(), (root / path).read_bytes()
    return None


def imports(text: bytes) -> Iterator[str]:
    """Yield the modules that a source imports when it runs, and what may be modules of them."""
    for node in _running(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree without what is there for the checker of types alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from _running(child)
