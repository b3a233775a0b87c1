"""House rules: every option with all that is said about it, and the published presets.

A new option is one field of ``HouseRules``; forms, the notation, the interface for programs and the
pages find its texts here. It is then asked for in the module whose rule it changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from games.rules.chouette.errors import MESSAGES, OptionError
from games.rules.chouette.option_kinds import (
    UNLIMITED,
    Option,
    choice,
    count,
    cube,
    number,
    switch,
)
from games.rules.coded import gettext_noop as _


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules of a club. The defaults are the preset ``canberra``.

    ``automatics`` and ``animals`` are numbers (``UNLIMITED``: no maximum); ``cube_limit`` and
    ``partner_required_from`` are ``None`` where there is none.
    """

    cubes: str = choice(
        "member",
        _("Cubes"),
        _("One cube for each member, or a single one for the whole team."),
        {
            "member": _("Every member has their own cube"),
            "team": _("One cube for the whole team"),
        },
        errors={
            "team_cube_all": _("With one cube for the team an offer is for all members."),
            "beaver_captain_only": _("With one cube only captain {captain} may beaver."),
            "one_answer": _("With one cube there is one answer for all."),
            "no_names_one_cube": _("With one cube for the team no names are given here."),
            "team_cube_only": _("“team {verb}” is only played with one cube for the team."),
        },
    )
    automatics: int = count(
        1,
        _("Automatic doubles"),
        _("How many equal opening rolls must double every cube."),
        offered=("0", "1", "2", "3", "unlimited"),
        presets={
            "beat_captain": 0,
            "amsterdam": 0,
            "rotterdam": 0,
            "cambridge": 0,
            "clinton_hill": 0,
        },
    )
    optional_automatics: bool = switch(
        True,
        _("Further automatics"),
        _("After the mandatory ones, the box may choose further automatic doubles."),
        presets={
            "beat_captain": False,
            "amsterdam": False,
            "rotterdam": False,
            "clinton_hill": False,
        },
        errors={
            "automatic_choice_missing": _(
                "Here the automatic double is the box's choice: yes or no."
            ),
            "automatic_no_choice": _("There is nothing to choose here: no yes or no."),
        },
    )
    jacoby: str = choice(
        "cube",
        _("Jacoby rule"),
        _("When a gammon or backgammon counts double or triple."),
        {
            "off": _("Gammons always count"),
            "cube": _("Only for a cube that was turned"),
            "game": _("As soon as any cube was offered in the game"),
        },
    )
    jacoby_automatics: bool = switch(
        False,
        _("Jacoby and automatics"),
        _("An automatic double lets gammons count, too."),
    )
    animals: int = count(
        2,
        _("Beavers and raccoons"),
        _("Redoubles on the spot, by each side in turn: beaver, raccoon and so on."),
        offered=("0", "1", "2", "3", "4", "unlimited"),
        words={
            "0": _("None"),
            "1": _("Beavers only"),
            "2": _("Beavers and raccoons"),
            "3": _("3 redoubles in turn"),
            "4": _("4 redoubles in turn"),
        },
        presets={"amsterdam": 1, "cambridge": 0},
        errors={
            "beaver_off": _("Beavers are not played here."),
            "animal_limit": _("{last} is the last redouble in your rules."),
        },
    )
    starting_cube: int = cube(
        1,
        _("Starting cube"),
        _("The value on which every cube starts."),
        offered=("1", "2", "4", "8"),
        errors={
            "start_over_limit": _("The starting cube {start} is above the cube limit {limit}."),
        },
    )
    cube_limit: int | None = number(
        64,
        _("Cube limit"),
        _("The highest value a cube may show, stakes not counted."),
        offered=("none", "16", "32", "64", "128", "256", "512", "1024"),
        presets={
            "beat_captain": None,
            "los_angeles": None,
            "amsterdam": None,
            "rotterdam": None,
            "cambridge": None,
            "clinton_hill": None,
        },
        errors={
            "automatic_over_limit": _("An automatic double would pass the cube limit of {limit}."),
            "cube_at_limit": _("{player}'s cube may not pass the limit of {limit}."),
            "beaver_over_limit": _("A beaver would pass the cube limit of {limit}."),
            "animal_over_limit": _("A redouble would pass the cube limit of {limit}."),
        },
    )
    captain_cube: str = choice(
        "first",
        _("The captain's cube"),
        _("What the box may do with the captain's cube when the team doubles."),
        {
            "free": _("Take or drop freely"),
            "first": _("Not drop it while taking another"),
            "must_take": _("Never drop it"),
        },
        presets={
            "beat_captain": "free",
            "amsterdam": "free",
            "rotterdam": "free",
            "cambridge": "free",
            "clinton_hill": "free",
        },
        errors={
            "captain_must_be_taken": _("The captain's cube ({captain}) may not be dropped."),
            "captain_first": _(
                "The captain's cube ({captain}) may not be dropped while another is taken."
            ),
        },
    )
    minimum_take: str = choice(
        "break_even",
        _("Minimum take"),
        _("When the whole team doubles at once: how many cubes the box must take."),
        {
            "none": _("As many as they like"),
            "break_even": _("Enough that a single win costs nothing"),
            "profit": _("Enough that a single win brings a profit"),
            "half": _("At least half, or none"),
            "majority": _("More than half, or none"),
            "all_or_none": _("All or none"),
        },
        presets={
            "beat_captain": "none",
            "amsterdam": "all_or_none",
            "rotterdam": "all_or_none",
            "cambridge": "none",
            "clinton_hill": "half",
        },
        errors={
            "minimum_break_even": _(
                "The box must take enough that a single win costs nothing: "
                "now it would bring {net}."
            ),
            "minimum_profit": _(
                "The box must take enough that a single win brings a profit: "
                "now it would bring {net}."
            ),
            "minimum_half": _("The box must take at least half of the cubes, or none: {number}."),
            "minimum_majority": _(
                "The box must take more than half of the cubes, or none: at least {number}."
            ),
            "minimum_all_or_none": _("The box must take all cubes or none."),
        },
    )
    three_handed: str = choice(
        "normal",
        _("Three-handed"),
        _("When a team of two doubles at once with both cubes centred."),
        {
            "normal": _("Nothing special"),
            "both_or_neither": _("The box takes both or neither"),
            "both": _("The box must take both"),
        },
        presets={"los_angeles": "both_or_neither"},
        errors={
            "three_handed_both_or_neither": _("Of two cubes the box must take both or neither."),
            "three_handed_both": _("Of two cubes the box must take both."),
        },
    )
    lone_captain_beaver: bool = switch(
        True,
        _("Taking the captain alone"),
        _(
            "When the whole team doubles at once with all cubes centred: "
            "who takes only the captain's cube must beaver it."
        ),
        presets={
            "beat_captain": False,
            "los_angeles": False,
            "amsterdam": False,
            "rotterdam": False,
            "cambridge": False,
            "clinton_hill": False,
        },
        errors={
            "lone_captain_beaver": _(
                "Taking the captain's cube ({captain}) alone, the box must beaver it."
            ),
        },
    )
    box_doubles: str = choice(
        "any",
        _("Doubles by the box"),
        _("Whom the box may double."),
        {
            "any": _("Anyone"),
            "same_value_same_action": _("All cubes of the same value together"),
            "include_captain": _("The captain too, when their cube has the same value"),
            "first_to_all": _("The first time, all at once"),
        },
        presets={
            "los_angeles": "include_captain",
            "amsterdam": "same_value_same_action",
            "rotterdam": "same_value_same_action",
        },
        errors={
            "same_value_same_action": _(
                "The box must double all cubes of the same value they may: {players} too."
            ),
            "include_captain": _(
                "The box must double captain {captain} too, whose cube has the same value."
            ),
            "first_to_all": _(
                "The first double goes to all whom the box may double: {players} too."
            ),
        },
    )
    lone_taker: str = choice(
        "must_beaver",
        _("The only taker"),
        _("When the box doubles everyone and only one member stays in."),
        {
            "free": _("They may simply take"),
            "must_beaver": _("They must beaver or drop"),
            "captain_must_beaver": _("The captain must beaver or drop"),
            "must_drop": _("They must drop, too"),
        },
        presets={
            "beat_captain": "free",
            "los_angeles": "free",
            "amsterdam": "free",
            "rotterdam": "free",
            "cambridge": "free",
            "clinton_hill": "captain_must_beaver",
        },
        errors={
            "lone_taker_must_beaver": _("{player}, the only one to stay in, must beaver or drop."),
            "lone_taker_must_drop": _("{player} may not be the only one to take."),
        },
    )
    retention: str = choice(
        "win_and_break_even",
        _("Who stays box"),
        _("Who is the box in the next game."),
        {
            "win_and_break_even": _("The box stays after winning without losing points"),
            "win_and_profit": _("The box stays after winning and gaining points"),
            "beat_captain": _("The box stays after beating the captain"),
            "last_man": _("The box stays after winning the board game"),
        },
        presets={
            "beat_captain": "beat_captain",
            "amsterdam": "beat_captain",
            "rotterdam": "beat_captain",
            "cambridge": "beat_captain",
        },
    )
    joiner: str = choice(
        "behind_loser",
        _("Newcomers"),
        _("Where a newcomer enters the line."),
        {
            "behind_loser": _("At the end"),
            "ahead_of_loser": _("Ahead of those just sent down"),
        },
        presets={"cambridge": "ahead_of_loser"},
    )
    partner_required_from: int | None = number(
        None,
        _("Partner for the box"),
        _("From this many players on, the box must have a partner."),
        offered=("none", "4", "5", "6", "7", "8", "9", "10"),
        errors={
            "partner_required": _("Choose the box's partner: with {number} players it needs one."),
        },
    )
    settlements: bool = switch(
        True,
        _("Settlements"),
        _("Box and member may close their bet for an agreed number of points."),
        presets={"cambridge": False},
        errors={"settlements_off": _("Settlements are not played here.")},
    )
    extras: bool = switch(
        False,
        _("Extras"),
        _("Who drops the box's double may give a taker an extra cube."),
        errors={"extras_off": _("Extras are not played here.")},
    )
    captain_may_buy: bool = switch(
        False,
        _("Buying cubes"),
        _("The captain may buy the cube of a member who would drop."),
        errors={
            "buy_off": _("The captain may not buy cubes here."),
            "buy_captain": _("Only the captain, {captain}, buys cubes, and not their own."),
            "buy_needs_take": _("Captain {captain} may buy a cube only while in the game."),
        },
    )
    keep_place: bool = switch(
        False,
        _("Place kept while sitting out"),
        _("Who sits out one game comes back to their place in the line, not as a newcomer."),
    )

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
            f"{option.name}={option.write(getattr(self, option.name))}"
            for option in OPTIONS
            if getattr(self, option.name) != getattr(other, option.name)
        ]

    def to_json(self) -> dict[str, str]:
        """Return every option with its value as text; a session stores this when it starts."""
        return {one.name: one.write(getattr(self, one.name)) for one in OPTIONS}

    @classmethod
    def from_json(cls, data: Mapping[str, str]) -> HouseRules:
        """Read what ``to_json`` wrote; missing options take canberra's value."""
        return cls(**{name: option(name).read(value) for name, value in data.items()})


