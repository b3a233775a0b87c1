"""Parameters of the match-play formats.

Source: `docs/tournament-formats.md`, "Match play".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from games.rules.coded import gettext_noop
from tournaments.formats.parameters import ParameterField, Parameters

LENGTHS: Final = ParameterField(
    "lengths",
    "numbers",
    gettext_noop("Points of a match, round by round"),
    gettext_noop("Such as 5, 5, 7, 9; the last is for all rounds after it. Blank: all alike."),
    1,
    64,
    may_be_blank=True,
)


@dataclass(frozen=True, slots=True)
class MatchParameters(Parameters):
    """What all formats of matches have: how long the matches of each round are, if not all alike.

    In a bracket the rounds are those of the main bracket.
    """

    lengths: tuple[int, ...] = field(default=(), kw_only=True)


def _lower_length(name: str, title: str, help: str, blank: str) -> ParameterField:
    """Return the field of how long the matches of a lower bracket are."""
    return ParameterField(name, "number", title, help, 0, 64, may_be_blank=True, blank=blank)


INSIDE: Final = {
    "fold": gettext_noop("First meets last (fold)"),
    "slide": gettext_noop("Upper meets lower half (slide)"),
    "random": gettext_noop("By lot"),
}


@dataclass(frozen=True, slots=True)
class SwissParameters(MatchParameters):
    """A fixed number of rounds, whatever the field; pairs of equal score."""

    rounds: int = 5
    inside: Literal["fold", "slide", "random"] = "fold"
    first: Literal["same", "fold", "slide", "random"] = "same"

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
            values=INSIDE,
        ),
        ParameterField(
            "first",
            "choice",
            gettext_noop("Pairs of round 1"),
            gettext_noop("By the order of the field: by rating, if that is its order."),
            values={"same": gettext_noop("As in all other rounds"), **INSIDE},
        ),
        LENGTHS,
    )

    def inside_of(self, round_number: int) -> Literal["fold", "slide", "random"]:
        """Return who meets whom among equals in a round."""
        return self.inside if round_number > 1 or self.first == "same" else self.first


@dataclass(frozen=True, slots=True)
class KeizerParameters(MatchParameters):
    """A number of rounds; neighbours of the ranking meet, unless they have met lately."""

    rounds: int = 7
    again: int = 3

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        SwissParameters.FIELDS[0],
        ParameterField(
            "again",
            "number",
            gettext_noop("Rounds until two may meet again"),
            gettext_noop("Two who have met do not meet in so many rounds after it. 0: never."),
            0,
            30,
        ),
        LENGTHS,
    )


@dataclass(frozen=True, slots=True)
class FreeParameters(MatchParameters):
    """Next matches for those who are free, up to a number for each."""

    most: int = 0

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "most",
            "number",
            gettext_noop("Matches for each player"),
            gettext_noop("Who has played so many is not drawn any more. Blank: no limit."),
            0,
            60,
            may_be_blank=True,
            blank=gettext_noop("as many as they like"),
        ),
        LENGTHS,
    )


@dataclass(frozen=True, slots=True)
class TwiceParameters(MatchParameters):
    """What all have in which everybody meets everybody."""

    twice: bool = False


@dataclass(frozen=True, slots=True)
class RoundRobinParameters(TwiceParameters):
    """Everybody meets everybody, by Berger's tables."""

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "twice",
            "switch",
            gettext_noop("Twice"),
            gettext_noop("Everybody meets everybody two times."),
        ),
        LENGTHS,
    )


def _points(name: str, title: str, help: str) -> ParameterField:
    """Return the field of what something is worth in a league."""
    return ParameterField(name, "number", title, help, 0, 99)


