"""The organizers' back office: everything to look at, and to change what no ledger depends on."""

from games.admin import clubs, people, record

__all__ = ["clubs", "people", "record"]
