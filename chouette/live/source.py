"""The interface between the stream and its application."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol


class Looker(NamedTuple):
    """A viewer of a topic: who they are, their audience, and their sign-in.

    The sign-in is blank for guests and for phones, which have passes.
    """

    who: str
    audience: str
    sign_in: str = ""


class Connection(NamedTuple):
    """The open stream of a person who may act, not only watch."""

    topic: str
    who: str
    connection: str


class Source(Protocol):
    """The interface of `settings.LIVE_SOURCE`. Everything runs in the hub's threads, never in its
    loop.

    A topic is something that is watched, an audience all viewers who see it alike. A beat is a
    number that changes with every change of a topic.
    """

    def beats(self, topics: Collection[str]) -> dict[str, int]:
        """Return the beat of each topic that still exists, in a constant number of queries."""

    def fragment(
        self, topic: str, audience: str, beat: int | None = None
    ) -> tuple[int, str] | None:
        """Return the beat and the content; None if the topic is gone.

        `beat` is the one `look` has just returned: data read there need not be read again.
        """

    def look(
        self, topic: str, lookers: Collection[Looker]
    ) -> tuple[int | None, Collection[Looker]]:
        """Return the beat, None if the topic is gone, and the lookers who still have access; in few
        queries.
        """

    def still(self, lookers: Collection[tuple[str, Looker]]) -> Collection[tuple[str, Looker]]:
        """Return the lookers who still have access to their topics; in a constant number of
        queries.
        """

    def pace(self, topic: str) -> float:
        """Return the minimum seconds between two renderings of a topic."""

    def presence_write(self, connections: Sequence[Connection]) -> None:
        """Record that these are connected, new or known."""

    def presence_delete(self, connections: Collection[str]) -> None:
        """Record that these are no longer connected."""
