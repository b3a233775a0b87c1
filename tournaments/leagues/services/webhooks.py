"""What leagues and cups tell webhooks: results of fixtures, and the end of a season.

A sweep of every minute finds what was not told, so that nothing is lost with a broker or a worker.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from django.db.models import CharField, Exists, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat

from games.clubs.selectors.privacy import people_seen
from games.models import Delivery, Webhook
from games.permissions import Reader
from games.signals import club_news
from tournaments.models import Event, LeagueSeason, Match, MatchStep

SWEPT: Final = datetime.timedelta(days=14)
"""How far back what was not told is looked for."""
AT_ONCE: Final = 200
FIXTURE: Final = Webhook.Event.FIXTURE_REPORTED.value
SEASON: Final = Webhook.Event.SEASON_ENDED.value
ClubEvent = tuple[str, str, dict[str, Any]]


def league_news_tell(*, now: datetime.datetime) -> int:
    """Tell the clubs' webhooks what leagues have to tell; return how much that was.

    Doing it twice stores everything once: each event has its own identifier.
    """
    clubs: dict[int, list[ClubEvent]] = defaultdict(list)
    if Webhook.objects.filter(is_active=True, events__contains=FIXTURE).exists():
        for match in _reported(now):
            clubs[match.club_id].append(_fixture(match))
    if Webhook.objects.filter(is_active=True, events__contains=SEASON).exists():
        for season in _ended(now):
            clubs[season.event.club_id].append(_season(season))
    for club_id, events in clubs.items():
        club_news.send(sender=LeagueSeason, club_id=club_id, events=events)
    return sum(map(len, clubs.values()))


def _reported(now: datetime.datetime) -> Iterator[Match]:
    """Yield the fixtures with a result that a webhook was not told in its present version."""
    steps = MatchStep.objects.filter(match=OuterRef("pk")).order_by("-sequence")
    version = Cast("version", CharField())
    matches = (
        Match.objects.filter(
            round__division__event__own_dates=True,
            state__in=Match.ENTERED,
            first__isnull=False,
            second__isnull=False,
        )
        .exclude(outcome=Match.Outcome.BYE)
        .annotate(
            said_at=Coalesce(Subquery(steps.values("created_at")[:1]), "settled_at"),
            told_as=Concat(Value(f"{FIXTURE}."), "public_id", Value("."), version),
        )
        .filter(said_at__gt=now - SWEPT)
        .filter(_untold(FIXTURE))
        .select_related(
            "club",
            "first__merged_into",
            "second__merged_into",
            "round__division__event__league_season__league",
            "round__division__event__cup",
        )
        .order_by("said_at", "pk")
    )
    yield from matches[:AT_ONCE]


def _ended(now: datetime.datetime) -> Iterator[LeagueSeason]:
    seasons = (
        LeagueSeason.objects.filter(
            event__status=Event.Status.FINISHED, event__changed_at__gt=now - SWEPT
        )
        .annotate(
            said_at=Coalesce("event__changed_at", "closed_at"),
            told_as=Concat(Value(f"{SEASON}."), "event__public_id"),
        )
        .filter(_untold(SEASON, "event__club"))
        .select_related("league", "event__club")
        .order_by("pk")
    )
    yield from seasons[:AT_ONCE]


def _untold(event: str, club: str = "club") -> Q:
    told = Delivery.objects.filter(webhook=OuterRef("pk"), event_id=OuterRef(OuterRef("told_as")))
    waiting = Webhook.objects.filter(
        ~Exists(told),
        club=OuterRef(club),
        is_active=True,
        events__contains=event,
        created_at__lte=OuterRef("said_at"),
    )
    return Q(Exists(waiting))


def _fixture(match: Any) -> ClubEvent:
    assert match.round is not None, "a fixture is a match of an event"
    event = match.round.division.event
    season = getattr(event, "league_season", None)
    two = [one.current for one in (match.first, match.second) if one is not None]
    people = people_seen(two, Reader.system())
    told = {
        "at": match.said_at.isoformat(),
        "club": match.club.slug,
        **_whose(event, season),
        "fixture": {
            "match": match.public_id,
            "division": match.round.division.name,
            "state": match.state,
            "outcome": match.outcome,
            "winner": match.winner,
            "points": [match.first_points, match.second_points],
            "version": match.version,
            "players": [one.public_id for one in two],
        },
        "players": [{"id": one.public_id, "name": one.name} for one in people.values()],
    }
    return FIXTURE, match.told_as, told


def _whose(event: Event, season: LeagueSeason | None) -> dict[str, Any]:
    """Name what a fixture is of: the season of a league, or a cup."""
    if season is None:
        cup = {"id": event.public_id, "title": event.title}
        return {"league": None, "season": None, "cup": cup}
    league = {"id": season.league.public_id, "name": season.league.name}
    return {"league": league, "season": season.number, "cup": None}


def _season(season: Any) -> ClubEvent:
    draft = season.draft or {}
    to = {row["key"]: row["to"] for row in draft.get("moves", ())}
    rows = [row for row in draft.get("computed", ()) if row["was"] is not None]
    club = season.event.club
    players = {one.public_id: one for one in club.players.filter(public_id__in=to)}
    people = people_seen(players.values(), Reader.system())
    told = {
        "at": season.said_at.isoformat(),
        "club": club.slug,
        "league": {"id": season.league.public_id, "name": season.league.name},
        "season": season.number,
        "event_id": season.event.public_id,
        "places": [
            {
                "player": row["key"],
                "division": row["was"],
                "place": row["place"],
                "next_division": to.get(row["key"], row["to"]),
            }
            for row in rows
        ],
        "players": [{"id": one.public_id, "name": one.name} for one in people.values()],
    }
    return SEASON, season.told_as, told
