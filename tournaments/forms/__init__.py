"""What directors type and tap, turned into values."""
