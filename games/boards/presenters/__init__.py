"""What the pages of a board show."""
