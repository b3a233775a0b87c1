"""The speed layer: queries and rows composed once, texts looked up once, Jinja."""
