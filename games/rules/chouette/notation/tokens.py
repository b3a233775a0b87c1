"""The words of the notation, and how a line is cut into them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.rules.chouette.errors import ChouetteError

VERBS: Final = {
    spelling: meaning
    for meaning, spellings in {
        "double": "double doubles",
        "take": "take takes",
        "drop": "drop drops",
        "beaver": "beaver beavers",
        "accept": "accept accepts",
        "refuse": "refuse refuses",
        "raccoon": "raccoon raccoons redouble redoubles",
        "settle": "settle settles",
        "give": "give gives",
        "sell": "sell sells",
        "win": "win wins",
        "join": "join joins",
        "leave": "leave leaves",
        "partner": "partner partners",
    }.items()
    for spelling in spellings.split()
}
"""Every verb, singular and plural, with its meaning."""

OPENERS: Final = frozenset({"order", "game", "points", "open"})
RESERVED: Final = frozenset({"box", "team", "all", *OPENERS, *VERBS})

_PLAIN: Final = re.compile(r"[^\W_][^\s,\"#|+%\\\[\]]*")
_QUOTE_TOO: Final = frozenset({"by", "hand", "for", "extra", "yes", "no", "cube"})
_TOKEN: Final = re.compile(r'"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<symbol>,)|(?P<word>[^\s,"#]+)')
_TOKEN_IN_LINE: Final = re.compile(
    r'"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<symbol>[,+|])|(?P<word>[^\s,"#+|]+)'
)
_SPACE: Final = re.compile(r"\s*")
_ESCAPE: Final = re.compile(r'\\(["\\])')


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a quoted name, or a symbol, as written in a line."""

    text: str
    kind: str

    def is_word(self, *words: str) -> bool:
        """Tell whether it is one of these words, unquoted."""
        return self.kind == "word" and self.text in words

    def is_symbol(self, symbol: str) -> bool:
        return self.kind == "symbol" and self.text == symbol

    @property
    def verb(self) -> str | None:
        """The verb's meaning, or None if this is not a verb."""
        return VERBS.get(self.text) if self.kind == "word" else None


def tokens(text: str) -> list[Token]:
    """Return a statement's tokens, without its comment. Lines of a ``game`` know ``+`` and ``|``
    too.

    Raises:
        ChouetteError: a quoted name is not closed.
    """
    return list(_scan(text.strip()))


def _scan(text: str) -> Iterator[Token]:
    pattern = _TOKEN_IN_LINE if re.match(r"game\b", text) else _TOKEN
    at = 0
    while at < len(text) and text[at] != "#":
        found = pattern.match(text, at)
        if found is None:
            raise ChouetteError("quote_open")
        kind = found.lastgroup or ""
        value = found.group(kind)
        if kind == "quoted":
            value = " ".join(unescaped(value).split())
        yield Token(value, kind)
        at = found.end()
        space = _SPACE.match(text, at)
        at = space.end() if space else at


def unescaped(text: str) -> str:
    r"""Remove the backslashes before ``"`` and ``\`` in quoted text."""
    return _ESCAPE.sub(r"\1", text)


def escaped(text: str) -> str:
    r"""Put a backslash before ``"`` and ``\``, as between quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def name_text(name: str) -> str:
    """Return a name as a statement writes it, quoted where necessary."""
    plain = _PLAIN.fullmatch(name) and name not in RESERVED | _QUOTE_TOO
    return name if plain else f'"{escaped(name)}"'
