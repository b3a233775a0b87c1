"""Queries for events and for the phones of their players."""
