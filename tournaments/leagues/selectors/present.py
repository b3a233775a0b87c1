"""Who of those at the club owes whom a match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Club, Player, Session
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.models import Dated, Entry, Event, Match


def present_in(dated: Dated) -> set[int]:
    """Return who is known to be at the club now: seated at a chouette, or checked in to an event.

    The director adds who else has come.
    """
    club: Club = dated.event.club
    today = club.today
    seated = Player.objects.filter(
        seats__session__club=club,
        seats__session__status=Session.Status.OPEN,
        seats__session__played_on=today,
    )
    checked_in = Player.objects.filter(
        entries__state=Entry.State.PRESENT,
        entries__division__event__club=club,
        entries__division__event__own_dates=False,
        entries__division__event__starts_on=today,
        entries__division__event__status__in=[Event.Status.PLANNED, Event.Status.RUNNING],
    )
    found = (seated | checked_in).select_related("merged_into").distinct()
    return {one.current.pk for one in found}


def can_play(fixtures: Sequence[FixtureShown], here: Collection[int]) -> list[FixtureShown]:
    """Return the open fixtures whose two players are here, and sit at no table yet."""
    busy = {pk for one in fixtures if is_at_table(one.match) for pk in people_of(one.match)}
    return [
        shown
        for shown in fixtures
        if shown.match.state == Match.State.OPEN
        and people_of(shown.match) <= set(here)
        and not people_of(shown.match) & busy
    ]


def at_tables(fixtures: Sequence[FixtureShown]) -> list[FixtureShown]:
    """Return the fixtures that were put at a table today and are being played."""
    return sorted(
        (one for one in fixtures if is_at_table(one.match)), key=lambda one: one.match.board or 0
    )


def table_free(fixtures: Sequence[FixtureShown]) -> int:
    """Return the lowest number of a table at which nobody of the season plays."""
    taken = {one.match.board for one in at_tables(fixtures)}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def is_at_table(match: Match) -> bool:
    """Tell whether a match was put at a table on this day, and is not over."""
    if match.state != Match.State.OPEN or match.board is None or match.called_at is None:
        return False
    zone = ZoneInfo(match.club.time_zone)
    return timezone.localdate(match.called_at, zone) == match.club.today


def people_of(match: Match) -> set[int]:
    """Return the two players of a match as the club knows them now."""
    return {one.current.pk for one in (match.first, match.second) if one is not None}
