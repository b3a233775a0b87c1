"""Pages of one's own account, and the choice of a language."""
