"""The page that sets up a session: players, preset, options, stakes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Club, Player
from games.rule_texts import option_title, preset_help, preset_title, value_words
from games.rules.chouette import OPTIONS, PRESETS, HouseRules, Option, OptionError
from games.web.buttons import Choice
from games.web.input import Ask


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """A player who can be seated, and their stake multiplier."""

    player: str
    name: str
    chosen: bool
    stake: str


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


@dataclass(frozen=True, slots=True)
class SetupPage:
    """The data of the set-up page, with the input so far."""

    club: Club
    players: list[PlayerChoice]
    chosen: int
    rules: RulesChoice
    title: str
    place: str
    played_on: str
    stake_amount: str
    currency: str
    new_name: str
    is_staked: bool
    replies_hidden: bool
    problem: str


def setup_page(
    club: Club, players: Iterable[Player], ask: Ask, today: str, problem: str = ""
) -> SetupPage:
    """Return the page for the choices so far; by default the club's rules and stake."""
    chosen = ask.all("player")
    seats = [
        PlayerChoice(
            player.public_id,
            player.name,
            player.public_id in chosen,
            ask.one(f"stake-{player.public_id}", "1"),
        )
        for player in players
    ]
    amount = "" if club.stake_amount is None else str(club.stake_amount)
    return SetupPage(
        club=club,
        players=seats,
        chosen=len(chosen),
        rules=rules_choice(club, ask),
        title=ask.one("title"),
        place=ask.one("place"),
        played_on=ask.one("played_on", today),
        stake_amount=ask.one("stake_amount", amount),
        currency=ask.one("currency", club.currency),
        new_name=ask.one("new_name"),
        is_staked=any(seat.stake not in ("", "1") for seat in seats),
        replies_hidden=replies_hidden(club, ask),
        problem=problem,
    )


def replies_hidden(club: Club, ask: Ask) -> bool:
    """Return whether replies are hidden: as ticked, or the club's default before the form was
    sent.
    """
    return ask.has("replies_hidden") if ask.has("replies_asked") else club.replies_hidden


def rules_choice(club: Club, ask: Ask) -> RulesChoice:
    """Return the chosen house rules; by default the club's."""
    preset, overrides = chosen_rules(club, ask)
    return RulesChoice(
        presets=[
            PresetCard(name, preset_title(name), preset_help(name), name == preset)
            for name in PRESETS
        ],
        preset_title=preset_title(preset),
        options=[_option_line(option, preset, overrides) for option in OPTIONS],
        changed=len(overrides),
    )


def chosen_rules(club: Club, ask: Ask) -> tuple[str, dict[str, str]]:
    """Return the preset and the options that differ from it; unknown ones are left out."""
    if not ask.has("preset"):
        return _parts(club.default_rules)
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


def rules_text(club: Club, ask: Ask) -> str:
    """Return the chosen rules in the notation: "canberra; jacoby=off"."""
    preset, overrides = chosen_rules(club, ask)
    return "; ".join([preset, *(f"{name}={value}" for name, value in overrides.items())])


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
