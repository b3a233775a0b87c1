"""What the rules say, in the reader's language and with names instead of identifiers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.ledger.figures import MINUS
from games.rules.chouette import MESSAGES, PLAYER_PARAMS, ChouetteError, Option
from games.rules.chouette.errors import Param

_WORD = re.compile(r"[^\s|+]+")

OPTION_TITLES: Mapping[str, str] = {
    "cubes": gettext_noop("Cubes"),
    "automatics": gettext_noop("Automatic doubles"),
    "optional_automatics": gettext_noop("Further automatics"),
    "jacoby": gettext_noop("Jacoby rule"),
    "jacoby_automatics": gettext_noop("Jacoby and automatics"),
    "animals": gettext_noop("Beavers and raccoons"),
    "starting_cube": gettext_noop("Starting cube"),
    "cube_limit": gettext_noop("Cube limit"),
    "captain_cube": gettext_noop("The captain's cube"),
    "minimum_take": gettext_noop("Minimum take"),
    "three_handed": gettext_noop("Three-handed"),
    "lone_captain_beaver": gettext_noop("Taking the captain alone"),
    "box_doubles": gettext_noop("Doubles by the box"),
    "lone_taker": gettext_noop("The only taker"),
    "retention": gettext_noop("Who stays box"),
    "joiner": gettext_noop("Newcomers"),
    "partner_required_from": gettext_noop("Partner for the box"),
    "settlements": gettext_noop("Settlements"),
    "extras": gettext_noop("Extras"),
    "captain_may_buy": gettext_noop("Buying cubes"),
}

PRESET_TITLES: Mapping[str, str] = {
    "canberra": gettext_noop("Canberra"),
    "beat_captain": gettext_noop("Beat the captain"),
    "los_angeles": gettext_noop("Los Angeles"),
    "amsterdam": gettext_noop("Amsterdam"),
    "rotterdam": gettext_noop("Rotterdam"),
    "cambridge": gettext_noop("Cambridge"),
    "clinton_hill": gettext_noop("Clinton Hill"),
}

PRESET_HELP: Mapping[str, str] = {
    "canberra": gettext_noop(
        "The box stays when he wins without losing points. Beavers and raccoons, cubes up to 64. "
        "A good start for a club without rules of its own."
    ),
    "beat_captain": gettext_noop(
        "The box stays when he beats the captain. He takes and drops as he likes; no automatics."
    ),
    "los_angeles": gettext_noop(
        "Like Canberra without a cube limit; two cubes offered together are answered alike."
    ),
    "amsterdam": gettext_noop(
        "The box stays when he beats the captain, and takes all cubes or none. No raccoons."
    ),
    "rotterdam": gettext_noop("Amsterdam with raccoons."),
    "cambridge": gettext_noop(
        "The box stays when he beats the captain. No beavers, no settlements; a newcomer sits "
        "ahead of those sent down."
    ),
    "clinton_hill": gettext_noop(
        "The box takes at least half of the cubes, or none. A captain who takes alone beavers."
    ),
}

VALUE_WORDS: Mapping[str, str] = {
    "on": gettext_noop("On"),
    "off": gettext_noop("Off"),
    "none": gettext_noop("None"),
    "unlimited": gettext_noop("Unlimited"),
}


class Names(dict[str, str]):
    """Players' names by identifier; who is unknown keeps the identifier."""

    def __missing__(self, player: str) -> str:
        return player

    def listed(self, players: Sequence[str]) -> str:
        """Names as a sentence lists them: "Ann, Bob and Cid"."""
        return listed([self[player] for player in players])

    def spelled(self, text: str) -> str:
        """The text with every identifier in it replaced by the name."""
        return _WORD.sub(lambda found: self[found.group()], text)


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them: "Ann, Bob and Cid"."""
    if len(words) < 2:
        return "".join(words)
    return _("%(first)s and %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def sentence(error: ChouetteError, names: Names) -> str:
    """A breach of the rules as a sentence for people."""
    return filled(MESSAGES[error.code], error.params, names)


def filled(message: str, params: Mapping[str, Param], names: Names) -> str:
    """A translated message of the rules with its parameters; ``{braces}`` name them."""
    return _(message).format(**{key: _param(key, value, names) for key, value in params.items()})


def _param(key: str, value: Param, names: Names) -> str:
    if isinstance(value, tuple):
        return names.listed(value)
    text = str(value)
    if key in PLAYER_PARAMS or text in names:
        return names[text]
    if key == "option" and text in OPTION_TITLES:
        return _(OPTION_TITLES[text])
    if key == "expected":
        return _(text)
    if re.fullmatch(r"-[0-9.]+", text):
        return MINUS + text[1:]
    return names.spelled(text)


def value_words(option: Option, value: str) -> str:
    """A value of an option in words: "At least half, or none", "Off", "64"."""
    if value in option.value_help:
        return _(option.value_help[value])
    return _(VALUE_WORDS[value]) if value in VALUE_WORDS else value
