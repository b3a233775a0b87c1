"""What leaderboards, player pages and official lists show."""
