"""What the table's pages read."""
