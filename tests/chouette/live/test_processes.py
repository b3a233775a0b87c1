"""The stream over the wire: several processes, Redis that comes and goes, two hundred phones."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.chouette.live.processes import (
    Stream,
    Table,
    ask,
    live,
    manage,
    redis,
    surroundings,
    table_create,
    wait_for,
    web,
)
from tests.servers import free_port, postgres_database

pytestmark = pytest.mark.slow

TWO_HUNDRED = 200


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A table in an SQLite file."""
    return table_create(surroundings(tmp_path_factory.mktemp("data")))


@pytest.fixture(scope="module")
def port(table: Table) -> Iterator[int]:
    """A server on that file."""
    with web(table.environment) as (port, _process):
        yield port


def test_a_stream_begins_with_the_table_as_it_is(table: Table, port: int) -> None:
    stream = Stream(port, live(table))
    assert stream.answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert "no-store" in stream.answer.headers["Cache-Control"]
    assert not [name for name in stream.answer.headers if name.lower().startswith("x-live")]
    name, beat, html = stream.next()
    assert (name, beat) == ("table", table.beat)
    assert f'data-beat="{table.beat}"' in html
    assert "csrfmiddlewaretoken" not in html
    stream.close()


def test_who_comes_back_up_to_date_gets_nothing_and_else_the_present_state(
    table: Table, port: int
) -> None:
    same = Stream(port, live(table), seen=table.beat)
    assert same.next() == ("hello", table.beat, str(table.beat))
    by_address = Stream(port, f"{live(table)}?beat={table.beat}")
    assert by_address.next()[0] == "hello"
    older = Stream(port, live(table), seen=table.beat - 1)
    assert older.next()[:2] == ("table", table.beat)
    for stream in (same, by_address, older):
        stream.close()


def test_a_client_never_sees_what_the_application_tells_the_server(table: Table, port: int) -> None:
    status, headers, html = ask(port, live(table), table.cookie)
    assert status == 200
    assert "table__scroll" in html
    assert not [name for name in headers if name.lower().startswith("x-live")]


def test_a_tap_is_seen_by_all_at_once(table: Table, port: int) -> None:
    streams = [Stream(port, live(table), seen=table.beat) for _ in range(10)]
    beat = table.tap(port)
    for stream in streams:
        stream.until(beat)
    for stream in streams:
        stream.close()


def test_two_processes_on_one_file_converge(table: Table, port: int) -> None:
    with web(table.environment) as (other, _process):
        here, there = Stream(port, live(table)), Stream(other, live(table))
        for tapped in (port, other, port):
            beat = table.tap(tapped)
            here.until(beat)
            there.until(beat)
        here.close()
        there.close()


def test_a_command_that_writes_wakes_who_looks(table: Table, port: int) -> None:
    stream = Stream(port, live(table))
    stream.next()
    beat = table.step()
    stream.until(beat)
    stream.close()


def test_a_wall_of_the_club_follows_each_of_its_tables(table: Table, port: int) -> None:
    wall = Stream(port, "/clubs/tuesday/wall/live/")
    name, before, html = wall.next()
    assert name == "table"
    assert "Ann" in html
    table.tap(port)
    name, after, _html = wall.next()
    assert (name, after) == ("table", (before or 0) + 1)
    wall.close()


def status_of(pid: int, field: str) -> int:
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith(field)))


def files_of(pid: int, name: str) -> int:
    found = 0
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed since the folder was listed
            found += entry.readlink().name == name
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts threads by /proc")
def test_a_viewer_costs_no_thread_and_no_connection_to_the_database(table: Table) -> None:
    with web(table.environment) as (port, process):
        first = [Stream(port, live(table)) for _ in range(10)]
        beat = table.tap(port)
        for stream in first:
            stream.until(beat)
        many = [Stream(port, live(table)) for _ in range(TWO_HUNDRED)]
        beat = table.tap(port)
        for stream in many:
            stream.until(beat, 20)
        # Eight threads answer requests, two render, one listens; each keeps one connection.
        assert status_of(process.pid, "Threads:") <= 12
        assert files_of(process.pid, "chouette.sqlite3") <= 12
        for stream in (*first, *many):
            stream.close()


