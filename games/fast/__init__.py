"""The speed layer: queries and rows composed once, and Jinja."""
