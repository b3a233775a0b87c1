"""What the stream asks of the application it belongs to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol


class Looker(NamedTuple):
    """Somebody at a topic: who, the audience they were counted among, by which sign-in they came.

    The sign-in is blank for guests and for phones, which have passes.
    """

    who: str
    audience: str
    sign_in: str = ""


class Connection(NamedTuple):
    """The open stream of somebody who may act, and not only look."""

    topic: str
    who: str
    connection: str


class Source(Protocol):
    """What `settings.LIVE_SOURCE` offers. All of it runs in threads of the hub, never in its loop.

    A topic is what is looked at, an audience all those to whom it looks the same. A beat is a
    number that is different after every change of a topic.
    """

    def beats(self, topics: Collection[str]) -> dict[str, int]:
        """Return the beat of each topic that still exists, in few queries however many."""

    def fragment(
        self, topic: str, audience: str, beat: int | None = None
    ) -> tuple[int, str] | None:
        """Return the beat and what is to be shown; None where the topic is gone.

        `beat` is the one that `look` has just returned: what it read need not be read again.
        """

    def look(
        self, topic: str, lookers: Collection[Looker]
    ) -> tuple[int | None, Collection[Looker]]:
        """Return its beat, None where it is gone, and who may go on looking; in few queries."""

    def still(self, lookers: Collection[tuple[str, Looker]]) -> Collection[tuple[str, Looker]]:
        """Return who of those at these topics may go on looking; in few queries however many."""

    def pace(self, topic: str) -> float:
        """Return how many seconds at least lie between two renderings of a topic."""

    def presence_write(self, connections: Sequence[Connection]) -> None:
        """Note that these are connected now, whether they were noted before or not."""

    def presence_delete(self, connections: Collection[str]) -> None:
        """Note that these are not connected any more."""
