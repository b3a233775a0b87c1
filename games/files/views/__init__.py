"""Pages about files, and analyses."""
