"""Reads uploaded files without a database: tables, names, results, zip archives."""
