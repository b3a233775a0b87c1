"""What each address of the interface answers."""
