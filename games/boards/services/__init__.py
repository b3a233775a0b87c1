"""What changes a board."""
