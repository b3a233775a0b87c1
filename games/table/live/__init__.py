"""The content of a live stream, and its viewers."""
