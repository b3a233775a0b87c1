"""Other matches that one of two plays at the same hour, in whatever league or cup of the club."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Final

from django.db.models import Q
from django.utils import timezone

from games.models import Player
from tournaments.leagues.selectors.fixtures import agreed_of
from tournaments.models import Fixture, Match

HOUR: Final = datetime.timedelta(hours=1)
"""Two dates that are closer to each other clash."""


def clashes_of(
    match: Match, times: Sequence[datetime.datetime]
) -> list[tuple[int, Match, datetime.datetime]]:
    """Return which side of a match plays another, agreed for the hour of one of these times."""
    if not times:
        return []
    near = Q()
    for at in times:
        near |= Q(agreed_at__gt=at - HOUR, agreed_at__lt=at + HOUR)
    sides = {
        key: side
        for side, player in enumerate((match.first, match.second))
        for key in _keys(player)
    }
    theirs = Q(match__first__in=sides) | Q(match__second__in=sides)
    fixtures = (
        Fixture.objects.filter(near, theirs, match__state=Match.State.OPEN)
        .exclude(match=match)
        .select_related("match__first__merged_into", "match__second__merged_into")
        .prefetch_related("notes")
        .order_by("agreed_at", "pk")
    )
    return [
        (sides[key], fixture.match, at)
        for fixture in fixtures
        for at in (agreed_of(fixture, list(fixture.notes.all())),)
        for key in (fixture.match.first_id, fixture.match.second_id)
        if at is not None and key in sides
    ]


def agreed_by(player: Player | None) -> dict[int, datetime.datetime]:
    """Return when somebody plays the matches for which a date is agreed, by the match's key."""
    keys = _keys(player)
    if not keys:
        return {}
    theirs = Q(match__first__in=keys) | Q(match__second__in=keys)
    fixtures = Fixture.objects.filter(theirs, match__state=Match.State.OPEN)
    agreed = fixtures.filter(agreed_at__gt=timezone.now() - HOUR)
    rows = agreed.values_list("match", "agreed_at")
    return {match: at for match, at in rows if at is not None}


def _keys(player: Player | None) -> list[int]:
    """Return the keys under which matches name somebody."""
    return [] if player is None else player.current.own_keys()
