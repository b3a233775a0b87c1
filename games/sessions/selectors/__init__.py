"""Queries for the pages of an evening."""
