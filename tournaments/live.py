"""The live stream: that something has changed at an event, beside what `games.live` streams.

It implements `chouette.live.source.Source`; `settings.LIVE_SOURCE` names this module. An event's
topic is "event:5", and nothing is sent but its beat: its pages ask for what they show themselves,
each with the rights of its reader at that moment. So nobody's rights are asked here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from games import live as games
from tournaments.models import Event
from tournaments.record.services.writing import EVENT_TOPIC

Looker = tuple[str, str, str]

SECONDS: Final = 2.0
"""So many seconds lie between two news of an event: a hall of phones asks after each."""


def beats(topics: Collection[str]) -> dict[str, int]:
    events = {_key_of(topic): topic for topic in topics if _is_ours(topic)}
    others = [topic for topic in topics if not _is_ours(topic)]
    found = games.beats(others)
    if events:
        rows = Event.objects.filter(pk__in=events).order_by().values_list("pk", "beat")
        found |= {events[pk]: beat for pk, beat in rows}
    return found


def fragment(topic: str, audience: str, beat: int | None = None) -> tuple[int, str] | None:
    if not _is_ours(topic):
        return games.fragment(topic, audience, beat)
    now = beat if beat is not None else beats([topic]).get(topic)
    return None if now is None else (now, str(now))


def look(topic: str, lookers: Collection[Looker]) -> tuple[int | None, set[Looker]]:
    if not _is_ours(topic):
        return games.look(topic, lookers)
    return beats([topic]).get(topic), set(lookers)


def still(lookers: Collection[tuple[str, Looker]]) -> set[tuple[str, Looker]]:
    ours = {one for one in lookers if _is_ours(one[0])}
    return ours | games.still([one for one in lookers if one not in ours])


def pace(topic: str) -> float:
    return SECONDS if _is_ours(topic) else games.pace(topic)


def presence_write(connections: Sequence[tuple[str, str, str]]) -> None:
    games.presence_write(connections)


def presence_delete(connections: Collection[str]) -> None:
    games.presence_delete(connections)


def _is_ours(topic: str) -> bool:
    return topic.startswith(f"{EVENT_TOPIC}:")


def _key_of(topic: str) -> int:
    return int(topic.partition(":")[2])
