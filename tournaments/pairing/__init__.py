"""Draws, tables and brackets as plain values: what is needed to pair, and no database."""
