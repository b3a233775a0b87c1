"""Imports and exports as files: tables, archives, backups, and the jobs that handle them."""
