"""The viewers of this process: wakes are coalesced, and each fragment is rendered once."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, Protocol, TypeVar

import structlog
from django.db import close_old_connections

from chouette.live import frames
from chouette.live.frames import Frame
from chouette.live.source import Connection, Looker, Source
from chouette.live.viewers import Receive, Send, Ticket, Viewer

THREADS: Final = 2
PING_SECONDS: Final = 15
CARE_SECONDS: Final = 30
RIGHTS_SECONDS: Final = 2
"""The longest time a viewer keeps watching after their sign-in, membership or pass ended."""
RETRY_SECONDS: Final = 1.0
PRESENCE_SECONDS: Final = 0.3

log = structlog.get_logger(__name__)
P = ParamSpec("P")
R = TypeVar("R")


class Waker(Protocol):
    """Watches for changes made by other processes."""

    async def run(self, hub: Hub) -> None:
        """Wake the hub's topics, until cancelled."""


class Group:
    """The viewers of one audience, and their common frame."""

    __slots__ = ("frame", "viewers")

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self.frame: Frame | None = None

    def hand_out(self, frame: Frame) -> None:
        """Put a frame into the mailboxes of all viewers who have not seen it."""
        self.frame = frame
        for viewer in self.viewers:
            if viewer.beat != frame.beat:
                viewer.put(frame)

    def is_behind(self, beat: int | None) -> bool:
        return any(viewer.beat != beat for viewer in self.viewers)


class Topic:
    """A watched topic. Only its own task renders it."""

    def __init__(self, hub: Hub, name: str) -> None:
        self.hub = hub
        self.name = name
        self.groups: dict[str, Group] = {}
        self.beat: int | None = None
        self._pace = hub.source.pace(name)
        self._woken = asyncio.Event()
        self._is_due = False
        self._heard: int | None = None
        self._looked_at = float("-inf")
        self._task = asyncio.create_task(self._run())

    def wake(self, beat: int | None = None) -> None:
        """Render again soon. Repeated calls before that count once.

        With `beat`, only if that is not yet the one shown.
        """
        if beat is None:
            self._is_due = True
        self._heard = beat
        self._woken.set()

    def stop(self) -> None:
        """End the task: nobody watches any more."""
        self._task.cancel()

    def join(self, viewer: Viewer) -> None:
        """Add a viewer, and bring them up to date."""
        ticket = viewer.ticket
        group = self.groups.setdefault(ticket.audience, Group())
        group.viewers.add(viewer)
        # Something may have changed since the check, or its wake is still on the way.
        agreed = self.beat in (None, ticket.beat)
        if agreed and ticket.seen == ticket.beat:
            viewer.put(frames.hello(ticket.beat))
        elif agreed and group.frame is not None and group.frame.beat == ticket.beat:
            viewer.put(group.frame)
        if viewer.beat is None or self.beat != ticket.beat:
            self.wake()

    def leave(self, viewer: Viewer) -> None:
        group = self.groups.get(viewer.ticket.audience)
        if group is not None:
            group.viewers.discard(viewer)
            if not group.viewers:
                del self.groups[viewer.ticket.audience]

    def part(self, looker: Looker) -> None:
        """End the streams of a person who lost access."""
        self._end(viewer for viewer in self.viewers() if viewer.looker == looker)

    def viewers(self) -> Iterator[Viewer]:
        for group in self.groups.values():
            yield from group.viewers

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._woken.wait()
            wait = self._looked_at + self._pace - loop.time()
            if wait > 0:
                await asyncio.sleep(wait)
            self._woken.clear()
            is_due, self._is_due = self._is_due, False
            if not is_due and self._heard == self.beat:
                continue
            self._looked_at = loop.time()
            try:
                done = await self._look()
            except Exception:
                log.exception("live_look_failed", topic=self.name)
                done = False
            if not done:
                loop.call_later(RETRY_SECONDS, self.wake)

    async def _look(self) -> bool:
        """Bring all viewers up to date; tell whether it succeeded for all."""
        lookers = {viewer.looker for viewer in self.viewers()}
        beat, allowed = await self.hub.work(self.hub.source.look, self.name, lookers)
        if beat is None:
            self._end(self.viewers())
            return True
        self._end(v for v in self.viewers() if v.looker in lookers and v.looker not in allowed)
        self.beat = beat
        # The few players come before the many spectators, who do not slow them down.
        groups = sorted(self.groups.items(), key=lambda item: len(item[1].viewers))
        done = [await self._update(audience, group) for audience, group in groups]
        return all(done)

    async def _update(self, audience: str, group: Group) -> bool:
        if not group.is_behind(self.beat):
            return True
        frame = group.frame
        if frame is None or frame.beat != self.beat:
            packed = any(viewer.ticket.packed for viewer in group.viewers)
            try:
                frame = await self.hub.work(self._render, audience, self.beat, packed)
            except Exception:
                log.exception("live_render_failed", topic=self.name, audience=audience)
                return False
        if frame is None:
            self._end(group.viewers)
            return True
        group.hand_out(frame)
        if frame.beat != self.beat:  # it has changed again meanwhile
            self.wake()
        return True

    def _render(self, audience: str, beat: int | None, packed: bool) -> Frame | None:
        found = self.hub.source.fragment(self.name, audience, beat)
        if found is None:
            return None
        frame = frames.table(*found)
        if packed:
            frame.packed  # noqa: B018  (compresses here, not in the loop)
        return frame

    @staticmethod
    def _end(viewers: Iterable[Viewer]) -> None:
        for viewer in list(viewers):
            viewer.put(frames.GONE)


