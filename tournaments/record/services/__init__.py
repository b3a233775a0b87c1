"""The one write of an event, its permissions, its formats and its phones."""
