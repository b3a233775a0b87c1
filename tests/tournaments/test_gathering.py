"""One task stands for all that happens within some seconds, and comes after the last of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from celery import current_app
from kombu.exceptions import OperationalError

from tournaments.ladders.services import gathering
from tournaments.ladders.services.gathering import LONGEST, MARGIN, SECONDS, soon
from tournaments.tasks import rebuild_leaderboard, refresh_ratings


@pytest.fixture(autouse=True)
def with_a_worker() -> Iterator[None]:
    """Queue tasks instead of doing them at once."""
    before, current_app.conf.task_always_eager = current_app.conf.task_always_eager, False
    gathering._queued.clear()
    yield
    gathering._queued.clear()
    current_app.conf.task_always_eager = before


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(gathering, "time", made)
    return made


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was queued: which task, about what, how much later."""
    found: list[Any] = []
    for task in (rebuild_leaderboard, refresh_ratings):
        monkeypatch.setattr(
            task,
            "apply_async",
            lambda args, countdown, task=task: found.append((task.name, *args, countdown)),
        )
    return found


def test_what_happens_within_some_seconds_is_one_task(clock: Clock, queued: list[Any]) -> None:
    for _ in range(5):
        soon(rebuild_leaderboard, 7)
        clock.now += SECONDS / 5.01
    assert queued == [(rebuild_leaderboard.name, 7, SECONDS + MARGIN)]


def test_it_comes_after_all_that_it_stands_for_and_what_is_later_gets_its_own(
    clock: Clock, queued: list[Any]
) -> None:
    soon(rebuild_leaderboard, 7)
    due = clock.now + queued[0][-1]
    clock.now += SECONDS - 0.01
    soon(rebuild_leaderboard, 7)
    assert len(queued) == 1
    assert clock.now < due
    clock.now += 0.01
    soon(rebuild_leaderboard, 7)
    assert len(queued) == 2


def test_the_more_there_is_the_longer_is_waited(clock: Clock, queued: list[Any]) -> None:
    for _ in range(1000):  # ten a second
        soon(rebuild_leaderboard, 7)
        clock.now += 0.1
    waits = [entry[-1] - MARGIN for entry in queued]
    assert waits[0] == SECONDS
    assert waits[-1] == LONGEST
    assert len(waits) == 5
    clock.now += 2 * LONGEST
    soon(rebuild_leaderboard, 7)
    assert queued[-1][-1] == SECONDS + MARGIN


def test_others_and_other_tasks_have_their_own(clock: Clock, queued: list[Any]) -> None:
    soon(rebuild_leaderboard, 7)
    soon(rebuild_leaderboard, 8)
    soon(refresh_ratings, 7)
    assert [entry[:2] for entry in queued] == [
        (rebuild_leaderboard.name, 7),
        (rebuild_leaderboard.name, 8),
        (refresh_ratings.name, 7),
    ]


def test_where_no_broker_answers_the_next_call_tries_again(
    clock: Clock, queued: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any, **_options: Any) -> None:
        raise OperationalError

    with monkeypatch.context() as broken:
        broken.setattr(rebuild_leaderboard, "apply_async", refuse)
        with pytest.raises(OperationalError):
            soon(rebuild_leaderboard, 7)
    soon(rebuild_leaderboard, 7)
    assert len(queued) == 1
