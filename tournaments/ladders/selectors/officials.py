"""Reads official lists as they were frozen."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Count

from games.clubs.selectors.privacy import Person, is_left_out, people_seen
from games.errors import NotFound
from games.models import Club
from games.models.ids import is_public_id
from games.permissions import NOBODY, Reader
from tournaments.models import OfficialList, OfficialRow

ROWS_ON_A_PAGE: Final = 50
BY_POINTS: Final = "points"
BY_SKILL: Final = "skill"


@dataclass(frozen=True, slots=True)
class OfficialPage:
    """A page of a frozen list, in the order of skill or of points.

    `before` and `after` are its neighbours of the same kind.
    """

    official: OfficialList
    rows: tuple[OfficialRow, ...]
    people: Mapping[int, Person]
    order: str
    players: int
    page: int
    has_next: bool
    before: OfficialList | None = None
    after: OfficialList | None = None


def official_lists(club: Club) -> list[OfficialList]:
    """Return a club's official lists, the latest first, each with its number of lines."""
    return list(
        OfficialList.objects.filter(club=club)
        .select_related("season")
        .annotate(lines=Count("rows"))
        .order_by("-day", "-pk")
    )


def key_of(official: OfficialList) -> str:
    """Return a list's key in URLs: a month's last day, or a season's identifier."""
    return official.season.public_id if official.season else official.day.isoformat()


def official_get(
    club: Club,
    key: str,
    reader: Reader = NOBODY,
    *,
    order: str = BY_SKILL,
    page: int = 1,
    whole: bool = False,
) -> OfficialPage:
    """Read a page of a frozen list, or the whole, in three queries.

    Raises:
        NotFound: the club has no such list.
    """
    official = _official(club, key)
    lists = OfficialList.objects.filter(club=club, kind=official.kind).select_related("season")
    near = list(lists.filter(day__lt=official.day).order_by("-day", "-pk")[:1])
    later = list(lists.filter(day__gt=official.day).order_by("day", "pk")[:1])
    rows = OfficialRow.objects.filter(official=official).select_related("player")
    if order == BY_POINTS:
        # Players with a rating but no points in the period have no place by points.
        rows = rows.filter(points_place__isnull=False).order_by("points_place", "pk")
    else:
        # The rows were written in list order: places first.
        rows = rows.order_by("pk")
    start = 0 if whole else (page - 1) * ROWS_ON_A_PAGE
    shown = list(rows if whole else rows[start : start + ROWS_ON_A_PAGE + 1])
    has_next = not whole and len(shown) > ROWS_ON_A_PAGE
    shown = shown if whole else shown[:ROWS_ON_A_PAGE]
    return OfficialPage(
        official=official,
        rows=tuple(row for row in shown if not is_left_out(row.player, reader)),
        people=people_seen((row.player for row in shown), reader),
        order=order,
        players=len(shown) if whole else rows.count(),
        page=page,
        has_next=has_next,
        before=next(iter(near), None),
        after=next(iter(later), None),
    )


def _official(club: Club, key: str) -> OfficialList:
    lists = OfficialList.objects.filter(club=club).select_related("season")
    try:
        found = lists.filter(season__isnull=True, day=datetime.date.fromisoformat(key))
    except ValueError:
        if not is_public_id(key):
            raise NotFound from None
        found = lists.filter(season__public_id=key)
    official = found.first()
    if official is None:
        raise NotFound
    official.club = club
    return official
