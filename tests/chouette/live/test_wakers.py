"""What wakes the viewers of one process when another one writes."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from chouette.live import publishing, redis_waker, wakers, wiring
from chouette.live.hub import Hub, Waker
from chouette.live.publishing import Publisher
from tests.chouette.live.processes import redis
from tests.chouette.live.sources import FakeSource, Phone, play, ticket, until
from tests.servers import free_port


def watching(waker: Waker, scenario: Callable[[FakeSource, Hub, Phone], Awaitable[None]]) -> None:
    """Play a scenario with one phone that has seen beat 1, and nothing but a waker to wake it."""

    async def played() -> None:
        source = FakeSource(t=1)
        hub = Hub(source, waker)
        try:
            phone = Phone(hub, ticket(seen=1))
            await until(lambda: phone.events)
            await scenario(source, hub, phone)
        finally:
            await hub.close()

    play(played)


def test_an_sqlite_file_tells_that_another_has_written(tmp_path: Path) -> None:
    path = tmp_path / "a table.sqlite3"
    other = sqlite3.connect(path)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("CREATE TABLE log (step)")

    async def scenario(source: FakeSource, hub: Hub, phone: Phone) -> None:
        source.at["t"] = 2
        with other:
            other.execute("INSERT INTO log VALUES (1)")
        await until(lambda: phone.events[-1] == "t for a at 2")
        await asyncio.sleep(0.5)
        # Where nobody writes, nobody asks.
        asked: list[Any] = []
        beats = source.beats
        source.beats = lambda topics: asked.append(topics) or beats(topics)  # type: ignore[func-returns-value, method-assign]
        await asyncio.sleep(0.35)
        assert asked == []

    watching(wakers.FileWaker(path), scenario)
    other.close()


def test_a_locked_sqlite_file_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("CREATE TABLE log (step)")

    async def scenario(source: FakeSource, hub: Hub, phone: Phone) -> None:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("INSERT INTO log VALUES (1)")
        await asyncio.sleep(0.3)
        source.at["t"] = 2
        other.execute("COMMIT")
        await until(lambda: phone.events[-1] == "t for a at 2")

    watching(wakers.FileWaker(path), scenario)
    other.close()


def test_a_database_server_is_asked_every_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wakers, "ASK_SECONDS", 0.05)

    async def scenario(source: FakeSource, hub: Hub, phone: Phone) -> None:
        source.at["t"] = 2
        await until(lambda: phone.events[-1] == "t for a at 2")

    watching(wakers.AskingWaker(), scenario)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_waker, "DOWN_SECONDS", 0.2)
    monkeypatch.setattr(redis_waker, "RECONNECT_SECONDS", 0.1)
    monkeypatch.setattr(publishing, "RETRY_SECONDS", 0.05)


@pytest.mark.slow
def test_redis_brings_what_others_publish_and_may_be_away_for_a_while(quick: None) -> None:
    port = free_port()
    url = f"redis://127.0.0.1:{port}/3"
    publisher = Publisher(url, "chouette:3:live:", "another process")

    async def scenario(source: FakeSource, hub: Hub, phone: Phone) -> None:
        async def change() -> None:
            source.at["t"] += 1
            await asyncio.to_thread(publisher.publish, ["t", "club"])

        async def seen() -> None:
            await until(lambda: phone.events[-1] == f"t for a at {source.at['t']}", 5)

        await change()  # before there is any Redis
        await seen()
        for _ in range(2):
            with redis(port):
                await asyncio.sleep(0.6)
                await change()
                await seen()
            await change()
            await seen()

    watching(redis_waker.RedisWaker(url, "chouette:3:live:", "this process"), scenario)


def test_a_tap_waits_for_no_redis_and_what_was_not_said_is_said_later(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    publisher = Publisher(f"redis://127.0.0.1:{free_port()}/0", "live:", "own")
    began = time.monotonic()
    publisher.publish(["session:1"])
    for number in range(100):
        publisher.publish([f"session:{number}"])
    assert time.monotonic() - began < 2
    said: list[set[str]] = []
    monkeypatch.setattr(publisher, "_say", lambda names: said.append(names) or True)
    deadline = time.monotonic() + 5
    while not said or publisher._unsaid:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert set().union(*said) == {f"session:{number}" for number in range(100)}


def test_a_publisher_that_fails_says_so_once(quick: None, caplog: pytest.LogCaptureFixture) -> None:
    publisher = Publisher(f"redis://127.0.0.1:{free_port()}/0", "live:", "own")
    publisher.publish(["session:1"])
    publisher.publish(["session:2"])
    assert caplog.text.count("live_publish_failed") == 1


def test_the_waker_is_chosen_by_what_there_is(settings: Any) -> None:
    settings.LIVE_REDIS_URL = "redis://127.0.0.1:1/7"
    chosen = wiring.waker()
    assert isinstance(chosen, redis_waker.RedisWaker)
    assert chosen.prefix == "chouette:7:live:"
    settings.LIVE_REDIS_URL = ""
    assert isinstance(wiring.waker(), wakers.FileWaker | wakers.AskingWaker)


def test_a_change_wakes_the_viewers_of_this_process(settings: Any) -> None:
    settings.LIVE_REDIS_URL = ""

    async def scenario() -> None:
        source = FakeSource(t=1)
        hub = Hub(source)
        wakers.hubs.add(hub)
        phone = Phone(hub, ticket(seen=1))
        await until(lambda: phone.events)
        source.at["t"] = 2
        await asyncio.to_thread(wiring.changed, ["t", "nobody looks at this"])
        await until(lambda: phone.events[-1] == "t for a at 2")
        await hub.close()

    play(scenario)


def test_own_messages_are_not_heard_twice() -> None:
    woken: list[str] = []

    class Listener:
        def __init__(self) -> None:
            self.left = [
                {"type": "psubscribe", "channel": b"live:*", "data": 1},
                {"type": "pmessage", "channel": b"live:session:1", "data": b"own"},
                {"type": "pmessage", "channel": b"live:session:2", "data": b"other"},
            ]

        async def get_message(self, timeout: float) -> dict[str, Any]:
            if not self.left:
                raise RedisConnectionError
            return self.left.pop(0)

    class Woken:
        def check(self) -> None:
            woken.append("checked")

        def wake(self, names: list[str]) -> None:
            woken.extend(names)

    async def scenario() -> None:
        waker = redis_waker.RedisWaker("redis://127.0.0.1:1/0", "live:", "own")
        with pytest.raises(RedisConnectionError):
            await waker._hear(Woken(), Listener())  # type: ignore[arg-type]

    play(scenario)
    assert woken == ["checked", "session:2"]


@pytest.mark.thorough
def test_a_server_without_redis_loads_no_client_of_it() -> None:
    code = "import django, sys; django.setup(); import chouette.asgi; print('redis' in sys.modules)"
    environment = {name: text for name, text in os.environ.items() if name != "REDIS_URL"}
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment, "DJANGO_SETTINGS_MODULE": "chouette.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == "False\n"
