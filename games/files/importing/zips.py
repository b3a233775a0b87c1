"""Unpacks zip archives in memory, within limits that do not rely on their headers."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Final

from games.files.importing.problems import Unusable

LARGEST_ZIP: Final = 20
LARGEST_FILE: Final = 4
LARGEST_TOTAL: Final = 60
"""Megabytes."""
MOST_FILES: Final = 300
MOST_GROWTH: Final = 150
"""Maximum ratio of unpacked to packed size. Score files compress about tenfold."""
_SMALL: Final = 64 * 1024
"""Smaller files may have any ratio."""

MEGABYTE: Final = 1024 * 1024
_PIECE: Final = 64 * 1024
BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,  # packed in a way that Python cannot unpack
    OSError,
    RuntimeError,
    ValueError,  # names that are not in their declared encoding; includes UnicodeDecodeError
)
"""What Python raises for an archive that is damaged, or is none."""
_LOCKED: Final = 0x1
_PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Methods that every system writes; others need more memory or further libraries."""
_BESIDE: Final = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A file in an archive: its name and its content."""

    name: str
    data: bytes


def is_zip(start: bytes) -> bool:
    """Tell by its first bytes whether a file is a zip archive, even an empty one."""
    return start.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def unpacked(file: IO[bytes], ending: str) -> list[Unpacked]:
    """Return the files of an archive that have this ending, in order.

    Metadata files that systems add are skipped; any other file is refused, so that nobody believes
    it was imported.

    Raises:
        Unusable: damaged, too large, too many files, encrypted, or a name that leads elsewhere.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            return list(_files(archive, ending))
    except Unusable:
        raise
    except BROKEN as error:
        raise Unusable("zip_broken") from error


def _files(archive: zipfile.ZipFile, ending: str) -> Iterator[Unpacked]:
    entries = [entry for entry in archive.infolist() if not _is_beside(entry)]
    if len(entries) > MOST_FILES:
        raise Unusable("zip_many", limit=MOST_FILES)
    if not entries:
        raise Unusable("zip_none", ending=ending)
    seen: set[str] = set()
    total = 0
    for entry in entries:
        _check(entry, ending)
        if entry.filename in seen:
            raise Unusable("zip_twice", name=entry.filename)
        seen.add(entry.filename)
        data = _content(archive, entry)
        total += len(data)
        if total > LARGEST_TOTAL * MEGABYTE:
            raise Unusable("zip_total", limit=LARGEST_TOTAL)
        yield Unpacked(entry.filename, data)


def _is_beside(entry: zipfile.ZipInfo) -> bool:
    # Not `is_dir`: before Python 3.12 it fails where a damaged entry has no name.
    name = entry.filename
    return name.endswith(("/", *_BESIDE)) or name.startswith(_BESIDE)


def _check(entry: zipfile.ZipInfo, ending: str) -> None:
    name = entry.filename
    parts = name.split("/")
    if "\\" in name or ":" in name or not name.isprintable() or {"", ".", ".."} & set(parts):
        raise Unusable("zip_path", name=name)
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise Unusable("zip_link", name=name)
    if entry.flag_bits & _LOCKED:
        raise Unusable("zip_locked", name=name)
    if entry.compress_type not in _PACKED:
        raise Unusable("zip_packed", name=name)
    if not name.lower().endswith(ending):
        raise Unusable("zip_foreign", name=name, ending=ending)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Unpack in chunks: the sizes in the header may be forged."""
    limit = LARGEST_FILE * MEGABYTE
    data = bytearray()
    with archive.open(entry) as file:
        while piece := file.read(_PIECE):
            data += piece
            if len(data) > limit:
                raise Unusable("zip_large", name=entry.filename, limit=LARGEST_FILE)
            if len(data) > max(_SMALL, entry.compress_size * MOST_GROWTH):
                raise Unusable("zip_bomb", name=entry.filename)
    return bytes(data)
