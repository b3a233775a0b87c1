"""The content of the live stream, by what a topic is about: tables and walls, or boards.

It implements `chouette.live.source.Source`; `tournaments.live`, which `settings.LIVE_SOURCE` names,
adds its own. The first word of a topic says whose it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import ModuleType

from games.chouetteboards import live as boards
from games.table.live import source as tables

Looker = tuple[str, str, str]


def _of(topic: str) -> ModuleType:
    return boards if boards.is_ours(topic) else tables


def _parted(topics: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the topics of boards, and those of tables."""
    of_boards = [topic for topic in topics if _of(topic) is boards]
    return of_boards, [topic for topic in topics if _of(topic) is tables]


def beats(topics: Collection[str]) -> dict[str, int]:
    of_boards, others = _parted(topics)
    found = tables.beats(others)
    return found | boards.beats(of_boards) if of_boards else found


def fragment(topic: str, audience: str, beat: int | None = None) -> tuple[int, str] | None:
    if _of(topic) is boards:
        return boards.fragment(topic, audience, beat)
    return tables.fragment(topic, audience, beat)


def look(topic: str, lookers: Collection[Looker]) -> tuple[int | None, set[Looker]]:
    return boards.look(topic, lookers) if _of(topic) is boards else tables.look(topic, lookers)


def still(lookers: Collection[tuple[str, Looker]]) -> set[tuple[str, Looker]]:
    of_boards = [one for one in lookers if _of(one[0]) is boards]
    found = tables.still([one for one in lookers if _of(one[0]) is tables])
    return found | boards.still(of_boards) if of_boards else found


def pace(topic: str) -> float:
    return boards.pace(topic) if _of(topic) is boards else tables.pace(topic)


def presence_write(connections: Sequence[tuple[str, str, str]]) -> None:
    of_boards = [one for one in connections if _of(one[0]) is boards]
    if of_boards:
        boards.presence_write(of_boards)
    if len(of_boards) < len(connections):
        tables.presence_write([one for one in connections if _of(one[0]) is tables])


def presence_delete(connections: Collection[str]) -> None:
    tables.presence_delete(connections)
    boards.presence_delete(connections)
