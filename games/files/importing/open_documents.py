"""Reads the sheets of an open document (`.ods`) as rows of cells."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Final

from defusedxml.ElementTree import iterparse  # type: ignore[import-untyped]

from games.files.importing.problems import Unusable
from games.files.importing.zips import MEGABYTE

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element  # nosec B405 - a type only

MIMETYPE: Final = b"application/vnd.oasis.opendocument.spreadsheet"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_CELLS: Final = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_DIGITS: Final = ".12g"
_MIDNIGHT: Final = "T00:00:00"


def is_open_document(archive: zipfile.ZipFile) -> bool:
    """Tell whether a zip is such a spreadsheet, by the first of its entries."""
    try:
        return archive.read("mimetype").strip() == MIMETYPE
    except KeyError:
        return False


def document_rows(
    archive: zipfile.ZipFile, *, last_row: int, last_column: int, most_cells: int, largest: int
) -> Iterator[list[str]]:
    """Yield the rows of the first sheet that is shown, each with what its cells show.

    A row that is repeated to the end of the sheet, as empty ones are, ends it.

    Raises:
        Unusable: it is larger than the limits, those of megabytes included.
    """
    limits = {"last_row": last_row, "last_column": last_column, "most_cells": most_cells}
    for number, _name, row in document_sheets(archive, largest=largest, **limits):
        if number > 1:
            return
        yield row


def document_sheets(
    archive: zipfile.ZipFile, *, last_row: int, last_column: int, most_cells: int, largest: int
) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the rows of all sheets that are shown, with the sheet's number from 1 and its name.

    Raises:
        Unusable: one is larger than the limits, or all are than that of megabytes.
    """
    cells = number = shown = 0
    for sheet, name, row in _elements(archive, largest):
        if sheet != shown:
            cells, number, shown = 0, 0, sheet
        times = _times(row, "rows")
        found = _row(row, last_column, number + 1)
        if not any(found) and times > last_row - number:
            times = 0
        if number + times > last_row:
            raise Unusable("too_many_rows", limit=f"{last_row:,}")
        number += times
        cells += times * max(1, len(found))
        if cells > most_cells:
            raise Unusable("too_many_cells", limit=f"{most_cells:,}")
        for _ in range(times):
            yield sheet, name, list(found)


def _elements(archive: zipfile.ZipFile, largest: int) -> Iterator[tuple[int, str, Element]]:
    """Yield the elements of rows of the sheets that are shown, with their number and name."""
    hidden: set[str] = set()
    style, name, is_shown, number = "", "", False, 0
    with archive.open("content.xml") as file:
        bounded = _Bounded(file, largest)
        for event, one in iterparse(bounded, ["start", "end"], forbid_dtd=True):
            if event == "start":
                if one.tag == f"{_STYLE}style":
                    style = one.get(f"{_STYLE}name", "")
                elif one.tag == f"{_STYLE}table-properties":
                    if one.get(f"{_TABLE}display") == "false":
                        hidden.add(style)
                elif one.tag == f"{_TABLE}table":
                    is_shown = one.get(f"{_TABLE}style-name", "") not in hidden
                    name, number = one.get(f"{_TABLE}name", ""), number + is_shown
            elif one.tag == f"{_TABLE}table-row":
                if is_shown:
                    yield number, name, one
                one.clear()


class _Bounded:
    """A file of which no more is read than so many megabytes, whatever its header says."""

    def __init__(self, file: IO[bytes], largest: int) -> None:
        self.file, self.largest, self.left = file, largest, largest * MEGABYTE

    def read(self, size: int = -1) -> bytes:
        """Read on.

        Raises:
            Unusable: it is larger.
        """
        piece = self.file.read(min(size, self.left + 1) if size >= 0 else self.left + 1)
        self.left -= len(piece)
        if self.left < 0:
            raise Unusable("zip_total", limit=self.largest)
        return piece


def _row(row: Element, last_column: int, number: int) -> list[str]:
    found: list[str] = []
    for cell in row:
        if cell.tag not in _CELLS:
            continue
        times, text = _times(cell, "columns"), _shown(cell)
        if text and len(found) + times > last_column:
            raise Unusable("too_many_columns", row=number, limit=last_column)
        found += [text] * min(times, max(0, last_column - len(found)))
    while found and not found[-1]:
        found.pop()
    return found


def _times(element: Element, what: str) -> int:
    return max(1, int(element.get(f"{_TABLE}number-{what}-repeated", "1")))


def _shown(cell: Element) -> str:
    """Return what a cell shows; a formula that never showed anything stays one, and is refused."""
    kind = cell.get(f"{_OFFICE}value-type", "")
    if kind in ("float", "currency", "percentage"):
        return format(float(cell.get(f"{_OFFICE}value", "")), _DIGITS)
    if kind == "date":
        return cell.get(f"{_OFFICE}date-value", "").removesuffix(_MIDNIGHT)
    if kind == "boolean":
        return "yes" if cell.get(f"{_OFFICE}boolean-value") == "true" else "no"
    lines = (_line(one) for one in cell if one.tag == f"{_TEXT}p")
    text = " ".join(" ".join(lines).split())
    formula = cell.get(f"{_TABLE}formula", "")
    return text or (f"={formula.partition('=')[2]}" if formula else "")


def _line(paragraph: Element) -> str:
    """Return the text of a paragraph; blanks and breaks are elements of their own."""
    parts = [paragraph.text or ""]
    for part in paragraph:
        is_blank = part.tag in (f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break")
        if not part.tag.startswith(_OFFICE):  # a comment at the cell
            parts.append(" " if is_blank else _line(part))
        parts.append(part.tail or "")
    return "".join(parts)
