"""What a director watches in a season: what is open, what is silent, what waits for them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.leagues.selectors.fixtures import FixtureShown, fixtures_of
from tournaments.models import Dated, Division, FixtureNote, LeagueSeason, Match, Round

Kind = FixtureNote.Kind
RECENT: Final = 8
"""Results that the page of a league lists."""
SAID_BY_ONE = FixtureNote.objects.filter(fixture__match=OuterRef("pk"), side__isnull=False).exclude(
    kind=Kind.CHALLENGED
)
SILENT = Q(state=Match.State.OPEN, fixture__agreed_at__isnull=True) & Q(~Exists(SAID_BY_ONE))
"""Neither a date nor a word of the two; as `FixtureShown.is_silent` says it of one."""
WAITS = Q(state=Match.State.DISPUTED) | Q(
    state__in=Match.UNDECIDED,
    pk__in=FixtureNote.objects.filter(kind=Kind.ABSENT).values("fixture__match"),
)
"""What a director may have to decide: a dispute, or that somebody did not come."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many matches of a division are open, and how many of them nobody has said a word of."""

    division: Division
    still_open: int
    silent: int


def progress_of(season: LeagueSeason) -> list[Progress]:
    """Count what is open in each division of a season, from the top."""
    matches = Match.objects.filter(
        round__division__event=season.event_id,
        round__state=Round.State.RELEASED,
        first__isnull=False,
        second__isnull=False,
        state=Match.State.OPEN,
    )
    counted = matches.values("round__division").annotate(
        still_open=Count("pk"), silent=Count("pk", filter=SILENT)
    )
    found = {row["round__division"]: row for row in counted.order_by()}
    none = {"still_open": 0, "silent": 0}
    return [
        Progress(one, row["still_open"], row["silent"])
        for one in season.event.divisions.order_by("position")
        for row in [found.get(one.pk, none)]
    ]


def silent_of(dated: Dated, division: Division | None = None) -> list[FixtureShown]:
    """Return the fixtures of a season or cup, or of a division, without a date or a word."""
    where = SILENT if division is None else SILENT & Q(round__division=division)
    return fixtures_of(dated, where=where)


def waiting_of(season: LeagueSeason) -> list[FixtureShown]:
    """Return the fixtures of a season that are disputed, or to which somebody did not come."""
    return fixtures_of(season, where=WAITS)


def recent_of(season: LeagueSeason) -> list[FixtureShown]:
    """Return the latest results of a season that were played, the latest first."""
    played = Q(state=Match.State.SETTLED, outcome=Match.Outcome.PLAYED)
    return fixtures_of(season, where=played, latest=RECENT)


def among(dated: Dated, here: Collection[int]) -> list[FixtureShown]:
    """Return the open fixtures whose two players are here, and those at a table."""
    first = Q(first__in=here) | Q(first__merged_into__in=here)
    second = Q(second__in=here) | Q(second__merged_into__in=here)
    return fixtures_of(
        dated, where=Q(state=Match.State.OPEN) & (Q(board__isnull=False) | first & second)
    )
