"""The rules' texts in the reader's language, with names instead of identifiers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from games.language import gettext as _
from games.language import gettext_noop
from games.ledger.figures import MINUS
from games.names.lists import in_a_row
from games.rules.chouette import MESSAGES, OPTIONS, PLAYER_PARAMS, ChouetteError, Option
from games.rules.chouette.options import PRESET_HELP, PRESET_TITLES
from games.rules.coded import Param

_WORD = re.compile(r"[^\s|+]+")
_OPTION_TITLES = {one.name: one.title for one in OPTIONS}

VALUE_WORDS: Mapping[str, str] = {
    "on": gettext_noop("On"),
    "off": gettext_noop("Off"),
    "none": gettext_noop("None"),
    "unlimited": gettext_noop("Unlimited"),
}


REDOUBLES: Mapping[str, str] = {
    "1": gettext_noop("A beaver"),
    "2": gettext_noop("A raccoon"),
    "3": gettext_noop("The third in turn"),
    "4": gettext_noop("The fourth in turn"),
}


class Names(dict[str, str]):
    """Players' names by identifier; unknown identifiers stay."""

    most: int | None = None
    """Of more than so many in a list the last are only counted; None names all."""

    def __missing__(self, player: str) -> str:
        return player

    def listed(self, players: Sequence[str]) -> str:
        """Join names as in a sentence: "Ann, Bob and Cid", or "Ann, Bob and 4 more"."""
        words = [self[player] for player in players]
        if self.most is not None and len(words) > self.most:
            left = len(words) - self.most + 1
            words[self.most - 1 :] = [_("%(count)s more") % {"count": left}]
        return listed(words)

    def spelled(self, text: str) -> str:
        """Return the text with every identifier replaced by a name."""
        return _WORD.sub(lambda found: self[found.group()], text)


class FewNames(Names):
    """Other names, of which a list has no more than ``most``: for a button, which is short."""

    def __init__(self, names: Names, most: int) -> None:
        super().__init__()
        self.names, self.most = names, most

    def __missing__(self, player: str) -> str:
        return self.names[player]

    def __contains__(self, player: object) -> bool:
        return player in self.names


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence: "Ann, Bob and Cid"."""
    if len(words) < 2:
        return "".join(words)
    return _("%(first)s and %(last)s") % {"first": in_a_row(words[:-1]), "last": words[-1]}


def sentence(error: ChouetteError, names: Names) -> str:
    """Return an error of the rules as a sentence for people."""
    return filled(MESSAGES[error.code], error.params, names)


def filled(message: str, params: Mapping[str, Param], names: Names) -> str:
    """Translate a message of the rules and fill its ``{braces}``."""
    return _(message).format(**{key: _param(key, value, names) for key, value in params.items()})


def _param(key: str, value: Param, names: Names) -> str:
    if isinstance(value, tuple):
        return names.listed(value)
    text = str(value)
    if key in PLAYER_PARAMS or text in names:
        return names[text]
    if key == "option" and text in _OPTION_TITLES:
        return _(_OPTION_TITLES[text])
    if key == "last":
        # Forms offer four in turn, the notation any number.
        return _(REDOUBLES[text]) if text in REDOUBLES else _("Number {n} in turn").format(n=text)
    if key == "expected":
        return _(text)
    if re.fullmatch(r"-[0-9.]+", text):
        return MINUS + text[1:]
    return names.spelled(text)


def option_title(option: Option) -> str:
    return _(option.title)


def preset_title(name: str) -> str:
    return _(PRESET_TITLES[name])


def preset_help(name: str) -> str:
    return _(PRESET_HELP[name])


def value_words(option: Option, value: str) -> str:
    """Return an option's value in words: "At least half, or none", "Off", "64"."""
    if value in option.value_help:
        return _(option.value_help[value])
    return _(VALUE_WORDS[value]) if value in VALUE_WORDS else value