OPTIONS: Final[tuple[Option, ...]] = tuple(
    replace(one.metadata["option"], name=one.name) for one in fields(HouseRules)
)

_BY_NAME: Final = {one.name: one for one in OPTIONS}

for _one in OPTIONS:
    MESSAGES.update(_one.errors)


def option(name: str) -> Option:
    """Return the option of this name.

    Raises:
        OptionError: no option has this name.
    """
    if name not in _BY_NAME:
        raise OptionError("option_unknown", option=name)
    return _BY_NAME[name]


PRESET_TITLES: Final[Mapping[str, str]] = {
    "canberra": _("Canberra"),
    "beat_captain": _("Beat the captain"),
    "los_angeles": _("Los Angeles"),
    "amsterdam": _("Amsterdam"),
    "rotterdam": _("Rotterdam"),
    "cambridge": _("Cambridge"),
    "clinton_hill": _("Clinton Hill"),
}

PRESET_HELP: Final[Mapping[str, str]] = {
    "canberra": _(
        "The box stays after winning without losing points. Beavers and raccoons, cubes up to 64. "
        "A good start for a club without rules of its own."
    ),
    "beat_captain": _(
        "The box stays after beating the captain, and takes and drops freely; no automatics."
    ),
    "los_angeles": _(
        "Like Canberra without a cube limit; two cubes offered together are answered alike."
    ),
    "amsterdam": _(
        "The box stays after beating the captain, and takes all cubes or none. No raccoons."
    ),
    "rotterdam": _("Amsterdam with raccoons."),
    "cambridge": _(
        "The box stays after beating the captain. No beavers, no settlements; a newcomer sits "
        "ahead of those sent down."
    ),
    "clinton_hill": _(
        "The box takes at least half of the cubes, or none. A captain who takes alone beavers."
    ),
}

PRESETS: Final[dict[str, HouseRules]] = {
    name: HouseRules(
        **{one.name: one.presets[name] for one in OPTIONS if name in one.presets},
    )
    for name in PRESET_TITLES
}
"""The published club rules; their sources stand in ``docs/rules.md``."""
