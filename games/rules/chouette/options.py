"""House rules: the options a club chooses, their values, and the published presets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.rules.chouette.errors import OptionError, gettext_noop

UNLIMITED: Final = -1
"""Stands for ``unlimited`` in ``automatics`` and ``animals``."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
_ON = frozenset({"on", "yes", "true"})
_OFF = frozenset({"off", "no", "false"})


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules of a club. The defaults are the preset ``canberra``.

    ``automatics`` and ``animals`` are numbers (``UNLIMITED``: no maximum); ``cube_limit`` and
    ``partner_required_from`` are ``None`` where there is none.
    """

    cubes: str = "member"
    automatics: int = 1
    optional_automatics: bool = True
    jacoby: str = "cube"
    jacoby_automatics: bool = False
    animals: int = 2
    starting_cube: int = 1
    cube_limit: int | None = 64
    captain_cube: str = "first"
    minimum_take: str = "break_even"
    three_handed: str = "normal"
    lone_captain_beaver: bool = True
    box_doubles: str = "any"
    lone_taker: str = "must_beaver"
    retention: str = "win_and_break_even"
    joiner: str = "behind_loser"
    partner_required_from: int | None = None
    settlements: bool = True
    extras: bool = False
    captain_may_buy: bool = False

    def __post_init__(self) -> None:
        if self.cube_limit is not None and self.starting_cube > self.cube_limit:
            raise OptionError("start_over_limit", start=self.starting_cube, limit=self.cube_limit)

    def allows(self, value: int) -> bool:
        """Tell whether a cube may show ``value``."""
        return self.cube_limit is None or value <= self.cube_limit

    @property
    def team_cube(self) -> bool:
        return self.cubes == "team"

    def allows_animals(self, count: int) -> bool:
        """Tell whether the ``count``-th animal in the answers to one cube is allowed (1: the
        beaver).
        """
        return self.animals == UNLIMITED or count <= self.animals

    @classmethod
    def parse(cls, text: str) -> HouseRules:
        """Read ``"canberra; minimum_take=half; jacoby=off"``: a preset, then overrides.

        Either part may be missing; the last override of an option wins.

        >>> HouseRules.parse("clinton_hill; animals=0").minimum_take
        'half'

        Raises:
            OptionError: an unknown preset, option or value, or a start above the limit.
        """
        preset = "canberra"
        chosen: dict[str, Any] = {}
        for position, part in enumerate(part.strip() for part in text.split(";")):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if equals:
                chosen[name] = option(name).read(value)
            elif part:
                if position > 0:
                    raise OptionError("preset_late", preset=part)
                preset = part
        if preset not in PRESETS:
            raise OptionError("preset_unknown", preset=preset)
        return replace(PRESETS[preset], **chosen)

    def preset(self) -> str | None:
        """Return the name of the preset these rules equal, or None."""
        return next((name for name, rules in PRESETS.items() if rules == self), None)

    def text(self) -> str:
        """Return the shortest text that ``parse`` reads as these rules: nearest preset, then
        overrides.
        """
        nearest = min(PRESETS, key=lambda name: len(self._differences(PRESETS[name])))
        return "; ".join([nearest, *self._differences(PRESETS[nearest])])

    def _differences(self, other: HouseRules) -> list[str]:
        return [
            f"{one.name}={one.write(getattr(self, one.name))}"
            for one in OPTIONS
            if getattr(self, one.name) != getattr(other, one.name)
        ]

    def to_json(self) -> dict[str, str]:
        """Return every option with its value as text; a session stores this when it starts."""
        return {one.name: one.write(getattr(self, one.name)) for one in OPTIONS}

    @classmethod
    def from_json(cls, data: Mapping[str, str]) -> HouseRules:
        """Read what ``to_json`` wrote; missing options take canberra's value."""
        return cls(**{name: option(name).read(value) for name, value in data.items()})


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its values in the notation's words, and a sentence of help for each choice.

    ``kind``: ``choice`` (one of ``values``), ``switch`` (on or off), ``count`` (a number from 0, or
    unlimited), ``number`` (a number from 1, or none), ``cube`` (1, 2, 4 ...).
    """

    name: str
    kind: str
    help: str
    values: tuple[str, ...]
    value_help: Mapping[str, str]

    @property
    def default(self) -> str:
        return self.write(getattr(PRESETS["canberra"], self.name))

    def read(self, text: str) -> Any:
        """Return the value that ``text`` stands for.

        Raises:
            OptionError: it is not a value of this option.
        """
        if self.kind == "switch" and text in _ON | _OFF:
            return text in _ON
        if self.kind == "choice":
            word = "off" if text in _OFF and "off" in self.values else text
            if word in self.values:
                return word
        if self.kind == "count" and text == "unlimited":
            return UNLIMITED
        if self.kind == "number" and text == "none":
            return None
        if self.kind in {"count", "number", "cube"} and _NUMBER.fullmatch(text):
            number = int(text)
            power_of_two = number & (number - 1) == 0
            if self.kind == "count" or (number > 0 and (self.kind == "number" or power_of_two)):
                return number
        raise OptionError(
            "option_value", option=self.name, value=text, allowed=", ".join(self.values)
        )

    def write(self, value: Any) -> str:
        """Return a value as text; ``read`` reads it back."""
        if self.kind == "switch":
            return "on" if value else "off"
        if value is None:
            return "none"
        return "unlimited" if value == UNLIMITED else str(value)


def option(name: str) -> Option:
    """Return the option of this name.

    Raises:
        OptionError: no option has this name.
    """
    if name not in _BY_NAME:
        raise OptionError("option_unknown", option=name)
    return _BY_NAME[name]


def _option(name: str, kind: str, sentence: str, **values: str) -> Option:
    spelled = {
        "switch": ("on", "off"),
        "count": ("0", "1", "2", "unlimited"),
        "number": ("1, 2, 3 ...", "none"),
        "cube": ("1", "2", "4"),
        "choice": tuple(values),
    }[kind]
    return Option(name, kind, sentence, spelled, values)


OPTIONS: Final = (
    _option(
        "cubes",
        "choice",
        gettext_noop("One cube for each member, or a single one for the whole team."),
        member=gettext_noop("Every member has his own cube"),
        team=gettext_noop("One cube for the whole team"),
    ),
    _option(
        "automatics",
        "count",
        gettext_noop("How many equal opening rolls must double every cube."),
    ),
    _option(
        "optional_automatics",
        "switch",
        gettext_noop("After the mandatory ones, the box may choose further automatic doubles."),
    ),
    _option(
        "jacoby",
        "choice",
        gettext_noop("When a gammon or backgammon counts double or triple."),
        off=gettext_noop("Gammons always count"),
        cube=gettext_noop("Only for a cube that was turned"),
        game=gettext_noop("As soon as any cube was offered in the game"),
    ),
    _option(
        "jacoby_automatics",
        "switch",
        gettext_noop("An automatic double lets gammons count, too."),
    ),
    _option(
        "animals",
        "count",
        gettext_noop("Redoubles on the spot: 0 none, 1 beaver, 2 raccoon, 3 and more in turn."),
    ),
    _option("starting_cube", "cube", gettext_noop("The value on which every cube starts.")),
    _option(
        "cube_limit",
        "number",
        gettext_noop("The highest value a cube may show, stakes not counted."),
    ),
    _option(
        "captain_cube",
        "choice",
        gettext_noop("What the box may do with the captain's cube when the team doubles."),
        free=gettext_noop("Take or drop as he likes"),
        first=gettext_noop("Not drop it while taking another"),
        must_take=gettext_noop("Never drop it"),
    ),
    _option(
        "minimum_take",
        "choice",
        gettext_noop("When the whole team doubles at once: how many cubes the box must take."),
        none=gettext_noop("As many as he likes"),
        break_even=gettext_noop("Enough that a single win costs him nothing"),
        profit=gettext_noop("Enough that a single win brings a profit"),
        half=gettext_noop("At least half, or none"),
        majority=gettext_noop("More than half, or none"),
        all_or_none=gettext_noop("All or none"),
    ),
    _option(
        "three_handed",
        "choice",
        gettext_noop("When a team of two doubles at once with both cubes centred."),
        normal=gettext_noop("Nothing special"),
        both_or_neither=gettext_noop("The box takes both or neither"),
        both=gettext_noop("The box must take both"),
    ),
    _option(
        "lone_captain_beaver",
        "switch",
        gettext_noop("Against a team of two: who takes only the captain's cube must beaver it."),
    ),
    _option(
        "box_doubles",
        "choice",
        gettext_noop("Whom the box may double."),
        any=gettext_noop("Anyone he likes"),
        same_value_same_action=gettext_noop("All cubes of the same value together"),
        include_captain=gettext_noop("The captain too, when his cube has the same value"),
        first_to_all=gettext_noop("The first time, all at once"),
    ),
    _option(
        "lone_taker",
        "choice",
        gettext_noop("When the box doubles everyone and only one member stays in."),
        free=gettext_noop("He may simply take"),
        must_beaver=gettext_noop("He must beaver or drop"),
        captain_must_beaver=gettext_noop("If he is the captain, he must beaver or drop"),
        must_drop=gettext_noop("He must drop, too"),
    ),
    _option(
        "retention",
        "choice",
        gettext_noop("Who is the box in the next game."),
        win_and_break_even=gettext_noop("The box stays if he wins and does not lose points"),
        win_and_profit=gettext_noop("The box stays if he wins and gains points"),
        beat_captain=gettext_noop("The box stays if he beats the captain"),
        last_man=gettext_noop("The box stays if he wins the board game"),
    ),
    _option(
        "joiner",
        "choice",
        gettext_noop("Where a newcomer enters the line."),
        behind_loser=gettext_noop("At the end"),
        ahead_of_loser=gettext_noop("Ahead of those just sent down"),
    ),
    _option(
        "partner_required_from",
        "number",
        gettext_noop("From this many players on, the box must have a partner."),
    ),
    _option(
        "settlements",
        "switch",
        gettext_noop("Box and member may close their bet for an agreed number of points."),
    ),
    _option(
        "extras",
        "switch",
        gettext_noop("Who drops the box's double may give a taker an extra cube."),
    ),
    _option(
        "captain_may_buy",
        "switch",
        gettext_noop("The captain may buy the cube of a member who would drop."),
    ),
)

_BY_NAME: Final = {one.name: one for one in OPTIONS}

_FREE_BOX: Final[dict[str, Any]] = {
    "captain_cube": "free",
    "lone_captain_beaver": False,
    "cube_limit": None,
}
_NO_AUTOMATICS: Final[dict[str, Any]] = {"automatics": 0, "optional_automatics": False}

PRESETS: Final[dict[str, HouseRules]] = {
    "canberra": HouseRules(),
    "beat_captain": HouseRules(
        retention="beat_captain",
        minimum_take="none",
        lone_taker="free",
        **_FREE_BOX,
        **_NO_AUTOMATICS,
    ),
    "los_angeles": HouseRules(
        three_handed="both_or_neither",
        box_doubles="include_captain",
        lone_taker="free",
        lone_captain_beaver=False,
        cube_limit=None,
    ),
    "amsterdam": HouseRules(
        retention="beat_captain",
        minimum_take="all_or_none",
        box_doubles="same_value_same_action",
        animals=1,
        lone_taker="free",
        **_FREE_BOX,
        **_NO_AUTOMATICS,
    ),
    "rotterdam": HouseRules(
        retention="beat_captain",
        minimum_take="all_or_none",
        box_doubles="same_value_same_action",
        lone_taker="free",
        **_FREE_BOX,
        **_NO_AUTOMATICS,
    ),
    "cambridge": HouseRules(
        retention="beat_captain",
        minimum_take="none",
        lone_taker="free",
        automatics=0,
        animals=0,
        joiner="ahead_of_loser",
        settlements=False,
        **_FREE_BOX,
    ),
    "clinton_hill": HouseRules(
        minimum_take="half",
        lone_taker="captain_must_beaver",
        **_FREE_BOX,
        **_NO_AUTOMATICS,
    ),
}
"""The published club rules; ``docs/rules.md`` gives their sources."""
