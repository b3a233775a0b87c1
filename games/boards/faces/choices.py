"""What a player chooses for the boards on one device; the script keeps it there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the possible values, and whether it is the usual one."""

    value: str
    text: str
    is_usual: bool


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """Something to choose; the names and values are those of `board_look.js`."""

    name: str
    title: str
    choices: Sequence[Choice]
    help: str = ""


def choice_fields() -> list[ChoiceField]:
    """Return all that can be chosen, the usual value first."""
    off = ("off", _("No"))
    on = ("on", _("Yes"))
    return [
        _field(
            "view",
            _("Your home"),
            ("right", _("lower right")),
            ("left", _("lower left")),
            ("picture", _("as in Tele-Backgammon: 1–12 above, homes at the left")),
        ),
        _field(
            "numbers",
            _("Numbers on the points"),
            ("own", _("your own points")),
            ("fields", _("fields 1–24, the same for both")),
        ),
        _field(
            "colours",
            _("Colours"),
            ("felt", _("felt")),
            ("safe", _("blue and yellow, for all eyes")),
            ("contrast", _("high contrast")),
        ),
        _field(
            "tap",
            _("Tap a checker"),
            ("twice", _("chooses it, once more plays the first die")),
            ("once", _("plays the first die at once")),
        ),
        _field(
            "speed",
            _("Show the other side's play again"),
            ("normal", _("at ease")),
            ("slow", _("slowly")),
            ("fast", _("fast")),
            ("off", _("no")),
        ),
        _field("thinks", _("The assistant takes a moment before it plays"), off, on),
        _field(
            "roll",
            _("Roll by itself"),
            ("never", _("never")),
            ("nodouble", _("while you cannot double")),
            ("always", _("always")),
        ),
        _field("forced", _("Play the only possible play by itself"), off, on),
        _field("bearoff", _("Bear off by itself when nothing can be hit any more"), off, on),
        _field("sound", _("Tones: your turn, a double, the end"), on, off),
        _field("talk", _("Show what others say at the board"), on, off),
        _field("closed", _("Roll on by itself while you are closed out"), off, on),
    ]


def _field(name: str, title: str, *choices: tuple[str, str]) -> ChoiceField:
    usual = choices[0][0]
    return ChoiceField(
        name, title, [Choice(value, text, value == usual) for value, text in choices]
    )
