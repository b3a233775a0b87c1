"""What the pages of an evening show."""
