"""What the pages of events and matches show."""
