"""The organizers' back office: everything to look at, and to change by services alone."""

from games.backoffice.pages import clubs, people, players, record

__all__ = ["clubs", "people", "players", "record"]
