"""Data for the director's desk."""
