"""Finds every text that is marked for translation, in Python and in templates, without gettext.

Templates are Django's or, below `templates/jinja`, Jinja's: each is read the way its engine does.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.translation import templatize

from games.fast.engine import environment

ROOT = Path(__file__).resolve().parent.parent
JINJA = ROOT / "templates" / "jinja"
PACKAGES = ("chouette", "games", "tournaments")

SINGULAR = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURAL = {"ngettext", "ngettext_lazy"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy"}

_STRING = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
_CALL = re.compile(rf"\b(\w+)\(({_STRING})(?:,\s*({_STRING}))?")


@dataclass(frozen=True)
class Message:
    """A text to translate: with a plural where it counts something, and perhaps a context."""

    text: str
    plural: str | None = None
    context: str | None = None


@cache
def messages() -> dict[Message, set[str]]:
    """Every message with the files it stands in."""
    found: dict[Message, set[str]] = {}
    for path in sources():
        for message in messages_of(path):
            found.setdefault(message, set()).add(path.relative_to(ROOT).as_posix())
    return found


def sources() -> Iterator[Path]:
    """The files that may hold texts."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path
    for folder in ("templates", *PACKAGES):
        for ending in ("*.html", "*.txt"):
            yield from sorted((ROOT / folder).rglob(ending))


def messages_of(path: Path) -> Iterator[Message]:
    """The messages of one file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from _in_python(ast.parse(text, str(path)))
    elif path.is_relative_to(JINJA):
        yield from in_jinja(text)
    else:
        yield from _in_template(templatize(text, origin=str(path)))


def _in_python(tree: ast.AST) -> Iterator[Message]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        texts = [
            argument.value
            for argument in node.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        message = _message(name, texts)
        if message is not None:
            yield message


def in_jinja(text: str) -> Iterator[Message]:
    """The messages of a Jinja template."""
    for _line, name, found in environment().extract_translations(text):  # type: ignore[attr-defined]
        message = _message(name, [found] if isinstance(found, str) else list(found))
        if message is not None:
            yield message


def _in_template(code: str) -> Iterator[Message]:
    """``templatize`` makes calls of gettext from tags; everything else is blotted out."""
    for name, first, second in _CALL.findall(code):
        message = _message(name, [ast.literal_eval(text) for text in (first, second) if text])
        if message is not None:
            yield message


def _message(name: str, texts: list[str]) -> Message | None:
    if name in SINGULAR and texts:
        return Message(texts[0])
    if name in PLURAL and len(texts) > 1:
        return Message(texts[0], plural=texts[1])
    if name in WITH_CONTEXT and len(texts) > 1:
        return Message(texts[1], context=texts[0])
    return None
