"""Work that nobody waits for: projections follow the games."""

from celery import shared_task

from tournaments.services import leaderboard_rebuild


@shared_task(name="tournaments.rebuild_leaderboard")
def rebuild_leaderboard(club_id: int) -> None:
    """Write the leaderboards of a club anew; doing it twice does no harm."""
    leaderboard_rebuild(club_id=club_id)
