"""Clubs, members, seasons, players and how they are shown; the front page."""
