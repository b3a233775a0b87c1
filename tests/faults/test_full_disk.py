"""A disk without room: a tap is told so, nothing is half written, and later it goes on."""

import asyncio
import resource
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.loopback import Server
from benchmarks.phones import Browser, Form, Scorer, next_form
from tests.faults.disks import Ballast, postgres_on, small_disk
from tests.faults.tables import Table, table_in, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.long]

NO_ROOM = 507
AWAY = 503
SAID = {
    NO_ROOM: "no room left on its disk, so nothing was written",
    AWAY: "cannot get at its records just now. What was recorded is safe",
}
FOREVER = resource.RLIM_INFINITY


@pytest.fixture
def disk() -> Iterator[Path]:
    with small_disk() as place:
        yield place


async def tapped(scorer: Scorer, form: Form, keys: list[str]) -> int:
    """Tap, and return with which status. What is refused is told, and waits with its key."""
    key = dict(form.fields).get("key") or secrets.token_hex(16)
    answer = await scorer.send(form, key=key)
    if answer.status == 200:
        keys.append(key)
        return 200
    assert SAID.get(answer.status, "a refusal that is told") in answer.text
    assert answer.headers["hx-retarget"] == "#notice"
    form.fields = form.filled(key=key)
    return answer.status


async def play(scorer: Scorer, keys: list[str], taps: int) -> None:
    for _ in range(taps):
        assert await tapped(scorer, await next_form(scorer, len(keys)), keys) == 200


async def play_until(refusal: int, scorer: Scorer, form: Form, keys: list[str]) -> Form:
    """Tap until one tap is refused like this; one that was refused otherwise is tapped again."""
    for _ in range(200):
        status = await tapped(scorer, form, keys)
        if status == refusal:
            return form
        if status == 200:
            form = await next_form(scorer, len(keys))
    raise AssertionError(f"never {refusal}")


def until_it_goes_on(
    table: Table,
    server: Server,
    fill: Callable[[], None],
    make_room: Callable[[], None],
    refusal: int = NO_ROOM,
) -> None:
    """Play, fill the disk, play on until that is noticed, make room, and play on."""
    keys: list[str] = []

    async def run() -> None:
        scorer, reader = table.scorer(server), Browser(server.port, table.viewers[0])
        await scorer.look()
        await play(scorer, keys, 4)
        form = await next_form(scorer, len(keys))
        fill()
        form = await play_until(refusal, scorer, form, keys)
        # Tapped again, it is refused again; it can be read wherever the database answers.
        again, page = await asyncio.gather(tapped(scorer, form, keys), reader.get(scorer.path))
        assert again == refusal
        assert page.status == (200 if refusal == NO_ROOM else refusal)
        assert (SAID[refusal] in page.text) == (page.status == refusal)
        make_room()
        assert await tapped(scorer, form, keys) == 200
        assert (await scorer.send(form, key=keys[-1])).status == 200  # and counts once
        await play(scorer, keys, 7)
        assert (await reader.get(scorer.path)).status == 200
        await scorer.close()
        await reader.close()

    wait_for(run())
    table.is_whole(keys)


def test_a_full_disk_is_said_clearly_and_play_goes_on_when_there_is_room(disk: Path) -> None:
    table, ballast = table_in(disk), Ballast(disk)
    with table.served() as server:
        until_it_goes_on(table, server, ballast.load, ballast.drop)


def test_a_server_that_may_write_no_more_says_so_and_goes_on_when_it_may(tmp_path: Path) -> None:
    # For users who cannot mount: the limit of a process refuses what a file system would.
    table = table_in(tmp_path)
    journal = tmp_path / "chouette.sqlite3-wal"

    with table.served() as server:
        pid = server.process.pid

        def fill() -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (journal.stat().st_size, FOREVER))

        def make_room() -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (FOREVER, FOREVER))

        until_it_goes_on(table, server, fill, make_room)


def test_a_full_disk_under_postgresql_is_said_clearly_and_play_goes_on(
    disk: Path, tmp_path: Path
) -> None:
    # No checkpoint but ours: one that finds no room takes the server down, which is another test.
    sizes = {"min_wal_size": "32MB", "max_wal_size": "64MB", "checkpoint_timeout": "1h"}
    ballast = Ballast(disk)
    with postgres_on(disk, **sizes) as database:
        table = table_in(tmp_path, database.variables())

        def fill() -> None:
            # What the journal no longer needs is kept for what comes: it has room, no table has.
            database.execute("CHECKPOINT")
            ballast.load()

        with table.served() as server:
            until_it_goes_on(table, server, fill, ballast.drop)


def test_postgresql_that_goes_down_for_want_of_room_is_told_and_play_goes_on_when_it_is_back(
    disk: Path, tmp_path: Path
) -> None:
    # Without room for its journal PostgreSQL ends, and does not come back by itself.
    sizes = {"min_wal_size": "2MB", "max_wal_size": "2MB", "wal_recycle": "off"}
    ballast = Ballast(disk)
    with postgres_on(disk, **sizes) as database:
        table = table_in(tmp_path, database.variables())

        def fill() -> None:
            ballast.load()
            database.fill_journal()

        def make_room() -> None:
            ballast.drop()
            database.start_again()

        with table.served() as server:
            until_it_goes_on(table, server, fill, make_room, refusal=AWAY)
        assert "PANIC" in database.log.read_text()
