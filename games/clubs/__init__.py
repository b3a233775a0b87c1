"""Clubs, members, seasons, players and their privacy; the front page."""
