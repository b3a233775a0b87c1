"""What is made of many games: leaderboards, ratings, events."""
