"""Reads what was said of results."""
