"""Reads everybody's points of whole evenings, played or entered by totals."""

import datetime
from collections import defaultdict
from collections.abc import Collection

from django.db.models import F, Q, Sum

from games.clubs.selectors.privacy import Person, people_seen
from games.models import Club, GameScore, Player, Seat, Session
from games.permissions import NOBODY, Reader


def totals_here(
    club: Club, days: Collection[datetime.date]
) -> list[tuple[datetime.date, dict[str, int]]]:
    """Return the evenings that a club has on these days: the day, and everybody's points by public
    id; two queries.
    """
    scores = GameScore.objects.filter(game__session__club=club, game__session__played_on__in=days)
    keys = "game__session", "game__session__played_on", "player__public_id"
    played = scores.exclude(game__session__status=Session.Status.VOID).order_by()
    seats = Seat.objects.filter(session__club=club, session__played_on__in=days).exclude(
        Q(session__status=Session.Status.VOID) | Q(total__isnull=True)
    )
    entered = seats.order_by().values_list(
        "session", "session__played_on", "player__public_id", "total"
    )
    there: dict[tuple[int, datetime.date], dict[str, int]] = {}
    for session, day, player, points in (
        *played.values_list(*keys).annotate(Sum("points")),
        *entered,
    ):
        there.setdefault((session, day), {})[player] = points
    return [(day, totals) for (_session, day), totals in there.items()]


def plays_for_whole_points(club: Club) -> bool:
    """Tell whether a club has points, and none of them has decimals; four queries."""
    scores = GameScore.objects.filter(game__session__club=club)
    seats = Seat.objects.filter(session__club=club, total__isnull=False)
    found = [
        (rows.annotate(rest=F(column) % 100).exclude(rest=0).exists(), rows.exists())
        for rows, column in ((scores.order_by(), "points"), (seats.order_by(), "total"))
    ]
    return any(there for _parts, there in found) and not any(parts for parts, _there in found)


def evenings_told(
    club: Club, reader: Reader = NOBODY
) -> tuple[list[tuple[Session, dict[int, int]]], dict[int, Person]]:
    """Return a club's ended evenings with everybody's points by player's key, and the players, in
    four queries.
    """
    ended = Session.objects.filter(club=club, status=Session.Status.ENDED)
    totals: dict[int, dict[int, int]] = defaultdict(dict)
    played = GameScore.objects.filter(game__session__in=ended).order_by()
    sums = played.values_list("game__session_id", "player_id").annotate(Sum("points"))
    entered = Seat.objects.filter(session__in=ended, total__isnull=False).order_by()
    for session, player, points in (
        *sums,
        *entered.values_list("session_id", "player_id", "total"),
    ):
        totals[session][player] = points
    keys = {player for found in totals.values() for player in found}
    players = people_seen(Player.objects.filter(pk__in=keys).order_by("name_key", "pk"), reader)
    sessions = [one for one in ended.order_by("played_on", "pk") if one.pk in totals]
    return [(one, totals[one.pk]) for one in sessions], players
