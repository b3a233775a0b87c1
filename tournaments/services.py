"""Writes leaderboards anew from the games."""

from collections import defaultdict

from django.db import transaction
from django.db.models import Count, Sum

from games.models import Club, GameScore, Session
from tournaments.leaderboard import Share, Total, totals
from tournaments.models import LeaderboardRow


@transaction.atomic
def leaderboard_rebuild(*, club_id: int) -> int:
    """Write all leaderboards of a club from its games, and return the number of rows.

    A projection: the same games give the same rows, however often and by how many at once it is
    called; the lock makes the second wait for the first, and read what the first has not seen.
    A club that is gone has none.
    """
    # The weakest lock that excludes itself: games may be written meanwhile.
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        return 0
    shares: dict[int | None, list[Share]] = defaultdict(list)
    for season, share in _shares(club_id):
        shares[None].append(share)
        if season is not None:
            shares[season].append(share)
    LeaderboardRow.objects.filter(club_id=club_id).delete()
    rows = [
        _row(club_id, season, total)
        for season in shares
        for total in totals(shares[season], club.minimum_games)
    ]
    LeaderboardRow.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def _shares(club_id: int) -> list[tuple[int | None, Share]]:
    found = (
        GameScore.objects.filter(game__session__club_id=club_id)
        .exclude(game__session__status=Session.Status.VOID)
        .order_by()
        .values_list(
            "game__session__season_id",
            "game__session_id",
            "game__session__played_on",
            "player_id",
            "role",
        )
        .annotate(Sum("points"), Count("pk"))
    )
    return [(season, Share(*rest)) for season, *rest in found.iterator()]


def _row(club_id: int, season_id: int | None, total: Total) -> LeaderboardRow:
    return LeaderboardRow(
        club_id=club_id,
        season_id=season_id,
        player_id=total.player,
        points=total.points,
        average=total.average,
        games=total.games,
        as_box=total.roles[GameScore.Role.BOX],
        as_partner=total.roles[GameScore.Role.PARTNER],
        as_captain=total.roles[GameScore.Role.CAPTAIN],
        as_crew=total.roles[GameScore.Role.CREW],
        place=total.place,
        place_before=total.place_before,
        by_points=total.by_points,
        by_average=total.by_average,
        trend=total.trend,
        last_played_on=total.last_played_on,
    )