class Hub:
    """All streams of one process. Only `wake_from_anywhere` may be called outside its event
    loop.
    """

    def __init__(self, source: Source, waker: Waker | None = None) -> None:
        self.source = source
        self.topics: dict[str, Topic] = {}
        self.is_closing = False
        self._loop = asyncio.get_running_loop()
        self._waker = waker
        self._tasks: list[asyncio.Task[None]] = []
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="live")
        self._name = secrets.token_hex(6)
        self._count = 0
        self._rings: list[set[Viewer]] = [set() for _ in range(PING_SECONDS)]
        self._present: dict[str, Connection] = {}
        self._arrived: dict[str, Connection] = {}
        self._left: set[str] = set()
        self._noted: set[str] = set()
        self._noting = asyncio.Lock()
        self._presence_due: asyncio.TimerHandle | None = None
        self._checking: asyncio.Task[None] | None = None
        self._check_again = False
        self._asking: asyncio.Task[None] | None = None

    # Streams

    async def serve(self, ticket: Ticket, receive: Receive, send: Send) -> None:
        """Serve a viewer until they, or the server, end the stream. The headers are already
        sent.
        """
        self._count += 1
        viewer = Viewer(ticket, f"{self._name}-{self._count}")
        ring = self._rings[self._count % len(self._rings)]
        self._enter(viewer, ring)
        try:
            await viewer.attend(receive, send)
        finally:
            self._leave(viewer, ring)

    def _enter(self, viewer: Viewer, ring: set[Viewer]) -> None:
        if self.is_closing:
            viewer.put(frames.END)
            return
        if not self._tasks:
            self._start()
        ring.add(viewer)
        ticket = viewer.ticket
        topic = self.topics.get(ticket.topic)
        if topic is None:
            topic = self.topics[ticket.topic] = Topic(self, ticket.topic)
        topic.join(viewer)
        if ticket.acts:
            self._present[viewer.connection] = self._arrived[viewer.connection] = Connection(
                ticket.topic, ticket.who, viewer.connection
            )
            self._presence_soon()

    def _leave(self, viewer: Viewer, ring: set[Viewer]) -> None:
        ring.discard(viewer)
        topic = self.topics.get(viewer.ticket.topic)
        if topic is not None:
            topic.leave(viewer)
            if not topic.groups:
                topic.stop()
                del self.topics[topic.name]
        if self._present.pop(viewer.connection, None) is not None:
            self._arrived.pop(viewer.connection, None)
            if viewer.connection in self._noted:  # before, perhaps, and again in a moment
                self._noted.remove(viewer.connection)
                self._left.add(viewer.connection)
            self._presence_soon()

    # Wakes

    def wake(self, names: Iterable[str]) -> None:
        """Wake those of these topics that have viewers."""
        for name in names:
            topic = self.topics.get(name)
            if topic is not None:
                topic.wake()

    def wake_from_anywhere(self, names: Iterable[str]) -> None:
        """Do the same from any thread."""
        looked_at = [name for name in names if name in self.topics]
        if looked_at:
            with contextlib.suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(self.wake, looked_at)

    def check(self) -> None:
        """Wake the topics that this or another process has changed. Concurrent calls are merged."""
        if self._checking is not None:
            self._check_again = True
        elif self.topics and not self.is_closing:
            self._checking = asyncio.create_task(self._check())

    async def _check(self) -> None:
        try:
            names = list(self.topics)
            beats = await self.work(self.source.beats, names)
            for name in names:
                topic = self.topics.get(name)
                if topic is not None and beats.get(name) != topic.beat:
                    topic.wake(beats.get(name))
        except Exception:
            log.exception("live_check_failed")
        finally:
            self._checking = None
            if self._check_again:
                self._check_again = False
                self.check()

    def ask_rights(self) -> None:
        """Check whether all viewers still have access, in one go."""
        if self._asking is None and self.topics and not self.is_closing:
            self._asking = asyncio.create_task(self._ask_rights())

    async def _ask_rights(self) -> None:
        asked = {(name, one.looker) for name, at in self.topics.items() for one in at.viewers()}
        try:
            still = set(await self.work(self.source.still, asked))
        except Exception:  # the database is down, so nothing new is shown anyway
            log.exception("live_rights_failed")
        else:
            for name, looker in asked - still:
                topic = self.topics.get(name)
                if topic is not None:
                    topic.part(looker)
        finally:
            self._asking = None

    # Work that waits for the database

    async def work(self, do: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function in a thread of the hub's small pool, which keeps its connections."""

        def done() -> R:
            close_old_connections()
            try:
                return do(*args, **kwargs)
            finally:
                close_old_connections()

        return await self._loop.run_in_executor(self._pool, done)

    # Periodic work: one timer for all viewers

    def _start(self) -> None:
        self._tasks.append(asyncio.create_task(self._tick()))
        if self._waker is not None:
            self._tasks.append(asyncio.create_task(self._watch(self._waker)))

    async def _watch(self, waker: Waker) -> None:
        while True:
            try:
                await waker.run(self)
            except Exception:
                log.exception("live_waker_failed")
            await asyncio.sleep(RETRY_SECONDS)

    async def _tick(self) -> None:
        second = 0
        while True:
            await asyncio.sleep(1)
            second += 1
            for viewer in self._rings[second % len(self._rings)]:
                viewer.ping()
            if second % RIGHTS_SECONDS == 0:
                self.ask_rights()
            if second % CARE_SECONDS == 0:
                self.care()

    def care(self) -> None:
        """Check access, and record who is still present."""
        self.wake(list(self.topics))
        self._arrived.update(self._present)
        self._presence_soon()

    def _presence_soon(self) -> None:
        if self._presence_due is None and not self.is_closing:
            self._presence_due = self._loop.call_later(PRESENCE_SECONDS, self._presence_now)

    def _presence_now(self) -> None:
        self._presence_due = None
        if self.is_closing:  # all are forgotten at once, and nothing is noted after that
            return
        arrived, left = list(self._arrived.values()), self._left
        self._noted.update(self._arrived)
        self._arrived, self._left = {}, set()
        if arrived or left:
            self._tasks.append(asyncio.create_task(self._presence_note(arrived, left)))
            self._tasks = [task for task in self._tasks if not task.done()]

    async def _presence_note(self, arrived: list[Connection], left: set[str]) -> None:
        try:
            async with self._noting:  # an earlier note that takes long is not overtaken
                await self.work(self._presence_write, arrived, left)
        except Exception:  # the next round, half a minute later, records it
            log.exception("live_presence_failed")

    def _presence_write(self, arrived: list[Connection], left: set[str]) -> None:
        if arrived:
            self.source.presence_write(arrived)
        if left:
            self.source.presence_delete(left)

    # The end

    async def close(self) -> None:
        """End all streams; browsers reconnect when the server is back."""
        if self.is_closing:
            return
        self.is_closing = True
        left = {*self._present, *self._left}
        for topic in self.topics.values():
            topic.stop()
            for viewer in topic.viewers():
                viewer.put(frames.END)
        for task in [*self._tasks, self._checking, self._asking]:
            if task is not None:
                task.cancel()
        if left:
            with contextlib.suppress(Exception):
                await self.work(self.source.presence_delete, left)
        self._pool.shutdown(wait=False)
