"""Reads skill estimates and places on official lists, for leaderboards."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import F, FloatField, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from tournaments.models import MatchRating, OfficialList, OfficialRow, RatingPoint, SkillRating
from tournaments.ratings.fibs import Rating
from tournaments.ratings.ladder import Record
from tournaments.ratings.places import Stand
from tournaments.ratings.skill import Skill


class Known(NamedTuple):
    """A player's estimate, whether they are settled, and their places on an official list.

    `place` and `stand` are those of the club's list. Beside it their match record; either may be
    missing.
    """

    skill: Skill | None = None
    is_settled: bool = False
    official: int | None = None
    official_by_points: int | None = None
    match: Record | None = None
    place: int | None = None
    stand: Stand | None = None


@dataclass(frozen=True, slots=True)
class Official:
    """An official list: its day, and the season it closed; blank if it closed a month."""

    pk: int
    day: date
    season: str = ""


@dataclass(frozen=True, slots=True)
class SkillPoint:
    """An estimate on a day."""

    on: date
    skill: Skill


def ratings_of(
    club_id: int, players: Collection[int] | None = None, official: Official | None = None
) -> dict[int, Known]:
    """Return the skill and match ratings of a club's players, or of some.

    One query; the two halves of its union use the columns differently.
    """
    skills = SkillRating.objects.filter(club=club_id).order_by()
    matches = MatchRating.objects.filter(club=club_id).order_by()
    if players is not None:
        skills, matches = skills.filter(player__in=players), matches.filter(player__in=players)
    rows = OfficialRow.objects.filter(
        official=official.pk if official else 0, player=OuterRef("player")
    )
    places: list[Any] = [Value(None, output_field=IntegerField()) for _ in "12"]
    if official is not None:
        places[0] = Subquery(rows.values("place")[:1])
        if players is not None:  # only lists by points show a place by points
            places[1] = Subquery(rows.values("points_place")[:1])
    found: Any = skills.values_list(
        *(Value(0), "player_id", "is_settled", *places, "skill", "se", "games", "month"),
        *("place", "first", "last", "above_next", "is_wide", "evenings"),
    ).union(
        matches.values_list(
            *(Value(1), "player_id", Value(False), "matches", "won"),
            *("rating", "deviation", "experience", "last_played_on"),
            *(Value(None, output_field=IntegerField()) for _ in range(3)),
            Value(None, output_field=FloatField()),
            Value(False),
            Value(None, output_field=IntegerField()),
        ),
        all=True,
    )
    known: dict[int, Known] = {}
    records: dict[int, Record] = {}
    for kind, player, is_settled, one, other, figure, spread, played, last, place, *sure in found:
        if kind:
            records[player] = Record(Rating(figure, played, spread), last, one, other)
        else:
            known[player] = Known(
                *(Skill(figure, spread, played), bool(is_settled), one, other),
                place=place,
                stand=_stand(*sure),
            )
    for player, record in records.items():
        known[player] = known.get(player, Known())._replace(match=record)
    return known


def _stand(
    first: int | None, last: int | None, above_next: float | None, is_wide: Any, evenings: Any
) -> Stand | None:
    if first is None or last is None:
        return None
    return Stand(first, last, above_next, bool(is_wide), evenings)


def history_of(player_id: int) -> tuple[SkillPoint, ...]:
    """Return a player's estimates month by month, the oldest first."""
    points = RatingPoint.objects.filter(player=player_id).order_by("month")
    found = points.values_list("played_on", "skill", "se", "games")
    return tuple(SkillPoint(day, Skill(skill, se, games)) for day, skill, se, games in found)


def officials_of(club_id: int) -> QuerySet[Any, Any]:
    """Return the query for a club's official lists, in the columns of `calendar_of`."""
    return (
        OfficialList.objects.filter(club=club_id)
        .order_by()
        .values_list(
            Value("official"),
            "pk",
            Coalesce("season__public_id", Value("")),
            Value(""),
            "day",
            F("day"),
        )
    )
