"""Data for the pages of events and matches."""
