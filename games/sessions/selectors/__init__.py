"""What the pages of an evening read."""
