"""Chouettes: clubs and players, sessions and their log, the live table."""
