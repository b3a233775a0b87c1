"""Queries for the table's pages."""
