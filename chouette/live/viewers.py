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
    """What was decided about a request for a stream.

    `beat` is what the topic was at when it was decided, `seen` what the browser says it shows.
    `acts` tells that he may do something there: he is counted as present. `sign_in` is the one that
    the stream ends with.
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
    """Somebody who looks. Frames that he was too slow for are skipped: the newest wins."""

    __slots__ = ("_frame", "_waiter", "beat", "connection", "looker", "ticket")

    def __init__(self, ticket: Ticket, connection: str = "") -> None:
        self.ticket = ticket
        self.looker = Looker(ticket.who, ticket.audience, ticket.sign_in)
        self.connection = connection
        self.beat: int | None = None
        self._frame: Frame | None = None
        self._waiter: asyncio.Future[None] | None = None

    def put(self, frame: Frame) -> None:
        """Leave a frame for him, in the place of one that he has not fetched. The last one stays.

        To be called in the event loop only.
        """
        if self._frame is not None and self._frame.is_last:
            return
        if frame.beat is not None:
            self.beat = frame.beat
        self._frame = frame
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def ping(self) -> None:
        """Leave a sign of life, if nothing better is waiting for him."""
        if self._frame is None:
            self.put(PING)

    async def next(self) -> Frame:
        """Wait for a frame and take it."""
        while self._frame is None:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        frame, self._frame = self._frame, None
        return frame

    async def attend(self, receive: Receive, send: Send) -> None:
        """Send what is put, until the last frame or until he hangs up, which is noticed at once."""
        hung_up = asyncio.create_task(self._until_hung_up(receive))
        try:
            opening = frames.opening(1000 + secrets.randbelow(2000))  # not all at once
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
