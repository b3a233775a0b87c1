"""Matches and their brackets."""
