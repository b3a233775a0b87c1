"""Rebuilds leaderboards from the games."""

from tournaments.ladders.services.evenings import evenings_refresh


def leaderboard_rebuild(*, club_id: int) -> int:
    """Rewrite the data of a club's leaderboards from its games, and return the number of rows."""
    return evenings_refresh(club_id=club_id, everything=True)
