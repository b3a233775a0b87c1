"""What a page asks of the Python in its worker: JSON in, JSON out.

The worker keeps one evening in memory, so that a tap costs a tap. The page keeps the base and the
entries (`games.offline.position`) in its own store, and calls in this order:

1. ``speak(language, texts, point)`` once: the catalogue of the reader's language.
2. ``base = begin(...)`` for a chouette of one's own, or a base that the server gave
   (`games.handover.presenters.taken`). The page stores it.
3. ``open(base, entries)`` with what is stored, also after a reload. It gives the `view`.
4. For each form ``tap(where, fields, at)``. It gives ``{"entry": ...}``, which the page stores
   before anything else, and only then calls ``take(entry)``, which gives the next `view`; or it
   gives ``{"view": ...}``, the table with the sentence why nothing was written.
5. ``show(pane, fields)`` for a pane, ``sheet()``, ``text()`` and ``csn()`` for the score.

A `view` is ``{"html", "version", "fingerprint", "pane", "is_open"}``. Its HTML is what the server
answers a tap with: `#table`, and the title with `hx-swap-oob`. ``fields`` are lists by name, as a
form has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.language import plug
from games.offline import sheets, trying
from games.offline.position import (
    Base,
    Entry,
    Json,
    Position,
    apply,
    fingerprint,
    folded,
)
from games.offline.reading import Addresses, here, render_table
from games.offline.taps import Refusal
from games.offline.taps import tap as entry_of
from games.offline.texts import Spoken, Texts
from games.rules.chouette import NotationError
from games.rules.chouette.notation import parse, scores
from games.web.input import Input

Fields = Mapping[str, Sequence[str]]


class _Now:
    """The evening that is open in this worker."""

    language: str = "en"
    position: Position | None = None
    addresses: Addresses = staticmethod(here)


def speak(language: str, texts: Texts | None = None, point: str = ".") -> None:
    """Speak a language: its catalogue as `games.offline.texts` has it, and its decimal sign."""
    plug(Spoken(texts or {}, point))
    _Now.language = language


def begin(**typed: Any) -> Json:
    """Return ``{"base"}`` of a chouette of one's own, or ``{"problem"}``, see `trying.base_of`."""
    try:
        return {"base": trying.base_of(**typed).to_json()}
    except Refusal as error:
        return {"problem": str(error)}


def open(
    base: Json, entries: Iterable[Json] = (), addresses: Mapping[str, str] | None = None
) -> Json:
    """Open an evening, and return its view.

    `addresses` are those of pages by the names that the server's `reverse` takes; without them, all
    stay on this page.

    Raises:
        RuleError, OutOfStep: the entries do not follow from the base.
    """
    _Now.addresses = _addresses(addresses) if addresses is not None else here
    _Now.position = folded(Base.from_json(base), map(Entry.from_json, entries))
    return view()


def view(pane: str = "", fields: Fields | None = None, problem: str = "") -> Json:
    """Return the table with a pane open, and what the page should know besides."""
    position = _now()
    ask = Input(pane, (fields or {}).get("why", [""])[-1], fields or {})
    return {
        "html": render_table(position, _Now.language, ask, problem, addresses=_Now.addresses),
        "version": position.version,
        "fingerprint": fingerprint(position.table),
        "pane": pane,
        "is_open": position.is_open,
    }


show = view


def tap(where: str, fields: Fields, at: str) -> Json:
    """Read a form that was posted to `where`; `at` is local time in ISO 8601."""
    ask = Input(fields.get("pane", [""])[-1], "", fields)
    try:
        return {"entry": entry_of(_now(), where, ask, at).to_json()}
    except Refusal as error:
        return {"view": view(ask.pane, fields, str(error))}


def take(entry: Json) -> Json:
    """Play an entry that is stored, and return the next view."""
    _Now.position = apply(_now(), Entry.from_json(entry))
    return view()


def sheet() -> Json:
    return {"html": sheets.sheet_html(_now(), _Now.language)}


def text() -> Json:
    return {"text": sheets.sheet_text(_now())}


def csn() -> Json:
    return {"text": sheets.notation(_now())}


def score(text: str) -> Json:
    """Return the figures of a ``.csn``, or its error, as `manage.py score` prints them as JSON."""
    try:
        return scores(parse(text))
    except NotationError as error:
        return {"error": {"line": error.line, "message": str(error)}}


def _now() -> Position:
    assert _Now.position is not None, "no evening is open"
    return _Now.position


def _addresses(given: Mapping[str, str]) -> Addresses:
    return lambda name, *_arguments: given.get(name, f"#{name}")


__all__ = [
    "begin",
    "csn",
    "open",
    "score",
    "sheet",
    "show",
    "speak",
    "take",
    "tap",
    "text",
    "view",
]
