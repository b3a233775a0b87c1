"""The words of the notation, and how a line is cut into them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from games.rules.chouette.actions import (
    ACCEPT,
    ACTIONS,
    BEAVER,
    DROP,
    RACCOON,
    REFUSE,
    SELL,
    TAKE,
)
from games.rules.chouette.errors import ChouetteError

_ANSWERS: Final = (TAKE, DROP, BEAVER, SELL, ACCEPT, REFUSE, RACCOON)
_MEANINGS: Final = {
    **{word: word for word in (*_ANSWERS, *(one.verb for one in ACTIONS.values() if one.verb))},
    "redouble": RACCOON,
}

VERBS: Final = {
    spelling: meaning for verb, meaning in _MEANINGS.items() for spelling in (verb, f"{verb}s")
}
"""Every verb, singular and plural, with its meaning."""

OPENERS: Final = frozenset(one.opener for one in ACTIONS.values() if one.opener)
RESERVED: Final = frozenset({"box", "team", "all", *OPENERS, *VERBS})

_PLAIN: Final = re.compile(r"[^\W_][^\s,\"#|+%\\\[\]]*")
_QUOTE_TOO: Final = frozenset({"by", "hand", "for", "extra", "yes", "no", "cube"})
_TOKEN: Final = re.compile(r'"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<symbol>,)|(?P<word>[^\s,"#]+)')
_TOKEN_IN_LINE: Final = re.compile(
    r'"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<symbol>[,+|])|(?P<word>[^\s,"#+|]+)'
)
_SPACE: Final = re.compile(r"\s*")
_GAME: Final = re.compile(r"game\b")
_WORD: Final = re.compile(r"[^\s,]+|,")
_WORD_IN_LINE: Final = re.compile(r"[^\s,+|]+|[,+|]")
_ESCAPE: Final = re.compile(r'\\(["\\])')


class Token(NamedTuple):
    """A word, a quoted name, or a symbol, as written in a line.

    ``verb`` is what an unquoted verb means, else None.
    """

    text: str
    kind: str
    verb: str | None = None

    def is_word(self, *words: str) -> bool:
        """Tell whether it is one of these words, unquoted."""
        return self.kind == "word" and self.text in words

    def is_symbol(self, symbol: str) -> bool:
        return self.kind == "symbol" and self.text == symbol


_SYMBOLS: Final = {symbol: Token(symbol, "symbol") for symbol in ",+|"}
_SHORT: Final = 120


def tokens(text: str) -> tuple[Token, ...]:
    """Return a statement's tokens, without its comment. Lines of a ``game`` know ``+`` and ``|``
    too.

    Raises:
        ChouetteError: a quoted name is not closed.
    """
    return _kept(text) if len(text) <= _SHORT else _tokens(text)


def _tokens(text: str) -> tuple[Token, ...]:
    text = text.strip()
    in_line = _GAME.match(text) is not None
    if '"' in text or "#" in text:
        return tuple(_scan(text, _TOKEN_IN_LINE if in_line else _TOKEN))
    # Most lines have neither quotes nor a comment: one look finds all their words.
    words = (_WORD_IN_LINE if in_line else _WORD).findall(text)
    return tuple(_SYMBOLS.get(word) or _word(word) for word in words)


# An evening says the same few lines again and again: a lookup is a tenth of cutting them up.
_kept: Final = lru_cache(maxsize=2048)(_tokens)


def _word(text: str) -> Token:
    return Token(text, "word", VERBS.get(text))


def _scan(text: str, pattern: re.Pattern[str]) -> Iterator[Token]:
    at = 0
    while at < len(text) and text[at] != "#":
        token = pattern.match(text, at)
        if token is None:
            raise ChouetteError("quote_open")
        kind = token.lastgroup or ""
        value = token.group(kind)
        if kind == "quoted":
            value = " ".join(unescaped(value).split())
        yield _word(value) if kind == "word" else Token(value, kind)
        at = token.end()
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
