"""One open stream: a mailbox with a single slot, emptied as fast as its phone can read."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from chouette.live import frames
from chouette.live.frames import PING, Frame
from chouette.live.source import Looker

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Ticket:
    """The decision about a request for a stream.

    `beat` is the topic's at that time, `seen` the one the browser shows. `acts`: the viewer may act
    there and counts as present. `sign_in`: the stream ends with this sign-in.
    """

    topic: str
    audience: str
    beat: int
    seen: int | None = None
    who: str = ""
    sign_in: str = ""
    acts: bool = False
    packed: bool = False


class Viewer:
    """A viewer. Frames they are too slow for are skipped: the newest wins."""

    __slots__ = ("_frame", "_waiter", "beat", "connection", "looker", "ticket")

    def __init__(self, ticket: Ticket, connection: str = "") -> None:
        self.ticket = ticket
        self.looker = Looker(ticket.who, ticket.audience, ticket.sign_in)
        self.connection = connection
        self.beat: int | None = None
        self._frame: Frame | None = None
        self._waiter: asyncio.Future[None] | None = None

    def put(self, frame: Frame) -> None:
        """Leave a frame, replacing one not yet taken; a last frame is never replaced.

        Call it in the event loop only.
        """
        if self._frame is not None and self._frame.is_last:
            return
        if frame.beat is not None:
            self.beat = frame.beat
        self._frame = frame
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def ping(self) -> None:
        """Leave a ping if the mailbox is empty."""
        if self._frame is None:
            self.put(PING)

    async def next(self) -> Frame:
        while self._frame is None:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        frame, self._frame = self._frame, None
        return frame

    async def attend(self, receive: Receive, send: Send) -> None:
        """Send frames until the last one or until the client disconnects, which is noticed at
        once.
        """
        hung_up = asyncio.create_task(self._until_hung_up(receive))
        try:
            # random, so that not all clients reconnect at once
            opening = frames.opening(1000 + secrets.randbelow(2000))
            await self._send(send, opening, Frame.OPENING)
            frame = None
            while frame is None or not frame.is_last:
                frame = await self.next()
                await self._send(send, frame)
        finally:
            hung_up.cancel()

    async def _send(self, send: Send, frame: Frame, before: bytes = b"") -> None:
        body = before + frame.packed if self.ticket.packed else frame.plain
        message = {"type": "http.response.body", "body": body, "more_body": not frame.is_last}
        await send(message)

    async def _until_hung_up(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.put(frames.END)
