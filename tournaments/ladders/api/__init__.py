"""Leaderboards and ratings for programs."""
