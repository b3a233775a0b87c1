"""What is read of boards."""
