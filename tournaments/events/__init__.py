"""Events: announced, entered, drawn, archived, read from files."""
