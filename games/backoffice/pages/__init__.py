"""The organizers' back office: everything can be read; services make all changes."""

from games.backoffice.pages import boards, clubs, people, players, record

__all__ = ["boards", "clubs", "people", "players", "record"]
