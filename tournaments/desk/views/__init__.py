"""Pages for directors: the club's events, the desk, settings, print-outs."""
