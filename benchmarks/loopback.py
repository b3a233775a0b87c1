"""What the benchmarks of the live table share: a server of their own, and cheap browsers for it.

Everything here is the standard library: whatever makes the load shares two cores with what is
measured, so a viewer costs one `recv_into` and two searches for each fragment.
"""

import asyncio
import contextlib
import html
import json
import os
import re
import secrets
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
COOKIE = "sessionid"

# -- a server


def free_port():
    """Return a port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def surroundings(data, **settings):
    """The environment of a server with a data folder of its own; `DATABASE_URL` is kept."""
    kept = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    return {**kept, "CHOUETTE_DATA": str(data), "PYTHONUNBUFFERED": "1", **settings}


@contextlib.contextmanager
def data_folder():
    """A folder for everything, which is deleted afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="chouette-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def people(environment, **numbers):
    """Make tables and people in the database of an environment; see `benchmarks.people`."""
    arguments = [part for name, value in numbers.items() for part in (f"--{name}", str(value))]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.people", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


@dataclass
class Server:
    """A process that answers on a port of loopback."""

    process: subprocess.Popen
    port: int
    environment: dict
    log: Path
    has_workers: bool = False

    def pids(self):
        """Its own number, and those of its workers where it has some that answer for it."""
        own = self.process.pid
        if not self.has_workers:
            return [own]
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    @property
    def address(self):
        """Where it is, without a slash at the end."""
        return f"http://{HOST}:{self.port}"

    def command(self, *arguments):
        """Run a command of manage.py on the same database; return its status and what it said."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def _sum(self, file, name):
        texts = [Path(f"/proc/{pid}/{file}").read_text() for pid in self.pids()]
        found = [re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE) for text in texts]
        return sum(int(one.group(1)) for one in found)

    def memory(self):
        """Resident and proportional memory, in KB."""
        return {name: self._sum("smaps_rollup", name) for name in ("Rss", "Pss")}

    def threads(self):
        """How many threads it has."""
        return self._sum("status", "Threads")

    def connections(self):
        """How many connections to the database it has open."""
        url = self.environment.get("DATABASE_URL")
        if url:
            return postgres_connections(url)
        count = 0
        for pid in self.pids():
            for entry in Path(f"/proc/{pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    count += entry.readlink().name == "chouette.sqlite3"
        return count

    def seconds(self):
        """How many seconds of a core it has used."""
        ticks = 0
        for pid in self.pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


def postgres_connections(url):
    """How many connections to a PostgreSQL database are open, but for the one that asks."""
    import psycopg

    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    return row[0]


def several(workers):
    """The command for a server of several processes, as in docs/deploy.md."""
    return (
        *("-m", "uvicorn", "chouette.asgi:application", "--lifespan", "off"),
        *("--workers", str(workers), "--log-level", "warning", "--no-proxy-headers"),
    )


@contextlib.contextmanager
def serving(environment, command=("manage.py", "up"), ready="/sign-in/"):
    """Start a server as people do, or by another command that takes --port; end it afterwards."""
    port = free_port()
    log = Path(environment["CHOUETTE_DATA"]) / f"server-{port}.log"
    with log.open("w") as sink:
        process = subprocess.Popen(
            [sys.executable, *command, "--port", str(port)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
    server = Server(process, port, environment, log, "--workers" in command)
    try:
        wait_until_ready(server, ready)
        yield server
    except Exception:
        print(log.read_text()[-4000:], file=sys.stderr)  # what the server has to say about it
        raise
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_ready(server, path):
    """Wait until a page comes back."""
    deadline = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(server.address + path, timeout=20):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            if server.process.poll() is not None or time.monotonic() > deadline:
                sys.exit(server.log.read_text())
            time.sleep(0.1)


# -- one who taps

TAG = re.compile(r"<(/?)(form|input|button|a|select|textarea)\b([^>]*)>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"([\w:-]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'))?")
BEAT = re.compile(r'data-beat="(\d+)"')
VERSION = re.compile(r'data-version="(\d+)"')
TOKEN = re.compile(
    r'name="csrfmiddlewaretoken" value="(\w+)"|X-CSRFToken(?:"|&quot;): ?(?:"|&quot;)(\w+)'
)


@dataclass
class Form:
    """A form of a page: what it sends unless something else is chosen, and what could be."""

    action: str
    fields: list = field(default_factory=list)
    choices: dict = field(default_factory=dict)
    several: set = field(default_factory=set)
    submits: list = field(default_factory=list)

    @property
    def do(self):
        """Which action of the table it posts; blank for those that have an address of their own."""
        named = dict(self.fields).get("do", "")
        return named or next((value for name, value in self.submits if name == "do"), "")

    def filled(self, **values):
        """The fields with other values for some."""
        kept = [(name, value) for name, value in self.fields if name not in values]
        return kept + list(values.items())


def forms_of(page):
    """All forms of a page that post, and the addresses of its links to other panes."""
    forms, named, links, current = [], {}, [], None
    for closing, tag, text in TAG.findall(page):
        tag = tag.lower()
        if closing:
            current = None if tag == "form" else current
            continue
        given = {name: html.unescape(one or other) for name, one, other in ATTRIBUTE.findall(text)}
        if tag == "form":
            current = Form(given.get("action", ""))
            if given.get("method", "").lower() == "post":
                forms.append(current)
            named[given.get("id")] = current
        elif tag == "a":
            if "?pane=" in given.get("href", ""):
                links.append(given["href"])
        else:
            add_field(named.get(given["form"]) if "form" in given else current, tag, given)
    return forms, links


def add_field(form, tag, given):
    """Take a control of a form over."""
    name, value = given.get("name", ""), given.get("value", "")
    if form is None:
        return
    if tag == "button":
        if given.get("type", "submit") == "submit" and "aria-disabled" not in given:
            form.submits.append((name, value))
    elif name and given.get("type") in ("radio", "checkbox"):
        form.choices.setdefault(name, []).append(value)
        if given["type"] == "checkbox":
            form.several.add(name)
        if "checked" in given:
            form.fields.append((name, value))
    elif name and tag == "input":
        form.fields.append((name, value))


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict
    text: str


class Browser:
    """Somebody signed in, on one connection that is kept; it reads pages and posts their forms."""

    def __init__(self, port, cookie="", **cookies):
        self.port = port
        self.cookies = {COOKIE: cookie, **cookies} if cookie else cookies
        self.token = ""
        self.reader = self.writer = None

    async def get(self, path, **headers):
        """Read a page."""
        return await self._ask("GET", path, b"", headers)

    async def post(self, path, fields, **headers):
        """Post a form as htmx does: its answer is the part of the page that changes."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "X-CSRFToken": self.token,
            **headers,
        }
        return await self._ask("POST", path, urlencode(fields).encode(), headers)

    def request(self, method, path, body, headers):
        """The bytes of a request."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {HOST}:{self.port}",
            f"Origin: http://{HOST}:{self.port}",
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
            "Accept-Language: en",
            f"Cookie: {cookies}",
            f"Content-Length: {len(body)}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def close(self):
        """Let go of the connection."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

    async def _ask(self, method, path, body, headers):
        message = self.request(method, path, body, headers)
        for attempt in (1, 2):
            fresh = self.writer is None
            if fresh:
                self.reader, self.writer = await asyncio.open_connection(
                    HOST, self.port, limit=1 << 20
                )
            try:
                self.writer.write(message)
                answer = await self._read()
            except (ConnectionError, asyncio.IncompleteReadError):
                await self.close()
                # A kept connection may have been closed just now; the key makes it safe to repeat.
                if fresh or attempt == 2:
                    raise
                continue
            except BaseException:
                await self.close()  # an answer that nobody waits for must not meet the next request
                raise
            self._remember(answer)
            return answer
        raise ConnectionError

    async def _read(self):
        head = await self.reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").strip().split("\r\n")
        headers, cookies = {}, []
        for line in lines:
            name, _, value = line.partition(":")
            name = name.strip().lower()
            headers[name] = value.strip()
            if name == "set-cookie":
                cookies.append(value.strip().partition(";")[0])
        for cookie in cookies:
            name, _, value = cookie.partition("=")
            self.cookies[name] = value
        status = int(first.split()[1])
        if headers.get("transfer-encoding") == "chunked":
            parts = []
            while True:
                size = int(await self.reader.readline(), 16)
                parts.append(await self.reader.readexactly(size + 2))
                if not size:
                    break
            body = b"".join(part[:-2] for part in parts)
        else:
            body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            await self.close()
        return Answer(status, headers, body.decode("utf-8", "replace"))

    def _remember(self, answer):
        found = TOKEN.search(answer.text)
        if found:
            self.token = found.group(1) or found.group(2)


