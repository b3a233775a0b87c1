"""The chouettes of an event."""
