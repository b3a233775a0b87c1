"""Charts of points as SVG text, made on the server: no Django, no inline style, no scripts."""
