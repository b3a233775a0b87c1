"""Data for the pages of an evening."""
