"""Pages of a live table."""
