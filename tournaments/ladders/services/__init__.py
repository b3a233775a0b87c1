"""Every write to leaderboards and ratings; all of it can be made anew from the games."""
