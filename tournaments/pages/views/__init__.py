"""Pages of events, matches and phones."""
