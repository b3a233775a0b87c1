"""Draws, tables and brackets as plain values, without a database."""
