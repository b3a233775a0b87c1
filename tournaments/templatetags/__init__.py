"""What templates may ask about events."""
