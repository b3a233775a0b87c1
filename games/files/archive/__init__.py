"""A club as one JSON file: writing it, and reading it without trusting it."""
