"""Data for the templates of leaderboards, player pages and official lists."""
