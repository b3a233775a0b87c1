"""One task stands for all that happens within some seconds, and comes after the last of it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from kombu.exceptions import OperationalError

from tests import evenings
from tests.evenings import Evening
from tests.servers import ROOT, prepared
from tournaments.ladders.services import gathering
from tournaments.ladders.services.gathering import LONGEST, MARGIN, SECONDS, soon
from tournaments.tasks import rebuild_leaderboard, refresh_match_ratings, refresh_ratings


@pytest.fixture(autouse=True)
def with_a_worker() -> Iterator[None]:
    """Queue tasks instead of doing them at once."""
    before, current_app.conf.task_always_eager = current_app.conf.task_always_eager, False
    gathering._queued.clear()
    yield
    gathering._queued.clear()
    current_app.conf.task_always_eager = before


class Clock:
    """The time, and the timers that wait for theirs."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waiting: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []

    def monotonic(self) -> float:
        return self.now

    def start(self, seconds: float, key: Any, entry: Any) -> None:
        self.waiting.append((self.now + seconds, gathering._send, (key, entry)))

    def forward(self, seconds: float) -> None:
        """Let time go by, and whatever is due happen."""
        self.now += seconds
        due = [one for one in self.waiting if one[0] <= self.now]
        self.waiting = [one for one in self.waiting if one[0] > self.now]
        for _at, act, given in due:
            act(*given)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(gathering, "time", made)
    monkeypatch.setattr(gathering, "_later", made.start)
    return made


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> list[Any]:
    """What was given to the broker: which task, about what, when."""
    found: list[Any] = []
    for task in (rebuild_leaderboard, refresh_ratings, refresh_match_ratings):
        monkeypatch.setattr(
            task, "delay", lambda number, task=task: found.append((task.name, number, clock.now))
        )
    return found


def test_what_happens_within_some_seconds_is_one_task(clock: Clock, sent: list[Any]) -> None:
    began = clock.now
    for _ in range(5):
        soon(rebuild_leaderboard, 7)
        clock.forward(SECONDS / 5.01)
    assert sent == []
    clock.forward(MARGIN + 0.01)
    assert [one[:2] for one in sent] == [(rebuild_leaderboard.name, 7)]
    assert sent[0][2] - began >= SECONDS + MARGIN
    clock.forward(LONGEST)
    assert len(sent) == 1


def test_it_comes_after_all_that_it_stands_for_and_what_is_later_gets_its_own(
    clock: Clock, sent: list[Any]
) -> None:
    soon(rebuild_leaderboard, 7)
    clock.forward(SECONDS - 0.01)
    soon(rebuild_leaderboard, 7)
    assert len(clock.waiting) == 1
    clock.forward(0.01)
    soon(rebuild_leaderboard, 7)
    assert len(clock.waiting) == 2
    clock.forward(LONGEST)
    assert len(sent) == 2


def test_the_more_there_is_the_longer_is_waited(clock: Clock, sent: list[Any]) -> None:
    waits = []
    for _ in range(1000):  # ten a second
        before = len(clock.waiting)
        soon(rebuild_leaderboard, 7)
        waits += [at - clock.now - MARGIN for at, *_rest in clock.waiting[before:]]
        clock.forward(0.1)
    assert waits[0] == SECONDS
    assert waits[-1] == LONGEST
    assert len(waits) == 5
    clock.forward(2 * LONGEST)
    soon(rebuild_leaderboard, 7)
    assert clock.waiting[0][0] - clock.now == SECONDS + MARGIN


def test_others_and_other_tasks_have_their_own(clock: Clock, sent: list[Any]) -> None:
    soon(rebuild_leaderboard, 7)
    soon(rebuild_leaderboard, 8)
    soon(refresh_ratings, 7)
    clock.forward(LONGEST)
    assert [one[:2] for one in sent] == [
        (rebuild_leaderboard.name, 7),
        (rebuild_leaderboard.name, 8),
        (refresh_ratings.name, 7),
    ]


def test_where_no_broker_answers_nobody_is_told_and_the_next_call_tries_again(
    clock: Clock, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_number: int) -> None:
        raise OperationalError

    with monkeypatch.context() as broken:
        broken.setattr(rebuild_leaderboard, "delay", refuse)
        soon(rebuild_leaderboard, 7)
        clock.forward(SECONDS + MARGIN)
    soon(rebuild_leaderboard, 7)
    clock.forward(SECONDS + MARGIN)
    assert len(sent) == 1


@pytest.mark.django_db(transaction=True)
def test_nobody_who_taps_calls_a_broker(clock: Clock, sent: list[Any]) -> None:
    evening = Evening(evenings.club()).game(Bob=-1).end()
    assert evening.session.status == "ended"
    assert sent == []
    clock.forward(SECONDS + MARGIN)
    assert {name for name, *_rest in sent} == {rebuild_leaderboard.name, refresh_ratings.name}


ENDS = """
import django
django.setup()
from pathlib import Path
from tournaments.ladders.services.gathering import soon
from tournaments.tasks import rebuild_leaderboard
soon(rebuild_leaderboard, 7)
"""


@pytest.mark.slow
def test_a_command_that_ends_within_these_seconds_sends_what_waits(tmp_path: Path) -> None:
    data = prepared(tmp_path / "data")
    variables = {"CHOUETTE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "chouette.settings"}
    done = subprocess.run(
        [sys.executable, "-c", ENDS],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    (message,) = (data / "queue" / "messages").iterdir()
    assert rebuild_leaderboard.name in message.read_text(encoding="utf-8")
