"""Reads of a chouette on the board."""
