"""Pages for who directs: the club's events, the desk, settings, slips to print."""
