"""A table on a server that something happens to, and the phones around it.

The phones are those of the benchmarks: they know the pages and their forms, and no more.
"""

import asyncio
import json
import os
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.crowd import Crowd
from benchmarks.loopback import Server, serving
from benchmarks.phones import BEAT, Answer, Browser, Form, Scorer, forms_of
from tests.kept import Commands, Started
from tests.servers import postgres_database, prepared, redis_database

Result = TypeVar("Result")

READ = """
import json
from django.db.models import Sum
from games.models import GameScore, Session
session = Session.objects.get(public_id="{table}")
scores = GameScore.objects.filter(game__session=session)
print(json.dumps({{
    "keys": list(session.log.exclude(key="").order_by("sequence").values_list("key", flat=True)),
    "version": session.version,
    "length": session.length,
    "rows": session.log.count(),
    "games": session.games.count(),
    "sum": scores.aggregate(sum=Sum("points"))["sum"] or 0,
    "totals": sum(session.snapshot["table"]["amounts"]),
    "words": list(session.declarations.values_list("player", "word")),
}}))
"""


@dataclass
class Table:
    """A table in a data folder of its own, whatever serves it just now."""

    commands: Commands
    id: str
    players: list[str]
    scorers: list[str]
    viewers: list[str]
    seated: list[str]
    links: list[str]

    @property
    def environment(self) -> dict[str, str]:
        """The variables of whatever serves it."""
        return self.commands.environment

    def served(self, *command: str) -> AbstractContextManager[Server]:
        """Start a server on it: `up`, by the process that is kept, or another command."""
        if command:
            return serving(self.environment, command)
        return serving(self.environment, ("up",), start=self._start)

    def _start(self, _: dict[str, str], command: tuple[str, ...], log: Path) -> Started:
        return self.commands.start(*command, log=log)

    def live(self) -> str:
        """Where its stream is."""
        return f"/sessions/{self.id}/live/"

    def scorer(self, server: Server, number: int = 0) -> Scorer:
        """The phone of one who keeps the score."""
        return Scorer(server.port, self.scorers[number], self.id)

    def recorded(self) -> dict[str, Any]:
        """What the database says, past everything that answers pages."""
        done = self.commands.run("shell", "-v0", "-c", READ.format(table=self.id))
        assert not done.status, done.errors
        found: dict[str, Any] = json.JSONDecoder().raw_decode(done.said[done.said.index("{") :])[0]
        return found

    def is_whole(self, keys: list[str]) -> dict[str, Any]:
        """These keys stand in the log, each once and nothing else; fold and snapshot are equal."""
        done = self.commands.run("check_ledger")
        assert not done.status, done.said + done.errors
        found = self.recorded()
        assert found["keys"] == ["order", *keys]
        assert found["rows"] == found["length"]
        assert (found["sum"], found["totals"]) == (0, 0)
        return found


@contextmanager
def database(kind: str, *, migrated: bool = True) -> Iterator[dict[str, str]]:
    """The variables of a database of one's own: a file, or a new one in PostgreSQL with Redis."""
    if kind == "sqlite":
        yield {}
        return
    with postgres_database(migrated=migrated) as url:
        yield {"DATABASE_URL": url, "REDIS_URL": redis_database()}


def table_in(data: Path, variables: dict[str, str] | None = None, **numbers: int) -> Table:
    """A new table, before its first game."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL"}
    }
    environment = {**kept, "CHOUETTE_DATA": str(data), **(variables or {})}
    prepared(data, database="DATABASE_URL" not in environment)
    commands = Commands(environment)
    wanted = {"viewers": 1, **numbers}
    arguments = [part for name, value in wanted.items() for part in (f"--{name}", str(value))]
    done = commands.run("-m", "benchmarks.people", *arguments)
    assert not done.status, done.errors
    (made,) = json.loads(done.said)["tables"]
    return Table(commands, **made)


def wait_for(work: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: that of the tests may have an event loop of Playwright's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def beat_of(answer: Answer) -> int:
    """Which beat a page is of."""
    found = BEAT.search(answer.text)
    assert found, answer.text[:2000]
    return int(found.group(1))


def form_to(page: str, end: str, **wanted: str) -> Form:
    """The form of a page that goes to an address with this end, and has these fields."""
    for form in forms_of(page)[0]:
        fields = dict(form.fields)
        if form.action.endswith(end) and all(
            fields.get(name) == one for name, one in wanted.items()
        ):
            return form
    raise AssertionError(f"no form to {end} with {wanted}")


@contextmanager
def watching(server: Server) -> Iterator[Crowd]:
    """Room for viewers of a server, in the running event loop."""
    crowd = Crowd(server.port)
    crowd.watch()
    try:
        yield crowd
    finally:
        crowd.close()


async def see(crowd: Crowd, beat: int, seconds: float = 15) -> None:
    """Everybody who watches sees this beat, or a later one."""

    def behind() -> list[int]:
        return [viewer.beat for viewer in crowd.viewers.values() if viewer.beat < beat]

    here = await crowd.until(lambda: not behind(), seconds)
    assert here, f"{behind()} instead of {beat}"
    assert not crowd.lost


async def watch(crowd: Crowd, table: Table, cookie: str, last: int | None = None) -> None:
    """One more viewer, signed in."""
    browser = Browser(crowd.port, cookie)
    await crowd.join(browser, table.live(), len(crowd.viewers), last=last)


def until(condition: Callable[[], bool], seconds: float = 20) -> bool:
    """Wait, without an event loop."""

    async def wait() -> bool:
        deadline = asyncio.get_running_loop().time() + seconds
        while not condition():
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(0.05)
        return True

    return wait_for(wait())
