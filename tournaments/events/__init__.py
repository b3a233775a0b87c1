"""Events: announcing, entries, draws, archives, files."""
