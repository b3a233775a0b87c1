"""The Django project: configuration and wiring, no rules of any game."""
