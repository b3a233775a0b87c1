"""Reads matches for their pages, and what a club has played."""
