"""The speed layer: prepared queries and rows, Jinja, processes."""
