"""Leagues of a club: seasons strung together, and when and where two meet."""
