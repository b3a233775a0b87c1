"""Leaderboards, ratings and official lists."""
