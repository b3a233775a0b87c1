"""The organizers' back office: everything can be read; services make all changes."""

from games.backoffice.pages import clubs, people, players, record

__all__ = ["clubs", "people", "players", "record"]
