"""Pages of the user's account, and the choice of a language."""
