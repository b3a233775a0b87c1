"""Writes leaderboards anew from the games."""

from tournaments.ladders.services.evenings import evenings_refresh


def leaderboard_rebuild(*, club_id: int) -> int:
    """Write all that a club's boards add up from its games, and return the number of rows."""
    return evenings_refresh(club_id=club_id, everything=True)
