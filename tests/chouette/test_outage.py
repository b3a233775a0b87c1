"""A server that is away is found out once, and not by those who tap."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from celery import Celery
from django.core.cache.backends.redis import RedisCache
from kombu.exceptions import OperationalError
from redis.exceptions import TimeoutError as RedisTimeout

from chouette.caching import PatientCache
from chouette.celery import Application
from chouette.outage import Outage
from tests.servers import free_port


def wait_until(condition: Callable[[], bool]) -> None:
    waiting = threading.Event()
    for _ in range(400):
        if condition():
            return
        waiting.wait(0.02)
    raise AssertionError


def test_an_outage_lasts_until_the_server_answers() -> None:
    asked: list[int] = []

    def answers() -> None:
        asked.append(1)
        if len(asked) < 3:
            raise OSError

    outage = Outage("x", answers, seconds=0.02)
    assert not outage.is_on()
    outage.begin(OSError())
    outage.begin(OSError())  # two find out at the same time: one thread asks
    assert outage.is_on()
    wait_until(lambda: not outage.is_on())
    assert len(asked) == 3


def test_a_broker_that_is_away_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    queue = Celery.send_task

    def counted(self: Celery, *args: Any, **options: Any) -> Any:
        tried.append(options["retry"])
        return queue(self, *args, **options)

    monkeypatch.setattr(Celery, "send_task", counted)
    # As the current one it would answer for the whole process, in the tests after this one, too.
    server = f"redis://127.0.0.1:{free_port()}/0"
    app = Application("x", broker=server, set_as_current=False)
    app.outage.seconds = 60
    for _ in range(3):
        with pytest.raises(OperationalError):
            app.send_task("anything")
    assert tried == [False]
    assert app.outage.is_on()


def test_counts_go_on_in_memory_while_redis_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def away(self: object, key: str, *args: Any, **kwargs: Any) -> None:
        asked.append(key)
        raise RedisTimeout("frozen")

    monkeypatch.setattr(RedisCache, "add", away)
    cache = PatientCache(f"redis://127.0.0.1:{free_port()}/0", {})
    assert cache.add("a", 1) is True
    assert cache.add("a", 1) is False
    assert cache.incr("a") == 2
    assert cache.get("a") == 2
    with pytest.raises(ValueError, match="not found"):
        cache.incr("b")
    assert asked == ["a"]


def test_all_threads_of_a_process_learn_it_together() -> None:
    server = f"redis://127.0.0.1:{free_port()}/0"
    assert PatientCache(server, {}).outage is PatientCache(server, {}).outage
