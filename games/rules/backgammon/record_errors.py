"""Errors in the text of a match: a line and a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.backgammon.errors import MESSAGES as RULE_MESSAGES
from games.rules.backgammon.errors import BackgammonError
from games.rules.backgammon.match_errors import MESSAGES as MATCH_MESSAGES
from games.rules.coded import Param, gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    "encoding": gettext_noop("This is not a text of a match."),
    "too_large": gettext_noop("The file is larger than {limit} MB."),
    "length_missing": gettext_noop("The length of the match must come first: “7 point match”."),
    "length_twice": gettext_noop("The length of the match is given twice."),
    "game_missing": gettext_noop("There is no game in this file."),
    "score_missing": gettext_noop("Names and score are expected here: “Ann : 0   Bob : 0”."),
    "score_wrong": gettext_noop("The score here is {a} : {b}; the games before make {c} : {d}."),
    "names_changed": gettext_noop("The players' names are not those of the first game."),
    "line_unknown": gettext_noop("This line cannot be read: {text}"),
    "cell_unknown": gettext_noop("“{text}” is no part of a game."),
    "tree_malformed": gettext_noop("This is not a game tree: {text} is not expected here."),
    "tree_open": gettext_noop("The file ends inside a game tree."),
    "not_backgammon": gettext_noop("This is a record of another game than backgammon."),
    "game_other": gettext_noop("This is a record of another game than backgammon: {text}."),
    "variant_other": gettext_noop("This is a game of another variant of backgammon: {text}."),
    "set_up": gettext_noop("Games from a set-up position are not read."),
    "property_malformed": gettext_noop("“{text}” cannot be read."),
    **RULE_MESSAGES,
    **MATCH_MESSAGES,
}
"""English sentences by code: errors of records, and of the rules that a record can break."""


class RecordError(BackgammonError):
    """The text is not the record of a match, or breaks the rules. `line` counts from 1."""

    messages = MESSAGES

    def __init__(self, code: str, line: int, **params: Param) -> None:
        self.line = line
        super().__init__(code, **params)

    @classmethod
    def at(cls, line: int, error: BackgammonError) -> RecordError:
        """Return the same error with its line."""
        return cls(error.code, line, **error.params)
