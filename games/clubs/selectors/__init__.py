"""Queries for the pages of a club."""
