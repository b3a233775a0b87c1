"""The one way to write to an event, its permissions, and the reading of rounds and results."""