class Scorer(Browser):
    """A browser on one table's page, which knows its buttons from that page alone."""

    def __init__(self, port, cookie, table, **cookies):
        super().__init__(port, cookie, **cookies)
        self.path = f"/sessions/{table}/table/"
        self.page = ""
        self.version = 0

    async def look(self, query=""):
        """Load the page, or a pane of it as a tap on a button does."""
        if query:
            answer = await self.get(self.path + query, **{"HX-Request": "true"})
        else:
            answer = await self.get(self.path)
        if answer.status != 200:
            raise RuntimeError(f"{self.path}{query}: {answer.status}")
        self.take(answer)
        return answer

    def take(self, answer):
        """Show the page that came back."""
        self.page = answer.text
        found = VERSION.search(answer.text)
        if found:
            self.version = int(found.group(1))

    async def form(self, do, pane="", **wanted):
        """Find the form of an action on the page, opening the pane that has it."""
        for query in ("", f"?pane={pane}" if pane else None):
            if query:
                await self.look(query)
            if query is not None:
                for form in forms_of(self.page)[0]:
                    fields = dict(form.fields)
                    if form.do == do and all(
                        fields.get(name) == one for name, one in wanted.items()
                    ):
                        return form
        raise RuntimeError(f"no form that does {do} {wanted} on {self.path}: {self.version}")

    async def send(self, form, **values):
        """Tap a form's button; the key is made here, as the page's script does."""
        fields = form.filled(**{"key": secrets.token_hex(16), **values})
        answer = await self.post(form.action, fields)
        if answer.status < 500 and "data-version" in answer.text:
            self.take(answer)
        return answer


