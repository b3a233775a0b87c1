"""A catalogue of texts as JSON, for devices where no gettext has files.

Keys are the texts as the program has them, after their context and the sign 4 if they have one;
values the translation, or those of one and of many. English and German count alike: one, and all
others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Texts = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A language: its texts, those of the program where it has none, and its decimal sign."""

    texts: Texts = field(default_factory=dict)
    point: str = "."

    def gettext(self, message: str, /) -> str:
        found = self.texts.get(message)
        return found if isinstance(found, str) else message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        found = self.texts.get(singular)
        if found is None or isinstance(found, str):
            return singular if number == 1 else plural
        return found[number != 1]

    def pgettext(self, context: str, message: str, /) -> str:
        found = self.texts.get(f"{context}\4{message}")
        return found if isinstance(found, str) else message

    def decimal_sign(self) -> str:
        return self.point
