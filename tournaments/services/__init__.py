"""All that writes events, rounds, results; and leaderboards anew from the games."""

from tournaments.services.leaderboards import leaderboard_rebuild

__all__ = ["leaderboard_rebuild"]
