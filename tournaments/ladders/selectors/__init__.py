"""Queries for leaderboards, player pages and official lists."""
