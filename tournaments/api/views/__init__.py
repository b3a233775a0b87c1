"""The views of the API of events."""
