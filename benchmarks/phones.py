"""Lightweight browsers: they read pages, fill in the forms, and post them.

They use only the standard library: the load generator shares two cores with the server.
"""

import asyncio
import html
import re
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlencode

from benchmarks.loopback import HOST

COOKIE = "sessionid"

TAG = re.compile(r"<(/?)(form|input|button|a|select|textarea)\b([^>]*)>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"([\w:-]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'))?")
BEAT = re.compile(r'data-beat="(\d+)"')
VERSION = re.compile(r'data-version="(\d+)"')
TOKEN = re.compile(
    r'name="csrfmiddlewaretoken" value="(\w+)"|X-CSRFToken(?:"|&quot;): ?(?:"|&quot;)(\w+)'
)


@dataclass
class Form:
    """A form of a page: its default values and its options."""

    action: str
    fields: list = field(default_factory=list)
    choices: dict = field(default_factory=dict)
    several: set = field(default_factory=set)
    submits: list = field(default_factory=list)

    @property
    def do(self):
        """The table action that it posts; blank for forms with their own address."""
        named = dict(self.fields).get("do", "")
        return named or next((value for name, value in self.submits if name == "do"), "")

    def filled(self, **values):
        """Return the fields, with some values replaced."""
        kept = [(name, value) for name, value in self.fields if name not in values]
        return kept + list(values.items())


def forms_of(page):
    """Return all forms of a page that post, and the addresses of its links to other panes."""
    forms, named, links, controls, current = [], {}, [], [], None
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
            controls.append((current, tag, given))
    for around, tag, given in controls:  # a control may stand before the form that it names
        add_field(named.get(given["form"]) if "form" in given else around, tag, given)
    return forms, links


def add_field(form, tag, given):
    """Add a control to a form."""
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
    """A response."""

    status: int
    headers: dict
    text: str


class Browser:
    """A signed-in browser on one keep-alive connection; it reads pages and posts their forms."""

    def __init__(self, port, cookie="", **cookies):
        self.port = port
        self.cookies = {COOKIE: cookie, **cookies} if cookie else cookies
        self.token = ""
        self.reader = self.writer = None

    async def get(self, path, **headers):
        return await self._ask("GET", path, b"", headers)

    async def post(self, path, fields, **headers):
        """Post a form like htmx: the answer is the part of the page that changes."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "X-CSRFToken": self.token,
            **headers,
        }
        return await self._ask("POST", path, urlencode(fields).encode(), headers)

    def request(self, method, path, body, headers):
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
                # The server may have just closed the kept connection; the key makes it safe to
                # repeat.
                if fresh or attempt == 2:
                    raise
                continue
            except BaseException:
                await self.close()  # a late answer must not be taken for the next request's
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
    """A browser on one table's page, which finds its buttons only from that page."""

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
        """Use the returned page."""
        self.page = answer.text
        found = VERSION.search(answer.text)
        if found:
            self.version = int(found.group(1))

    async def form(self, do, pane="", **wanted):
        """Find the form of an action on the page, opening its pane if necessary."""
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
        """Submit a form; the key is made here, as the page's script does."""
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
"""A game in four taps: start, the captain and the team double, the box takes, the team wins."""


async def next_form(scorer, number):
    """Return the form of the next tap of a game, after opening its pane."""
    do, pane, wanted = CYCLE[number % len(CYCLE)]
    return await scorer.form(do, pane, **wanted)
