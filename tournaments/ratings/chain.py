"""A club's estimates month by month: each follows from the previous one and the month's games.

Source: `docs/ratings.md`, "From month to month". A month is judged on the day of its last evening;
by then older sums have been aged. A player without a game for two years is settled: they keep the
figure of the last month in which they played, until they return.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Final

from tournaments.ratings.evidence import Evidence, total
from tournaments.ratings.places import Stand, in_order, stands
from tournaments.ratings.skill import (
    DEFAULTS,
    Settings,
    Skill,
    Solved,
    Spread,
    estimated,
    forgotten,
    solved_at,
)

SETTLED_AFTER: Final = 24
"""Months without a game after which a player is settled."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The evidence of one session, and its date."""

    day: date
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Sums:
    """All evidence up to a day, aged to that day, and the spread of the club found from it.

    `following` is one step further, and where the next month begins.
    """

    day: date
    evidence: Evidence
    spread: Spread
    following: Spread


@dataclass(frozen=True, slots=True)
class Listed:
    """A player's line in a list; settled players have the figure of `month`, their last one.

    They have no stand: their place is kept for nobody.
    """

    skill: Skill
    month: date
    stand: Stand | None = None

    @property
    def is_settled(self) -> bool:
        """Whether they have not played for so long that their figure is kept."""
        return self.stand is None


@dataclass(slots=True)
class Chain:
    """A club after some months. `last` has everybody's estimate of the last month they played in,
    and `evenings` how many they have played, aged like their games.

    Before the first game there are no sums.
    """

    sums: Sums | None = None
    last: dict[str, tuple[date, Skill]] = field(default_factory=dict)
    settings: Settings = DEFAULTS
    evenings: dict[str, float] = field(default_factory=dict)
    _now: Solved | None = None

    def play(self, evenings: Sequence[Evening]) -> dict[str, Skill]:
        """Continue with the evenings of one month, and return the estimates of those who played."""
        day = max(evening.day for evening in evenings)
        parts = [(one.evidence, forgotten((day - one.day).days)) for one in evenings]
        played = {player for one in evenings for player in one.evidence.players}
        spread = self.settings.spread
        counts: dict[str, float] = {}
        if self.sums is not None:
            spread = self.sums.following
            fading = forgotten((day - self.sums.day).days)
            parts.insert(0, (self.sums.evidence, fading))
            counts = {player: count * fading for player, count in self.evenings.items()}
        for one in evenings:
            weight = forgotten((day - one.day).days)
            for player in one.evidence.players:
                counts[player] = counts.get(player, 0.0) + weight
        self.evenings = counts
        evidence = total(parts)
        settled = self._settled(month_of(day), played)
        found = estimated(evidence, spread, self.settings, settled)
        self._now = found.solved
        self.sums = Sums(day, evidence, found.spread, found.following)
        those = {player: found.skills[player] for player in sorted(played)}
        self.last |= {player: (month_of(day), skill) for player, skill in those.items()}
        return those

    def listed(self) -> dict[str, Listed]:
        """Return everybody's line on the day of the last evening."""
        if self.sums is None:
            return {}
        settled, evidence = self._settled(month_of(self.sums.day), ()), self.sums.evidence
        solved = self._now or solved_at(evidence, self.sums.spread, self.settings, settled)
        now = solved.skills(evidence)
        stand = stands(list(now), solved, in_order(now), self.evenings)
        lines = {p: Listed(skill, self.last[p][0], stand[p]) for p, skill in now.items()}
        for player in settled:
            month, skill = self.last[player]
            lines[player] = Listed(skill, month)
        return lines

    def _settled(self, month: date, played: Iterable[str]) -> Mapping[str, float]:
        latest = _number(month) - SETTLED_AFTER
        gone = {p: skill.skill for p, (last, skill) in self.last.items() if _number(last) < latest}
        for player in played:
            gone.pop(player, None)
        return gone


def months(evenings: Iterable[Evening]) -> list[tuple[date, list[Evening]]]:
    """Return evenings by month, the earliest first."""
    ordered = sorted(evenings, key=lambda evening: evening.day)
    return [
        (month, list(those)) for month, those in groupby(ordered, lambda one: month_of(one.day))
    ]


def ranked(lines: Mapping[str, Listed]) -> list[str]:
    """Return players in the order of a list: by the lower 80 % bound, the settled last."""
    return [
        player
        for is_settled in (False, True)
        for player in in_order(
            {p: line.skill for p, line in lines.items() if line.is_settled == is_settled}
        )
    ]


def month_of(day: date) -> date:
    return day.replace(day=1)


def _number(month: date) -> int:
    return month.year * 12 + month.month
