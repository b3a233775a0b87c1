"""The director's desk: a club's events, their draws, results, settings, and slips to print."""
