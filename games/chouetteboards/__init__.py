"""Chouettes on the board: a session whose games are played on the page instead of on wood."""
