"""Pages of leaderboards, ratings and official lists."""
