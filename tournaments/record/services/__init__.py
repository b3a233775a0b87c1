"""The one write of an event, who may write, its formats and its phones."""
