"""Every write to leaderboards and ratings; all of it can be rebuilt from the games."""
