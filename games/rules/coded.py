"""The error of all that is pure: a code with parameters, and an English sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

Param = str | int | tuple[str, ...]


def gettext_noop(message: str) -> str:
    """Mark a message for translation; the pages translate it."""
    return message


def as_text(value: Param) -> str:
    """Return a parameter as it reads in a sentence: names are joined by commas."""
    return ", ".join(value) if isinstance(value, tuple) else str(value)


class CodedError(ValueError):
    """Something is not allowed, or cannot be read; nothing has changed.

    ``code`` is a key of ``messages``; ``params`` fill its braces. ``str()`` is English.
    """

    messages: ClassVar[Mapping[str, str]]

    def __init__(self, code: str, **params: Param) -> None:
        self.code = code
        self.params: dict[str, Param] = params
        super().__init__(code)

    def __str__(self) -> str:
        return self.sentence(self.messages[self.code])

    def sentence(self, message: str) -> str:
        """Fill the braces of the sentence in any language."""
        return message.format(**{name: as_text(value) for name, value in self.params.items()})

    def __reduce__(self) -> tuple[Any, ...]:
        """Go to another process and back, whatever else an error of some kind must be given."""
        return _again, (type(self), dict(vars(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CodedError):
            return NotImplemented
        return type(self) is type(other) and (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.params.items(), key=lambda item: item[0]))))


def _again(kind: type[CodedError], said: Mapping[str, Any]) -> CodedError:
    error = kind.__new__(kind, said["code"])
    vars(error).update(said)
    return error
