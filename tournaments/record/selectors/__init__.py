"""Queries for rounds, results and seeds."""
