"""Reads what is made of many games, in a constant number of queries whatever their number."""
