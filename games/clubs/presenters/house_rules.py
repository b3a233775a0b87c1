"""The choice of house rules: a preset, and the options that differ from it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Club
from games.rule_texts import option_title, preset_help, preset_title, value_words
from games.rules.chouette import OPTIONS, PRESETS, HouseRules, Option, OptionError
from games.web.buttons import Choice
from games.web.input import Input


@dataclass(frozen=True, slots=True)
class PresetCard:
    """A preset with its distinguishing feature, in a sentence."""

    name: str
    title: str
    help: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option: its help, its values, and the preset's value."""

    name: str
    title: str
    help: str
    preset_value: str
    choices: list[Choice]
    is_changed: bool


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """The chosen house rules: a preset, and the number of options that differ."""

    presets: list[PresetCard]
    preset_title: str
    options: list[OptionLine]
    changed: int


def rules_choice(club: Club, ask: Input, usual: str = "") -> RulesChoice:
    """Return the chosen house rules; by default the usual ones, else the club's."""
    preset, overrides = chosen_rules(club, ask, usual)
    return RulesChoice(
        presets=preset_cards(preset),
        preset_title=preset_title(preset),
        options=[_option_line(option, preset, overrides) for option in OPTIONS],
        changed=len(overrides),
    )


def preset_cards(chosen: str = "") -> list[PresetCard]:
    """Return all presets; the first is marked if none of them is chosen."""
    marked = chosen if chosen in PRESETS else next(iter(PRESETS))
    return [
        PresetCard(name, preset_title(name), preset_help(name), name == marked) for name in PRESETS
    ]


def chosen_rules(club: Club, ask: Input, usual: str = "") -> tuple[str, dict[str, str]]:
    """Return the preset and the options that differ from it; unknown ones are left out."""
    if not ask.has("preset"):
        return _parts(usual or club.default_rules)
    preset = ask.one("preset")
    if preset not in PRESETS:
        return _parts("")
    basis = PRESETS[preset].to_json()
    overrides = {}
    for option in OPTIONS:
        value = ask.one(f"option-{option.name}")
        if value and value != basis[option.name] and _is_value(option, value):
            overrides[option.name] = value
    return preset, overrides


def rules_text(club: Club, ask: Input, usual: str = "") -> str:
    """Return the chosen rules in the notation: "canberra; jacoby=off"."""
    preset, overrides = chosen_rules(club, ask, usual)
    return "; ".join([preset, *(f"{name}={value}" for name, value in overrides.items())])


def rules_words(text: str) -> str:
    """Return rules of the notation in words: “Canberra · Jacoby rule: Off”.

    What this version does not know is left as it stands.
    """
    try:
        preset, overrides = _parts(text)
    except OptionError:
        return text
    changed = [
        f"{option_title(option)}: {value_words(option, overrides[option.name])}"
        for option in OPTIONS
        if option.name in overrides
    ]
    return " · ".join([preset_title(preset), *changed])


def _parts(text: str) -> tuple[str, dict[str, str]]:
    preset, *rest = [part.strip() for part in HouseRules.parse(text).text().split(";")]
    pairs = (part.partition("=") for part in rest)
    return preset, {name.strip(): value.strip() for name, _equals, value in pairs}


def _is_value(option: Option, value: str) -> bool:
    try:
        option.read(value)
    except OptionError:
        return False
    return True


def _option_line(option: Option, preset: str, overrides: dict[str, str]) -> OptionLine:
    standard = PRESETS[preset].to_json()[option.name]
    value = overrides.get(option.name, "")
    values = option.offered
    if value and value not in values:
        values = (*values, value)
    return OptionLine(
        name=option.name,
        title=option_title(option),
        help=_(option.help),
        preset_value=value_words(option, standard),
        choices=[
            Choice(one, value_words(option, one), chosen=one == value)
            for one in values
            if one != standard
        ],
        is_changed=bool(value),
    )
