"""What all formats of records share: the text of a file, and which game it must be of."""

from __future__ import annotations

import re
from typing import Final

from games.rules.backgammon.record_errors import RecordError
from games.rules.file_text import file_text

LINE_END: Final = re.compile(r"\r\n|\r|\n")
BACKGAMMON: Final = frozenset(
    {"", "?", "backgammon", "standard", "normal", "regular", "match", "money", "unlimited"}
)
"""What programs call the usual game, and series of it."""
_BINARY: Final = re.compile("[\0-\b]")
_SHOWN: Final = 60


def text_of(content: str | bytes) -> str:
    """Return the text of a file without its byte order mark.

    Raises:
        RecordError: it is not text.
    """
    text = content if isinstance(content, str) else file_text(content, "replace")[0]
    if _BINARY.search(text):
        raise RecordError("encoding", 1)
    return text.removeprefix("\ufeff")


def check_variant(name: str, line: int) -> None:
    """Refuse another game than backgammon by its name.

    Raises:
        RecordError: it is one, such as NackGammon.
    """
    words = re.sub(r"[\s_-]*(?:game|play|session|match)s?\Z", "", name.strip().lower())
    if words not in BACKGAMMON and name.strip().lower() not in BACKGAMMON:
        raise RecordError("variant_other", line, text=name.strip()[:_SHOWN])
