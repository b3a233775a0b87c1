"""Errors of pairing: each has a code, parameters and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Param = str | int | tuple[str, ...]


def gettext_noop(message: str) -> str:
    """Mark a message for translation; the pages translate it."""
    return message


MESSAGES: Final[Mapping[str, str]] = {
    "too_few": gettext_noop("A round needs two players or more; there are {count}."),
    "entered_twice": gettext_noop("{player} is entered twice."),
    "scores_too_far": gettext_noop("The scores are too far apart to be compared: {span}."),
    "size_invalid": gettext_noop("{size} players do not fit this format: {least} to {most} do."),
    "entrants_wrong": gettext_noop("There are {size} places for {count} players."),
    "groups_invalid": gettext_noop("{size} players cannot be split into {count} groups."),
}
"""English sentences by code, written only here."""


class PairingError(ValueError):
    """No draw is possible.

    `code` is a key of `MESSAGES`; `params` fill its braces. `str()` is English.
    """

    def __init__(self, code: str, **params: Param) -> None:
        self.code = code
        self.params: dict[str, Param] = params
        super().__init__(code)

    def __str__(self) -> str:
        return MESSAGES[self.code].format(**{key: as_text(v) for key, v in self.params.items()})


def as_text(value: Param) -> str:
    """Return a parameter as it reads in a sentence: names are joined by commas."""
    return ", ".join(value) if isinstance(value, tuple) else str(value)