def test_ctrl_c_ends_streams_and_server_quickly(table: Table) -> None:
    with web(table.environment) as (port, process):
        streams = [Stream(port, live(table)) for _ in range(5)]
        for stream in streams:
            stream.next()
        process.send_signal(signal.SIGINT)
        process.wait(60)
        for stream in streams:
            wait_for(stream.has_ended.is_set, 5)
        log = Path(table.environment["CHOUETTE_DATA"]) / f"web-{port}.log"
        # The server did not have to wait until its patience was at an end.
        assert "timeout graceful shutdown exceeded" not in log.read_text(encoding="utf-8")


def test_a_server_that_is_killed_loses_nothing(table: Table) -> None:
    with ExitStack() as stack:
        port, process = stack.enter_context(web(table.environment))
        stream = Stream(port, live(table))
        stream.next()
        beat = table.tap(port)
        process.kill()
        wait_for(stream.has_ended.is_set, 5)
    with web(table.environment) as (port, _process):
        again = Stream(port, live(table), seen=stream.last)
        assert again.next()[1] == beat
        again.close()


def test_players_are_present_while_they_look(table: Table, port: int) -> None:
    count = "from games.models import Presence; print(Presence.objects.count())"
    onlooker, player = Stream(port, live(table)), Stream(port, live(table), table.cookie)
    player.next()
    wait_for(lambda: manage(table.environment, count).strip() == "1", 30)
    player.close()
    wait_for(lambda: manage(table.environment, count).strip() == "0", 30)
    onlooker.close()


def test_a_stream_ends_soon_after_its_sign_in_whoever_ends_that(tmp_path: Path) -> None:
    table = table_create(surroundings(tmp_path))
    out = """
from games.accounts.services.devices import sign_out_everywhere
from games.models import Session
sign_out_everywhere(user=Session.objects.get(pk={pk}).started_by)
"""
    with web(table.environment) as (port, _process):
        guest, signed_in = Stream(port, live(table)), Stream(port, live(table), table.cookie)
        for stream in (guest, signed_in):
            stream.next()
        manage(table.environment, out.format(pk=table.pk))
        ended = time.monotonic()
        assert signed_in.next()[0] == "gone"
        assert time.monotonic() - ended < 4
        wait_for(signed_in.has_ended.is_set, 5)
        assert not guest.has_ended.is_set()
        guest.close()


def test_redis_may_stop_and_start_during_play_with_two_workers(tmp_path: Path) -> None:
    redis_port = free_port()
    settings = {"REDIS_URL": f"redis://127.0.0.1:{redis_port}/3"}
    table = table_create(surroundings(tmp_path, **settings))
    with ExitStack() as stack:
        first = stack.enter_context(ExitStack())
        first.enter_context(redis(redis_port))
        port, _process = stack.enter_context(web(table.environment, "--workers", "2"))
        streams = [Stream(port, live(table)) for _ in range(12)]
        for stream in streams:
            stream.next()

        def all_see(beat: int) -> None:
            for stream in streams:
                stream.until(beat, 15)  # without any waker it would be half a minute

        all_see(table.tap(port))
        all_see(table.step())
        first.close()
        for _ in range(2):  # no tap fails, and everybody sees it a little later
            all_see(table.tap(port))
        all_see(table.step())
        with redis(redis_port):
            beat = table.tap(port)
            all_see(beat)
            time.sleep(3)  # by now all listen again
            for _ in range(3):
                all_see(table.tap(port))
        for stream in streams:
            stream.close()


@pytest.mark.skipif("TEST_POSTGRES_URL" not in os.environ, reason="names no PostgreSQL")
def test_postgresql_without_redis_is_asked_every_second(tmp_path: Path) -> None:
    with postgres_database() as url:
        table = table_create(surroundings(tmp_path, DATABASE_URL=url))
        with web(table.environment) as (here, _one), web(table.environment) as (there, _two):
            streams = [Stream(here, live(table)), Stream(there, live(table))]
            for tapped in (here, there):
                beat = table.tap(tapped)
                for stream in streams:
                    stream.until(beat)
            for stream in streams:
                stream.close()
