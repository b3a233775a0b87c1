"""What is read from the log."""
