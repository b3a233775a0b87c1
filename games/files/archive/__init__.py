"""A club as one JSON file: how it is written, and how it is read without trusting it."""
