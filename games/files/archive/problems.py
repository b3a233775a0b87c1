"""Why an archive cannot be read: a code with parameters, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.rules.coded import gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    "not_an_archive": gettext_noop("This is no archive of a club."),
    "half": gettext_noop("This archive is damaged, or only half of one."),
    "newer": gettext_noop(
        "This archive comes from a newer version of the program: it has format %(version)s, and "
        "this version reads formats up to %(known)s. Update the program first."
    ),
    "newer_rules": gettext_noop(
        "This archive was played by version %(version)s of the rules, and this program knows "
        "versions up to %(known)s. Update the program first."
    ),
    "checksum": gettext_noop(
        "This archive was changed after it was written: the checksum of its %(part)s is wrong."
    ),
    "shape": gettext_noop("The %(part)s of this archive are not as they should be: %(detail)s"),
    "session": gettext_noop("Session %(number)s of this archive cannot be read: %(detail)s"),
    "figures": gettext_noop(
        "Session %(number)s of this archive comes out with other points in game %(game)s than it "
        "says."
    ),
}


class BadArchive(ValueError):
    """The archive cannot be read; `str()` is the English sentence."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(MESSAGES[code] % params)