@dataclass(frozen=True, slots=True)
class AllPlayAllParameters(TwiceParameters):
    """Everybody owes everybody a match; all are there to be played at once, ranked by points."""

    counting: Literal["match", "pair"] = "match"
    win: int = 3
    loss: int = 1
    both: int = 3
    each: int = 2
    none: int = 1
    walkover_point: bool = False
    withdrawn: Literal["half", "kept", "removed"] = "half"

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        RoundRobinParameters.FIELDS[0],
        ParameterField(
            "counting",
            "choice",
            gettext_noop("Points are given"),
            gettext_noop("For each match, or once for two matches of the same two."),
            values={
                "match": gettext_noop("For each match"),
                "pair": gettext_noop("For each pair of matches"),
            },
        ),
        _points("win", gettext_noop("Points for a win"), gettext_noop("For each match won.")),
        _points("loss", gettext_noop("Points for a loss"), gettext_noop("For each match lost.")),
        _points(
            "both",
            gettext_noop("Points for both won"),
            gettext_noop("Where points are given for a pair of matches."),
        ),
        _points(
            "each",
            gettext_noop("Points for one each"),
            gettext_noop("Where points are given for a pair of matches."),
        ),
        _points(
            "none",
            gettext_noop("Points for both lost"),
            gettext_noop("Where points are given for a pair of matches."),
        ),
        ParameterField(
            "walkover_point",
            "switch",
            gettext_noop("The point of a loss for a walkover, too"),
            gettext_noop("Off: who does not come has nothing. If neither comes, nobody has."),
        ),
        ParameterField(
            "withdrawn",
            "choice",
            gettext_noop("Matches of who withdraws"),
            gettext_noop("Nothing is deleted: it says only what the table counts."),
            values={
                "half": gettext_noop("Count if half are played"),
                "kept": gettext_noop("Count"),
                "removed": gettext_noop("Do not count"),
            },
        ),
        LENGTHS,
    )


@dataclass(frozen=True, slots=True)
class LadderParameters(MatchParameters):
    """How far above a player may challenge, and what becomes of what is not played in time."""

    reach: int = 3
    lapsed: Literal["challenger", "nothing"] = "challenger"

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "reach",
            "number",
            gettext_noop("Places above"),
            gettext_noop("A player challenges who stands so many places above at most."),
            1,
            99,
        ),
        ParameterField(
            "lapsed",
            "choice",
            gettext_noop("A challenge that is not played in time"),
            gettext_noop("Once its days are over and nothing was reported."),
            values={
                "challenger": gettext_noop("Goes to the challenger"),
                "nothing": gettext_noop("Lapses"),
            },
        ),
        LENGTHS,
    )


@dataclass(frozen=True, slots=True)
class SingleParameters(MatchParameters):
    """A player who loses is out."""

    third_place: bool = False

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "third_place",
            "switch",
            gettext_noop("Match for third place"),
            gettext_noop("The losers of the semi-finals meet."),
        ),
        LENGTHS,
    )


@dataclass(frozen=True, slots=True)
class ProgressiveParameters(MatchParameters):
    """A player who loses plays on in the consolation, then in the last chance."""

    last_chance: bool = True
    consolation_length: int = 0
    last_chance_length: int = 0

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "last_chance",
            "switch",
            gettext_noop("Last chance"),
            gettext_noop("Players who lose early in the consolation play once more."),
        ),
        _lower_length(
            "consolation_length",
            gettext_noop("Points of a match in the consolation"),
            gettext_noop("Blank: as long as those of the main bracket."),
            gettext_noop("as the main bracket"),
        ),
        _lower_length(
            "last_chance_length",
            gettext_noop("Points of a match in the last chance"),
            gettext_noop("Blank: as long as those of the consolation."),
            gettext_noop("as the consolation"),
        ),
        LENGTHS,
    )


@dataclass(frozen=True, slots=True)
class DoubleParameters(MatchParameters):
    """A player who has lost twice is out."""

    consolation_length: int = 0

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        _lower_length(
            "consolation_length",
            gettext_noop("Points of a match in the lower bracket"),
            gettext_noop("Blank: as long as those of the main bracket."),
            gettext_noop("as the main bracket"),
        ),
        LENGTHS,
    )


@dataclass(frozen=True, slots=True)
class GroupsKnockoutParameters(MatchParameters):
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
        LENGTHS,
    )
