"""The texts of a language that go with the code for devices without a server, as JSON has them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import polib
from django.conf import settings

from games.fast.engine import environment

Texts = dict[str, str | list[str]]


def texts_of(language: str, sources: Iterable[bytes], templates: Iterable[str]) -> Texts:
    """Return the translations that Python sources and Jinja's templates may ask for.

    The shape is that of `games.offline.texts`. What is not marked for translation and happens to
    be spelled alike comes along.
    """
    wanted = {text for source in sources for text in _strings(source)}
    wanted.update(text for template in templates for text in _marked(template))
    folder = Path(settings.SHIPPED) / "locale" / language / "LC_MESSAGES" / "django.po"
    if not folder.is_file():
        return {}
    found: Texts = {}
    for entry in polib.pofile(str(folder)):
        if entry.msgid in wanted and entry.translated():
            key = f"{entry.msgctxt}\4{entry.msgid}" if entry.msgctxt else entry.msgid
            plurals = [text for _number, text in sorted(entry.msgstr_plural.items())]
            found[key] = plurals or entry.msgstr
    return found


def _strings(source: bytes) -> Iterator[str]:
    """Yield the texts of a Python source; those that stand side by side are one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _marked(template: str) -> Iterator[str]:
    """Yield the texts of a template that are marked for translation."""
    found = environment().extract_translations(template)  # type: ignore[attr-defined]
    for _line, _function, texts in found:
        parts = texts if isinstance(texts, tuple) else (texts,)
        yield from (text for text in parts if text)
