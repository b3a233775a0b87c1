"""Data for the table's pages."""
