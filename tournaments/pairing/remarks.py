"""The explanations of a draw, line by line: why this pairing, this float, this bye."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from games.rules.coded import Param, as_text, gettext_noop
from tournaments.pairing.table_remarks import REMARKS as TABLE_SENTENCES

MESSAGES: Final[Mapping[str, str]] = {
    # why these two meet
    "fold": gettext_noop(
        "Score {score}: number {first_place} of {size} meets number {second_place} (fold)."
    ),
    "slide": gettext_noop(
        "Score {score}: number {first_place} of {size} meets number {second_place} (slide)."
    ),
    "random": gettext_noop("Score {score}: drawn."),
    "ranked": gettext_noop("Number {place} of the ranking meets number {other_place}."),
    "met_in": gettext_noop("{first} and {second} met last in round {round}."),
    "met_never": gettext_noop("{first} and {second} have not met yet."),
    "met_times": gettext_noop("{first} and {second} have met so often: {times}."),
    "apart": gettext_noop(
        "{first} and {second} are of one club or country: every other draw is less fair."
    ),
    # why they do not have the same score
    "float_no_opponent": gettext_noop(
        "Float from score {score} to {other_score}: no opponent left without a rematch."
    ),
    "float_odd": gettext_noop(
        "Float from score {score} to {other_score}: {size} have {score}, an odd number."
    ),
    "float_alone": gettext_noop(
        "Float from score {score} to {other_score}: nobody else has {score}."
    ),
    "float_joined": gettext_noop(
        "Float from score {score} to {other_score}: beside those who meet somebody from above"
        " {size} have {score}, an odd number."
    ),
    "float_needed": gettext_noop(
        "Float from score {score} to {other_score}: otherwise others would be left without"
        " a new opponent or float further."
    ),
    "float_again": gettext_noop("{player} floats again in the same direction."),
    # the bye
    "bye": gettext_noop("{player} has the bye: lowest score without a bye so far."),
    "bye_needed": gettext_noop(
        "{player} has the bye: for those with fewer points it would be a second one, or a rematch"
        " for somebody."
    ),
    "bye_ranked": gettext_noop(
        "{player} has the bye: lowest in the ranking of those with the fewest byes."
    ),
    "waits_free": gettext_noop(
        "{player} waits for the next who becomes free: nobody else who is free has played more."
    ),
    "waits_apart": gettext_noop(
        "{first} and {second} have just met: they wait for others who become free."
    ),
    # who qualifies from a group
    "lots_drawn": gettext_noop(
        "Group {group}: {players} were equal; lots drawn with the event's seed gave this order."
    ),
    # broken rules
    "rematch": gettext_noop("{first} and {second} have met before."),
    "forbidden": gettext_noop("{first} and {second} must not meet."),
    "second_bye": gettext_noop("{player} has had a bye already."),
    "missing": gettext_noop("{player} is in no pair."),
    "no_table": gettext_noop("{player} is at no table."),
    "twice": gettext_noop("{player} is drawn twice."),
    "unknown": gettext_noop("{player} does not play in this round."),
    "no_next_round": gettext_noop("After this round no further one without a rematch exists."),
}
"""English sentences about pairs by code, written only here."""

SENTENCES: Final[Mapping[str, str]] = {**MESSAGES, **TABLE_SENTENCES}

BREACHES: Final = frozenset(
    {"rematch", "forbidden", "second_bye", "missing", "no_table", "twice", "unknown"}
)
"""Remarks that make a draw illegal."""

WARNINGS: Final = BREACHES | {"no_next_round", "float_again"}
"""What a director should read before confirming; everything else only explains."""

_NOTHING: Final[Mapping[str, Param]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Remark:
    """One line about a draw: a code, the keys of the players concerned, and parameters.

    The parameters `player`, `first` and `second` are keys of players, `score` and `other_score` are
    in the units of the scores; a page replaces them by names and points.
    """

    code: str
    players: tuple[str, ...] = ()
    params: Mapping[str, Param] = field(default_factory=lambda: _NOTHING)

    @property
    def is_breach(self) -> bool:
        """Whether it makes the draw illegal."""
        return self.code in BREACHES

    @property
    def is_warning(self) -> bool:
        """Whether a director should read this before confirming."""
        return self.code in WARNINGS

    def __str__(self) -> str:
        shown = {key: as_text(value) for key, value in self.params.items()}
        return SENTENCES[self.code].format(**{"players": ", ".join(self.players), **shown})

    def to_json(self) -> dict[str, Any]:
        """Return it as stored with a draw."""
        return {"code": self.code, "players": list(self.players), "params": dict(self.params)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Remark:
        """Read what `to_json` wrote."""
        return cls(data["code"], tuple(data["players"]), dict(data["params"]))


def about(code: str, player: str) -> Remark:
    return Remark(code, (player,), {"player": player})


def between(code: str, first: str, second: str) -> Remark:
    return Remark(code, (first, second), {"first": first, "second": second})
