"""A disk without room: whoever taps is told so, nothing is half written, and later it goes on."""

import contextlib
import os
import resource
import secrets
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.loopback import Scorer, Server, next_form
from tests.faults.tables import Table, table_in, wait_for

pytestmark = pytest.mark.slow

NO_ROOM = 507
FOREVER = resource.RLIM_INFINITY


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own in memory, for whoever may make one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this takes the right to mount a file system")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


async def play(scorer: Scorer, keys: list[str], most: int) -> str:
    """Tap until one tap is refused, or so often; return what is said beside the thumb then."""
    for _ in range(most):
        form, key = await next_form(scorer, len(keys)), secrets.token_hex(16)
        answer = await scorer.send(form, key=key)
        if answer.status == NO_ROOM:
            assert answer.headers["hx-retarget"] == "#notice"
            assert (await scorer.get(scorer.path)).status == 200  # it can still be read
            # Tapped again, it is refused again, and the same key is good later on.
            assert (await scorer.send(form, key=key)).status == NO_ROOM
            form.fields.append(("key", key))
            scorer.waiting = form
            return answer.text
        assert answer.status == 200, answer.text
        keys.append(key)
    return ""


def until_it_goes_on(
    table: Table, server: Server, fill: Callable[[], None], make_room: Callable[[], None]
) -> None:
    """Play, fill the disk, play on until that is noticed, make room, and play on."""
    keys: list[str] = []

    async def run() -> str:
        scorer = table.scorer(server)
        await scorer.look()
        assert not await play(scorer, keys, 4)
        fill()
        said = await play(scorer, keys, 200)
        make_room()
        key = dict(scorer.waiting.fields)["key"]
        answer = await scorer.send(scorer.waiting, key=key)
        assert answer.status == 200, answer.text
        keys.append(key)
        assert not await play(scorer, keys, 7)
        await scorer.close()
        return said

    said = wait_for(run())
    assert "no room left on its disk, so nothing was written" in said
    table.is_whole(server, keys)


def test_a_full_disk_is_said_clearly_and_play_goes_on_when_there_is_room(
    small_disk: Path,
) -> None:
    table = table_in(small_disk)
    ballast = small_disk / "ballast"

    def fill() -> None:
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass

    with table.served() as server:
        until_it_goes_on(table, server, fill, ballast.unlink)


def test_a_server_that_may_write_no_more_says_so_and_goes_on_when_it_may(tmp_path: Path) -> None:
    # For whoever may mount nothing: what a file system refuses, the limit of a process refuses.
    table = table_in(tmp_path)
    journal = tmp_path / "chouette.sqlite3-wal"

    with table.served() as server:
        pid = server.process.pid

        def fill() -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (journal.stat().st_size, FOREVER))

        def make_room() -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (FOREVER, FOREVER))

        until_it_goes_on(table, server, fill, make_room)
