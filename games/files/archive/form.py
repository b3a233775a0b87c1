"""The file format: valid JSON, always written the same way, one line per row, checksums last.

The parts are in the order of writing: a session in play may bring in a new player while the others
are written, so players follow sessions.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any, Final

from games.files.archive.problems import BadArchive

FORMAT: Final = "chouette-club"
VERSION: Final = 2
LISTS: Final = ("seasons", "sessions", "players", "decisions")
PARTS: Final = ("club", *LISTS)

Item = Mapping[str, Any]


def line(value: Any) -> str:
    """Write a value as JSON in the canonical form that checksums cover."""
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


class Writer:
    """Writes an archive part by part; holds only one row in memory at a time."""

    def __init__(self, file: IO[bytes], rules_version: int) -> None:
        self.file = file
        self.manifest: dict[str, dict[str, Any]] = {}
        self._put(f'{{"format":"{FORMAT}",\n"version":{VERSION},\n"rules_version":{rules_version}')

    def one(self, part: str, value: Item) -> None:
        """Write a part that is one row."""
        text = line(value)
        self._put(f',\n"{part}":{text}')
        self.manifest[part] = {"sha256": hashlib.sha256(text.encode()).hexdigest()}

    def many(self, part: str, items: Iterable[Item]) -> None:
        """Write a part that is a list of rows."""
        checksum, count = hashlib.sha256(), 0
        self._put(f',\n"{part}":[')
        for item in items:
            text = line(item)
            self._put((",\n" if count else "\n") + text)
            checksum.update(text.encode() + b"\n")
            count += 1
        self._put("]")
        self.manifest[part] = {"count": count, "sha256": checksum.hexdigest()}

    def close(self) -> None:
        """Write the manifest, which completes the archive."""
        self._put(f',\n"manifest":{line(self.manifest)}}}\n')

    def _put(self, text: str) -> None:
        self.file.write(text.encode())


def read(data: bytes, rules_version: int, more: Sequence[str] = ()) -> dict[str, Any]:
    """Return the parts of an archive by name, after checking their checksums.

    `more` names optional lists; one that the archive lacks is empty.

    Raises:
        BadArchive: it is not an archive, or it is incomplete, too new, or changed.
    """
    try:
        archive = json.loads(data)
    except (ValueError, RecursionError) as error:
        looks_right = data.lstrip()[:1] == b"{" and FORMAT.encode() in data[:200]
        raise BadArchive("half" if looks_right else "not_an_archive") from error
    if not isinstance(archive, dict) or archive.get("format") != FORMAT:
        raise BadArchive("not_an_archive")
    version, rules = _count(archive.get("version")), _count(archive.get("rules_version"))
    if version > VERSION:
        raise BadArchive("newer", version=version, known=VERSION)
    if rules > rules_version:
        raise BadArchive("newer_rules", version=rules, known=rules_version)
    manifest = archive.get("manifest")
    if not isinstance(manifest, dict) or not set(PARTS) <= archive.keys():
        raise BadArchive("half")
    for part in PARTS:
        if manifest.get(part) != _seal(part, archive[part]):
            raise BadArchive("checksum", part=part)
    parts = {part: archive[part] for part in PARTS}
    for part in more:
        is_there = part in archive or part in manifest
        if is_there and manifest.get(part) != _seal_of_list(archive.get(part)):
            raise BadArchive("checksum", part=part)
        parts[part] = archive.get(part, [])
    return parts


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise BadArchive("not_an_archive")
    return value


def _seal(part: str, value: Any) -> dict[str, Any]:
    if part not in LISTS:
        return {"sha256": hashlib.sha256(line(value).encode()).hexdigest()}
    return _seal_of_list(value)


def _seal_of_list(value: Any) -> dict[str, Any]:
    if not isinstance(value, list):
        raise BadArchive("half")
    try:
        text = "".join(line(item) + "\n" for item in value)
    except (ValueError, RecursionError) as error:
        raise BadArchive("half") from error
    return {"count": len(value), "sha256": hashlib.sha256(text.encode()).hexdigest()}
