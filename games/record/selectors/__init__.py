"""Queries for the log."""
