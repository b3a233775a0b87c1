"""The rules of every game Chouette knows, in pure Python: usable without Django."""
