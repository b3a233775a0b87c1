"""The API of leaderboards and ratings."""
