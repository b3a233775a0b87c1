"""Parameters of the match-play formats.

Source: `docs/tournament-formats.md`, "Match play".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.rules.coded import gettext_noop
from tournaments.formats.parameters import ParameterField, Parameters


@dataclass(frozen=True, slots=True)
class SwissParameters(Parameters):
    """A fixed number of rounds, whatever the field; pairs of equal score."""

    rounds: int = 5
    inside: Literal["fold", "slide", "random"] = "fold"

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "rounds",
            "number",
            gettext_noop("Rounds"),
            gettext_noop("So many rounds are played, whatever the field."),
            1,
            30,
        ),
        ParameterField(
            "inside",
            "choice",
            gettext_noop("Pairs inside a score group"),
            gettext_noop("Who meets whom among those with the same score."),
            values={
                "fold": gettext_noop("The first meets the last (fold)"),
                "slide": gettext_noop("The upper half meets the lower half (slide)"),
                "random": gettext_noop("Drawn"),
            },
        ),
    )


@dataclass(frozen=True, slots=True)
class RoundRobinParameters(Parameters):
    """Everybody meets everybody, by Berger's tables."""

    twice: bool = False

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "twice",
            "switch",
            gettext_noop("Twice"),
            gettext_noop("Everybody meets everybody two times."),
        ),
    )


@dataclass(frozen=True, slots=True)
class SingleParameters(Parameters):
    """A player who loses is out."""

    third_place: bool = False

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "third_place",
            "switch",
            gettext_noop("Match for third place"),
            gettext_noop("The losers of the semi-finals meet."),
        ),
    )


@dataclass(frozen=True, slots=True)
class ProgressiveParameters(Parameters):
    """A player who loses plays on in the consolation, then in the last chance."""

    last_chance: bool = True
    consolation_length: int = 0

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "last_chance",
            "switch",
            gettext_noop("Last chance"),
            gettext_noop("Players who lose early in the consolation play once more."),
        ),
        ParameterField(
            "consolation_length",
            "number",
            gettext_noop("Points of a match in the lower brackets"),
            gettext_noop("0: as long as in the main bracket."),
            0,
            64,
        ),
    )


@dataclass(frozen=True, slots=True)
class DoubleParameters(Parameters):
    """A player who has lost twice is out."""

    consolation_length: int = 0

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (ProgressiveParameters.FIELDS[1],)


@dataclass(frozen=True, slots=True)
class GroupsKnockoutParameters(Parameters):
    """Everybody meets everybody in small groups; the best go on into a knockout."""

    groups: int = 2
    qualifiers: int = 2
    third_place: bool = False

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "groups",
            "number",
            gettext_noop("Groups"),
            gettext_noop("The field is split into so many groups."),
            1,
            32,
        ),
        ParameterField(
            "qualifiers",
            "number",
            gettext_noop("Go on from each group"),
            gettext_noop("So many of each group play the knockout."),
            1,
            16,
        ),
        SingleParameters.FIELDS[0],
    )
