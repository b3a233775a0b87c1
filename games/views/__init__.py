"""Pages: parse, call a service or selector, render."""
