"""The Django project: configuration and wiring, without rules of any game."""
