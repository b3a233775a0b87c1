"""Actions and results in words."""
