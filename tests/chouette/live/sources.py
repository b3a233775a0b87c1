"""A table that is made up, and viewers who write down what they are sent."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

from chouette.live.hub import Hub
from chouette.live.source import Connection, Looker
from chouette.live.viewers import Message, Ticket


class FakeSource:
    """Topics with a beat each; what is asked of it is written down."""

    def __init__(self, **beats: int) -> None:
        self.at = dict(beats)
        self.rendered: list[tuple[str, str, int]] = []
        self.threads: set[str] = set()
        self.banned: set[str] = set()
        self.broken: set[str] = set()
        self.written: list[Sequence[Connection]] = []
        self.deleted: list[set[str]] = []
        self.hold: threading.Event | None = None
        self.seconds = 0.0
        self.looked = 0

    def beats(self, topics: Collection[str]) -> dict[str, int]:
        return {name: self.at[name] for name in topics if name in self.at}

    def fragment(
        self, topic: str, audience: str, beat: int | None = None
    ) -> tuple[int, str] | None:
        self.threads.add(threading.current_thread().name)
        if audience in self.broken:
            raise RuntimeError("the template is broken")
        beat = self.at.get(topic)
        if beat is None:
            return None
        self.rendered.append((topic, audience, beat))
        if self.hold is not None:
            self.hold.wait(5)
        return beat, f"{topic} for {audience} at {beat}"

    def look(self, topic: str, lookers: Collection[Looker]) -> tuple[int | None, set[Looker]]:
        self.looked += 1
        allowed = {looker for looker in lookers if looker.who not in self.banned}
        return self.beats([topic]).get(topic), allowed

    def still(self, lookers: Collection[tuple[str, Looker]]) -> set[tuple[str, Looker]]:
        return {(topic, one) for topic, one in lookers if one.who not in self.banned}

    def pace(self, topic: str) -> float:
        return self.seconds

    def presence_write(self, connections: Sequence[Connection]) -> None:
        self.written.append(connections)

    def presence_delete(self, connections: Collection[str]) -> None:
        self.deleted.append(set(connections))


class Phone:
    """A viewer at the other end of the wire."""

    def __init__(self, hub: Hub, ticket: Ticket) -> None:
        self.sent: list[bytes] = []
        self.ended = False
        self.slow: asyncio.Event | None = None
        self._hung_up = asyncio.Event()
        self.task = asyncio.create_task(hub.serve(ticket, self._receive, self._send))

    async def _receive(self) -> Message:
        await self._hung_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.sent.append(message["body"])
        self.ended = not message["more_body"]
        if self.slow is not None:
            await self.slow.wait()

    async def hang_up(self) -> None:
        self._hung_up.set()
        await self.task

    @property
    def events(self) -> list[str]:
        """What has come, but for how the stream begins and pings."""
        lines = b"".join(self.sent).decode().splitlines()
        return [line.partition(": ")[2] for line in lines if line.startswith("data: ")]


def ticket(topic: str = "t", audience: str = "a", beat: int = 1, **more: Any) -> Ticket:
    return Ticket(topic=topic, audience=audience, beat=beat, **more)


async def until(condition: Callable[[], object], seconds: float = 3) -> None:
    deadline = asyncio.get_running_loop().time() + seconds
    while not condition():
        assert asyncio.get_running_loop().time() < deadline, "it did not happen"
        await asyncio.sleep(0.005)


def play(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a scenario in an event loop of its own."""

    async def played() -> None:
        await asyncio.wait_for(scenario(), 20)

    asyncio.run(played())
