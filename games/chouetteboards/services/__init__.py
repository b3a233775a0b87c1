"""Writes of a chouette on the board: beside the session, what its board does."""
