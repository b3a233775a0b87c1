"""The API of events and matches: it can do all that their pages do."""
