"""Pages to set up an evening and to read it."""
