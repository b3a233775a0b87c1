"""What the pages of a club read."""
