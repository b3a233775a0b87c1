"""What a director watches in a season: what is open, what is silent, what waits for them."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.models import Board
from tournaments.leagues.selectors.fixtures import FixtureShown, fixtures_of
from tournaments.models import Dated, Division, FixtureNote, League, LeagueSeason, Match, Round

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
    still_open = _by_division(matches)
    # Those of which a word was said: nearly none of a season that begins.
    said = _by_division(matches.filter(fixture__isnull=False).exclude(SILENT))
    return [
        Progress(one, still_open.get(one.pk, 0), still_open.get(one.pk, 0) - said.get(one.pk, 0))
        for one in season.event.divisions.order_by("position")
    ]


def _by_division(matches: QuerySet[Match]) -> dict[int, int]:
    rows = matches.order_by().values_list("round__division")
    return dict(rows.annotate(number=Count("pk")))


def silent_of(dated: Dated, division: Division | None = None) -> list[FixtureShown]:
    """Return the fixtures of a season or cup, or of a division, without a date or a word."""
    where = SILENT if division is None else SILENT & Q(round__division=division)
    return fixtures_of(dated, where=where)


def waiting_of(season: LeagueSeason) -> list[FixtureShown]:
    """Return the fixtures of a season that are disputed, or to which somebody did not come."""
    return fixtures_of(season, where=WAITS)


def on_wall(dated: Dated, now: datetime.datetime, ahead: datetime.timedelta) -> list[FixtureShown]:
    """Return the fixtures that a big screen names: on a board, with a date up to `ahead` from now,
    or perhaps overdue, by whichever deadline is theirs.
    """
    late = Q(fixture__deadline__lt=now) | Q(round__deadline__lt=now)
    if isinstance(dated, LeagueSeason):
        if dated.deadline is not None and dated.deadline < now:
            late = Q()
        days = datetime.timedelta(days=dated.league.round_days)
        if dated.league.shape == League.Shape.ROUNDS:
            late |= Q(round__released_at__lt=now - days)
    open_now = Q(state=Match.State.OPEN)
    named = open_now & (
        Q(online__status=Board.Status.PLAYING)
        | Q(fixture__agreed_at__lt=now + ahead, fixture__agreed_at__gt=now - ahead)
    )
    return fixtures_of(dated, where=named | Q(state__in=Match.UNDECIDED) & late)


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
