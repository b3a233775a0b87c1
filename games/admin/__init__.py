"""The organizers' back office: everything to look at, and to change by services alone."""

from games.admin import clubs, people, players, record

__all__ = ["clubs", "people", "players", "record"]
