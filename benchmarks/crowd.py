"""The viewers: any number of streams in one process, which records what each received when.

It uses only the standard library: the load generator shares two cores with the server, so a viewer
costs one `recv_into` and two searches per fragment.
"""

import asyncio
import contextlib
import select
import socket
import time

from benchmarks.loopback import HOST

AT_AN_ADDRESS = 10


def _household(number):
    """Return the loopback address at which that viewer lives.

    The server lets only a few requests of one address wait, and a thousand people have many.
    """
    return f"127.0.{1 + number // AT_AN_ADDRESS // 250}.{1 + number // AT_AN_ADDRESS % 250}"


class Viewer:
    """A viewer's stream, and the received part of the current event."""

    __slots__ = ("beat", "kept", "number", "pending", "socket", "started", "table")

    def __init__(self, number, table, stream):
        self.number = number
        self.table = table
        self.socket = stream
        self.beat = 0
        self.pending = 0
        self.kept = b""
        self.started = False


class Crowd:
    """Any number of viewers in one epoll, which the event loop sees as a single file."""

    def __init__(self, port):
        self.port = port
        self.epoll = select.epoll()
        self.viewers = {}
        self.receipts = []
        self.bytes = 0
        self.lost = 0
        self.buffer = bytearray(1 << 20)
        self.view = memoryview(self.buffer)
        self.news = asyncio.Event()

    def watch(self):
        asyncio.get_running_loop().add_reader(self.epoll.fileno(), self.drain)

    async def join(self, browser, path, table, last=None):
        """Open a stream; return after its first event, which may be empty."""
        stream = socket.socket()
        stream.setblocking(False)
        stream.bind((_household(len(self.viewers)), 0))
        loop = asyncio.get_running_loop()
        await loop.sock_connect(stream, (HOST, self.port))
        headers = {"Accept": "text/event-stream"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        await loop.sock_sendall(stream, browser.request("GET", path, b"", headers))
        viewer = Viewer(len(self.viewers), table, stream)
        self.viewers[stream.fileno()] = viewer
        self.epoll.register(stream.fileno(), select.EPOLLIN)
        return viewer

    def drain(self):
        """Read what has arrived, viewer by viewer, and record when each fragment was complete."""
        for handle, _event in self.epoll.poll(0, 2048):
            viewer = self.viewers.get(handle)
            if viewer is None:
                continue
            kept = len(viewer.kept)
            if kept:
                self.buffer[:kept] = viewer.kept
            try:
                size = viewer.socket.recv_into(self.view[kept:])
            except BlockingIOError:
                continue
            except OSError:
                size = 0
            if not size:
                self._lose(viewer)
                continue
            self.bytes += size
            self._read(viewer, kept + size)
        self.news.set()

    def _read(self, viewer, end):
        buffer, start = self.buffer, 0
        if not viewer.started:
            head = buffer.find(b"\r\n\r\n", 0, end)
            if head < 0:
                viewer.kept = bytes(buffer[:end])
                return
            if not buffer.startswith(b"HTTP/1.1 200"):
                print(bytes(buffer[: min(end, 600)]).decode("utf-8", "replace"))
                self._lose(viewer)
                return
            viewer.started, start = True, head + 3
        done = buffer.rfind(b"\n\n", start, end)
        if done >= 0:
            beat = self._beat(start, done + 1) or viewer.pending
            if beat:
                viewer.beat = beat
                self.receipts.append((viewer.number, viewer.table, beat, time.perf_counter()))
            viewer.pending, start = 0, done + 1
        viewer.pending = self._beat(start, end) or viewer.pending
        # A line may be split; after the end of an event its last newline is enough.
        least = 1 if done >= 0 and end - done <= 4 else 24
        viewer.kept = bytes(buffer[max(start, end - least) : end])

    def _beat(self, start, end):
        at = self.buffer.rfind(b"\nid: ", start, end)
        if at < 0:
            return 0
        stop = self.buffer.find(b"\n", at + 5, end)
        return int(self.buffer[at + 5 : stop]) if stop > 0 else 0

    def _lose(self, viewer):
        self.lost += 1
        self.epoll.unregister(viewer.socket.fileno())
        del self.viewers[viewer.socket.fileno()]
        viewer.socket.close()

    async def until(self, condition, seconds):
        """Wait until arriving fragments fulfil a condition; tell whether they did."""
        deadline = time.perf_counter() + seconds
        while not condition():
            left = deadline - time.perf_counter()
            if left <= 0:
                return False
            self.news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), left)
        return True

    def close(self):
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop().remove_reader(self.epoll.fileno())
        for viewer in self.viewers.values():
            viewer.socket.close()
        self.viewers.clear()
        self.epoll.close()