CYCLE = (
    ("start_game", "between", {}),
    ("team_doubles", "team-doubles", {}),
    ("box_replies", "replies", {}),
    ("end_game", "team-wins", {"winner": "team", "level": "1"}),
)
"""One game in four taps: play, the captain and his team double, the box takes, the team wins."""


async def next_form(scorer, number):
    """The form of the next tap of a game, with the pane that leads to it opened."""
    do, pane, wanted = CYCLE[number % len(CYCLE)]
    return await scorer.form(do, pane, **wanted)


# -- those who watch


class Lost(Exception):
    """A stream ended, or was refused."""


class Viewer:
    """A stream of one viewer, and what has come of the event that is arriving."""

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
        """Let the running event loop wake this crowd."""
        asyncio.get_running_loop().add_reader(self.epoll.fileno(), self.drain)

    async def join(self, browser, path, table, last=None):
        """Open a stream; return when its first event, which may have no content, is there."""
        stream = socket.socket()
        stream.setblocking(False)
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
        """Take what has arrived, viewer by viewer, and note when each fragment was complete."""
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
        # A line may have been cut; after the end of an event its last newline is enough.
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
        """Wait for something that arriving fragments bring about; tell whether it came."""
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
        """Leave."""
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop().remove_reader(self.epoll.fileno())
        for viewer in self.viewers.values():
            viewer.socket.close()
        self.viewers.clear()
        self.epoll.close()


# -- figures


def share(values, part):
    """The value that this part of the values does not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def milliseconds(values):
    """The middle, the 95th of a hundred, and the longest, in milliseconds."""
    return " / ".join(f"{share(values, part) * 1000:.0f}" for part in (0.5, 0.95, 1))


def busy():
    """What else this computer does, which no figure can be read without."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
