"""English, for readers on every continent."""
